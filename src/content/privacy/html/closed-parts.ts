import type { Element, Nodes, Root } from 'hast';
import type { PrivacyRules } from '../../../config/config.js';
import { words } from '../../../core/text.js';
import { classesOf, findElement, hasClass, hasProperties, parentsIn, property } from '../../html/element.js';
import { parseHtml } from '../../html/parse.js';
import { toHtml } from '../../html/serialise.js';
import { showDocument } from '../../html/shapes/embeds.js';
import { CLOSED_POST, hideAtAllTimes, hideOnAllScreens, isClosedClass, PANEL } from '../classes.js';
import { classifyName } from '../privacy.js';
import { hasClosedProperty, isAllowed, mayBeClosed } from './closed-properties.js';
import { mayOpen, removeUnindexed } from './index-marks.js';

/** Elements whose text isn't for indexes (Yandex) or for language models (`vitepress-plugin-llms`). */
const NOT_FOR_INDEXES = /^(?:noindex|llms?-(?:exclude|ignore))$/;

/** Elements that show their text only to some readers. As a class, it may be the box that asks them to pay. */
const GUARD =
  /-paywall$|^(?:\w+-)?(?:auth|login|members?|role|permission|access)-(?:guard|gate)$|^(?:signed|logged)-in$|^is-(?:member|subscriber|logged-in)$|^(?:paid|premium|subscribers?|members?|protected)-content$/;

/** Class names of boxes that appear only in print, in Bootstrap and Tailwind. */
const [HIDDEN_CLASS, PRINT_CLASS] = [/^(?:d-none|hidden)$/, /^(?:d-print-|print:)(?!none$|hidden$)/];

/** Attributes of controls that refer to the element they open. */
const CONTROLS = words('ariaControls href dataTarget dataBsTarget dataToggle dataHref htmlFor onClick');

/**
 * Removes text that the author excludes from search results or language models (`data-nosnippet`), text for members,
 * print or e-mail, and text that a condition never shows. Shows the documents that frames contain, which have such parts
 * too. Changes the tree.
 * @param removed receives what is removed
 */
export function removeClosedParts(tree: Root | Element, rules: PrivacyRules, removed: Nodes[] = []): void {
  const open: (Root | Element)[] = [tree];
  let hasMarks = false;
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children: Nodes[] = parent.children;
    let isOff = false;
    // Created with the first removal: most elements have none.
    let kept: Nodes[] | undefined;
    let hasText = false;
    const isMarked = (at: number) =>
      mayBeClosed(children[at] as Element, rules) && !isOneOfSeveral(children, at);
    for (let at = 0; at < children.length; at += 1) {
      const child = children[at] as Nodes;
      const before: Nodes | undefined = children[at - 1];
      hasText ||= before?.type === 'element' && before.tagName === 'p';
      if (child.type === 'element') showDocument(child);
      if (child.type === 'comment') hasMarks ||= mayOpen(child.value);
      // An overlay of the same name is at the edge of a page, where no text comes before it.
      else if (child.type === 'element' && isPaywall(child) && hasText) {
        isOff = !isAllowed('paywall', rules);
      }
      if (isOff || (child.type === 'element' && (isClosed(child, rules) || (hasText && isMarked(at))))) {
        kept ??= children.slice(0, at);
        removed.push(child);
        continue;
      }
      kept?.push(child);
      if (child.type === 'element') open.push(child);
    }
    if (kept !== undefined) parent.children = kept as typeof parent.children;
  }
  if (hasMarks) removeUnindexed(tree, rules, removed);
}

/** Returns true for an empty element that divides a page into a part for all and one for members: `id="steady_paywall"`. */
function isPaywall(element: Element): boolean {
  if (!/[-_]paywall$/i.test(property(element, 'id'))) return false;
  return element.children.every((child) => child.type === 'text' && child.value.trim() === '');
}

/** Returns true for a box next to another of its kind, such as one of several plans or products. */
function isOneOfSeveral(siblings: readonly Nodes[], at: number): boolean {
  const names = (node: Nodes | undefined) =>
    node?.type === 'element' ? property(node, 'className') : undefined;
  const [before, after] = [at - 1, at + 1].map((next) => {
    const isText = siblings[next]?.type === 'text';
    return names(siblings[isText ? next + next - at : next]);
  });
  const own = names(siblings[at]);
  return own !== '' && (own === before || own === after);
}

/** What closed parts of a short text begin with. */
const MAY_BE_CLOSED = /<(?:!--|noindex|llms?-|[a-z][\w-]*\s)/i;

/** Returns a short text, such as a title or an excerpt, without its closed parts. */
export function withoutClosedParts(html: string, rules: PrivacyRules): string {
  if (!MAY_BE_CLOSED.test(html)) return html;
  const tree = parseHtml(html);
  const before = toHtml(tree);
  removeClosedParts(tree, rules);
  const after = toHtml(tree);
  return after === before ? html : after;
}

function isClosed(element: Element, rules: PrivacyRules): boolean {
  const { tagName } = element;
  if (
    NOT_FOR_INDEXES.test(tagName) ||
    (tagName.includes('-') && (isClosedClass(tagName) || GUARD.test(tagName)))
  )
    return !isAllowed(tagName, rules);
  if (!hasProperties(element)) return false;
  return (
    isUnderReview(element) ||
    isBlurred(element) ||
    hasClosedClass(element, rules) ||
    hasClosedProperty(element, rules)
  );
}

/** Returns true for text blurred behind a paywall. Text that a click reveals has no `aria-hidden`. */
function isBlurred(element: Element): boolean {
  return (
    property(element, 'ariaHidden') === 'true' &&
    (/filter:\s*blur\(/i.test(property(element, 'style')) ||
      classesOf(element).some((name) => /(?:^|[-_])(?:blur(?:red)?(?:-\w+)?|paywall)$/.test(name)))
  );
}

/** Returns true for a comment that awaits moderation, as WordPress marks it. */
function isUnderReview(element: Element): boolean {
  if (!hasClass(element, 'comment')) return false;
  return findElement(element, (inner) => hasClass(inner, 'comment-awaiting-moderation')) !== undefined;
}

function isDenied(name: string, rules: PrivacyRules): boolean {
  return rules.deny.length > 0 && classifyName(name, rules)?.kind === 'deny';
}

function hasClosedClass(element: Element, rules: PrivacyRules): boolean {
  const names = classesOf(element);
  if (names.length === 0) return false;
  const isForPaper =
    names.some((name) => HIDDEN_CLASS.test(name)) && names.some((name) => PRINT_CLASS.test(name));
  const isPost = names.some((name) => /^post-\d+$/.test(name));
  // What a printer gets of a page is its text.
  const isPrinted = names.some((name) => /^print-?only$/.test(name)) && holdsArticle(element);
  const isClosedName = (name: string) =>
    (isClosedClass(name) && !(isPrinted && /^print-?only$/.test(name))) || (isPost && CLOSED_POST.test(name));
  return (
    isForPaper ||
    (hideOnAllScreens(names) && !names.some((name) => isAllowed(name, rules))) ||
    names.some((name) => isDenied(name, rules) || (isClosedName(name) && !isAllowed(name, rules)))
  );
}

/** Whether an element is the text of a page, or contains it. */
function holdsArticle(element: Element): boolean {
  const isArticle = (one: Element): boolean =>
    property(one, 'itemProp') === 'articleBody' || hasClass(one, /^(?:entry|post|article)-(?:content|body)$/);
  return isArticle(element) || findElement(element, isArticle) !== undefined;
}

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
  for (const parent of parentsIn(tree)) {
    let before: Element | undefined;
    for (const child of parent.children) {
      if (child.type !== 'element') continue;
      for (const name of CONTROLS)
        if (child.properties[name] !== undefined) controls.push(property(child, name));
      if (isHidden(child, before, rules)) hidden.push([parent, child]);
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
