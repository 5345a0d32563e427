import type { Element, Root } from 'hast';
import { findAll } from '../../content/html/element.js';
import { matches, parseSelectors } from './selector.js';
import { removeWhere } from './tree.js';

/** A part that contains one of them is the page itself. */
const WHOLE = /^(?:html|body|main|h1)$/;

/**
 * Removes the parts of a page for which readers have to pay.
 * @returns false if a selector matches nothing, or the page itself: then the page is restricted as a whole
 */
export function removePaywalledParts(page: Root, cssSelectors: readonly string[]): boolean {
  const parts: Element[] = [];
  for (const selector of cssSelectors) {
    const list = parseSelectors(selector) ?? [];
    const found = findAll(page, (element) => matches(element, list));
    if (found.length === 0) return false;
    parts.push(...found);
  }
  const isWhole = ({ tagName }: Element) => WHOLE.test(tagName);
  if (parts.some((part) => isWhole(part) || findAll({ type: 'root', children: [part] }, isWhole).length > 0))
    return false;
  const removed = new Set(parts);
  if (removed.size > 0) removeWhere(page, (element) => removed.has(element));
  return true;
}
