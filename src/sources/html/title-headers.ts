/** Headers of pages that are content: those with a title, and those of parts. */

import type { Element } from 'hast';
import { findElement, isHeading, walk } from '../../content/html/element.js';

/** The headers behind the title of a page, and those of parts behind other headings. */
export function headersBehindTitle(region: Element): ReadonlySet<Element> {
  const headers = new Set<Element>();
  let [hasTitle, hasHeading] = [false, false];
  walk(region, (element) => {
    if (element.tagName === 'header' && (hasTitle || (hasHeading && isTitleBlock(element, isHeading))))
      headers.add(element);
    hasTitle ||= element.tagName === 'h1';
    hasHeading ||= isHeading(element);
    return true;
  });
  return headers;
}

/** The header of a page that only contains its title, as converters of single documents write it. */
export function isTitleBlock(header: Element, isTitle = isFirstLevel): boolean {
  const title = findElement(header, isTitle);
  const inner = ({ tagName }: Element) => tagName === 'nav' || tagName === 'form';
  if (title === undefined || findElement(header, inner) !== undefined) return false;
  return findElement(title, ({ tagName }) => tagName === 'a') === undefined;
}

function isFirstLevel({ tagName }: Element): boolean {
  return tagName === 'h1';
}
