import type { Element, Nodes } from 'hast';
import { findElement, oneLine } from '../../html/element.js';
import { isSet } from '../../html/unseen.js';

const DROPPED = new Set(
  (
    'applet area base basefont bgsound canvas col colgroup command content datalist embed frame frameset ' +
    'input isindex keygen link meta meter nextid noembed noframes object optgroup option param ' +
    'progress script select shadow source spacer style svg template textarea title track'
  ).split(' '),
);
const ZERO_WIDTH = /[\u00ad\u200b\u2060\ufeff]/;
const ALL_ZERO_WIDTH = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * Returns whether an element is never content: scripts, drawings, controls, closed dialogs.
 *
 * @param node any element
 * @returns true when it is left out
 */
export function isDropped(node: Element): boolean {
  if (node.tagName === 'dialog') return !isSet(node.properties['open']);
  return DROPPED.has(node.tagName) || (node.properties['role'] === 'tablist' && !holdsPanels(node));
}

/** Accordions have the role of a list of tabs too, with the panels inside of it. */
function holdsPanels(tabs: Element): boolean {
  const isContent = ({ tagName, properties }: Element): boolean =>
    /^(?:h[1-6]|p|pre|table|blockquote)$/.test(tagName) || properties['role'] === 'tabpanel';
  return findElement(tabs, isContent) !== undefined;
}

/**
 * Removes invisible characters from a text: soft hyphens, zero-width spaces, byte order marks.
 *
 * @param value text
 * @returns text without them
 */
export function withoutZeroWidth(value: string): string {
  return ZERO_WIDTH.test(value) ? value.replace(ALL_ZERO_WIDTH, '') : value;
}

/**
 * Reads all visible text of a subtree, however deep it is.
 *
 * @param node an element
 * @returns one line
 */
export function readableText(node: Element): string {
  return oneLine([...readableTexts(node)].join(' '));
}

/** Returns true if a subtree has visible text. */
export function isReadable(node: Element): boolean {
  for (const text of readableTexts(node)) if (/\S/.test(text)) return true;
  return false;
}

function* readableTexts(node: Element): Iterable<string> {
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (next.type === 'text') yield withoutZeroWidth(next.value);
    if (next.type !== 'element' || isDropped(next) || next.properties['hidden'] === true) continue;
    for (let index = next.children.length - 1; index >= 0; index--) stack.push(next.children[index] as Nodes);
  }
}
