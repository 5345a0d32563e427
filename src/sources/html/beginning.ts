import type { Element } from 'hast';
import { findElement, pathTo } from '../../content/html/element.js';

/** The heading with the title of a page, and the boxes that end before it. */
interface Beginning {
  readonly title: Element | undefined;
  readonly boxes: ReadonlySet<Element>;
}

/** Found once for each page, since thousands of its boxes may ask. */
const BEGINNINGS = new WeakMap<Element, Beginning>();

/** Reads the beginning of a page at its first use. */
export function beginningOf(region: Element): Beginning {
  const known = BEGINNINGS.get(region);
  if (known !== undefined) return known;
  const title =
    findElement(region, ({ tagName }) => tagName === 'h1') ??
    findElement(region, ({ tagName }) => /^h[2-6]$/.test(tagName));
  const boxes = new Set<Element>();
  if (title !== undefined) {
    findElement(region, (one) => one === title || !boxes.add(one));
    for (const box of pathTo(title, region)) boxes.delete(box);
  }
  const beginning = { title, boxes };
  BEGINNINGS.set(region, beginning);
  return beginning;
}
