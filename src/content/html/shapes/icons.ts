import type { Element } from 'hast';
import { attribute, elementsIn, type PageMap, replace, textIn } from '../reveal/page-map.js';

/** Writes the name of an icon that alone fills a cell: in tables of features, it says yes or no. */
export function settleIcons(page: PageMap): void {
  for (const element of page.elements) {
    if (element.tagName !== 'svg') continue;
    const value = attribute(element, 'ariaLabel') || titleOf(element);
    const cell = value === '' ? undefined : cellAround(page, element);
    if (cell !== undefined && (textIn(cell) === '' || textIn(cell) === textIn(element)))
      replace(page, element, [{ type: 'text', value }]);
  }
}

function titleOf(svg: Element): string {
  const [first] = elementsIn(svg);
  return first?.tagName === 'title' ? textIn(first) : '';
}

function cellAround(page: PageMap, element: Element): Element | undefined {
  for (let at = page.parents.get(element), level = 0; at?.type === 'element' && level < 4; level += 1) {
    if (/^(?:td|th|dd)$/.test(at.tagName)) return at;
    if (!/^(?:span|div|i|p)$/.test(at.tagName)) return undefined;
    at = page.parents.get(at);
  }
  return undefined;
}
