import type { Element, Root } from 'hast';
import { findAll, property } from '../../content/html/element.js';

/** The largest icon of a page, as written; empty when it has none. */
export function iconOf(document: Root): string {
  const icons = findAll(document, ({ tagName }) => tagName === 'link');
  const rel = (element: Element) => property(element, 'rel').toLowerCase().split(/\s+/);
  const best =
    icons.find((one) => rel(one).includes('apple-touch-icon')) ??
    icons.find((one) => rel(one).includes('icon'));
  return best === undefined ? '' : property(best, 'href');
}
