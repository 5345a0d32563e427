import type { Element, Nodes, Root } from 'hast';
import type { PrivacyRules } from '../../../config/config.js';
import { classesOf, property } from '../../html/element.js';
import { hideAtAllTimes, PANEL } from '../classes.js';
import { classifyName } from '../privacy.js';
import { removeClosedParts } from './closed-parts.js';

/** Attributes of controls that refer to the element they open. */
const CONTROLS = [
  'ariaControls',
  'href',
  'dataTarget',
  'dataBsTarget',
  'dataToggle',
  'dataHref',
  'htmlFor',
  'onClick',
];
/**
 * Removes restricted elements from a body, those that a framework's class name hides, and boxes about other entries.
 * Changes the tree.
 */
export function removeUnseen(tree: Root, rules: PrivacyRules): void {
  removeClosedParts(tree, rules);
  removeHiddenByClass(tree, rules);
}

/** Removes elements with `d-none`, `hidden` and the like, unless a control opens them. */
function removeHiddenByClass(tree: Root, rules: PrivacyRules): void {
  const hidden: (readonly [parent: Root | Element, element: Element])[] = [];
  const controls: string[] = [];
  const open: (Root | Element)[] = [tree];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    let before: Element | undefined;
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      for (const name of CONTROLS)
        if (child.properties[name] !== undefined) controls.push(property(child, name));
      if (isHidden(child, before, rules)) hidden.push([parent, child]);
      open.push(child);
      before = child;
    }
  }
  if (hidden.length === 0) return;
  const opened = new Set(controls.join(' ').match(/[\w-]+/g));
  const closed = hidden.filter(
    ([, element]) =>
      !opened.has(property(element, 'id')) &&
      !classesOf(element).some((name) => opened.has(name) && name !== 'hidden'),
  );
  const gone = new Set<Nodes>(closed.map(([, element]) => element));
  for (const parent of new Set(closed.map(([owner]) => owner)))
    parent.children = (parent.children as Element[]).filter((child) => !gone.has(child));
}

/** Boxes with links to other entries and to share this one, which extensions of WordPress store in a body. */
const OTHERS =
  /^(?:wp_rp_wrap|zemanta-(?:related|articles|pixie)|sharedaddy|jp-relatedposts|yarpp-related|crp_related|rp4wp-related-posts|addtoany_(?:share_save_container|content)|shareaholic-canvas|wpcnt)$/;

/** @param before the element before it in its parent */
function isHidden(element: Element, before: Element | undefined, rules: PrivacyRules): boolean {
  const names = classesOf(element);
  if (names.some((name) => OTHERS.test(name))) return true;
  if (names.length === 0 || !hideAtAllTimes(names)) return false;
  if (rules.allow.length > 0 && names.some((name) => classifyName(name, rules)?.kind === 'allow'))
    return false;
  return !isPanel(element, names) && !(before !== undefined && opensNext(before));
}

function isPanel(element: Element, names: readonly string[]): boolean {
  return (
    names.some((name) => PANEL.test(name)) ||
    /^(?:tabpanel|region|dialog)$/.test(property(element, 'role')) ||
    ['ariaLabelledBy', 'dataState', 'dataTab', 'dataPanel'].some(
      (name) => element.properties[name] !== undefined,
    )
  );
}

/** Returns true for a button, which may open the element after it. */
function opensNext(element: Element): boolean {
  return (
    /^(?:button|summary|label)$/.test(element.tagName) ||
    property(element, 'role') === 'button' ||
    property(element, 'href') === '#' ||
    element.properties['onClick'] !== undefined ||
    element.children.some((child) => child.type === 'element' && /^(?:button|summary)$/.test(child.tagName))
  );
}
