import type { Element } from 'hast';
import { closest, findIn, type PageMap } from '../reveal/page-map.js';

/**
 * The footer of a quotation names its author, and its header its source: they are text of the quotation, not frame
 * of the page.
 */
export function settleQuotations(page: PageMap): void {
  for (const element of findIn(page, { tags: /^(?:footer|header)$/ })) {
    if (closest(page, element, isQuotation) !== undefined) element.tagName = 'div';
  }
}

function isQuotation({ tagName }: Element): boolean {
  return tagName === 'blockquote' || tagName === 'figure';
}
