import type { Element } from 'hast';
import { findElement, pathTo } from '../../content/html/element.js';
import { memoisedByObject } from '../../core/memoised.js';

/** The heading with the title of a page, and the boxes that end before it. */
interface Beginning {
  readonly title: Element | undefined;
  readonly boxes: ReadonlySet<Element>;
}

/** Finds the beginning of a page. It's cached, because a page may have thousands of boxes to test. */
export const beginningOf = memoisedByObject((region: Element): Beginning => {
  const title =
    findElement(region, ({ tagName }) => tagName === 'h1') ??
    findElement(region, ({ tagName }) => /^h[2-6]$/.test(tagName));
  const boxes = new Set<Element>();
  if (title !== undefined) {
    findElement(region, (one) => one === title || !boxes.add(one));
    for (const box of pathTo(title, region)) boxes.delete(box);
  }
  return { title, boxes };
});
