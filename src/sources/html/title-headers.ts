/** Headers of pages that are content: those with a title, and those of parts. */

import type { Element } from 'hast';
import { findElement, walk } from '../../content/html/element.js';

const HEADING = /^h[1-6]$/;

/** The headers behind the title of a page, and those of parts behind other headings. */
export function headersBehindTitle(region: Element): ReadonlySet<Element> {
  const headers = new Set<Element>();
  let [hasTitle, hasHeading] = [false, false];
  walk(region, (element) => {
    if (element.tagName === 'header' && (hasTitle || (hasHeading && isTitleBlock(element, HEADING))))
      headers.add(element);
    hasTitle ||= element.tagName === 'h1';
    hasHeading ||= HEADING.test(element.tagName);
    return true;
  });
  return headers;
}

/** The header of a page that only contains its title, as converters of single documents write it. */
export function isTitleBlock(header: Element, level = /^h1$/): boolean {
  const title = findElement(header, ({ tagName }) => level.test(tagName));
  const inner = ({ tagName }: Element) => tagName === 'nav' || tagName === 'form';
  if (title === undefined || findElement(header, inner) !== undefined) return false;
  return findElement(title, ({ tagName }) => tagName === 'a') === undefined;
}
