import type { Element } from 'hast';
import {
  attribute,
  elementsIn,
  hasClass,
  type PageMap,
  remove,
  replace,
  textIn,
} from '../reveal/page-map.js';

/** Fonts that draw the name of an icon, such as `arrow_back`, as the icon. */
const ICON_FONT =
  /^material-(?:icons(?:-(?:outlined|round|sharp|two-tone))?|symbols-(?:outlined|rounded|sharp))$/;

/**
 * Writes the name of an icon that alone fills a cell: in tables of features, it says yes or no. Elsewhere, the names that
 * a font draws as icons are removed.
 */
export function settleIcons(page: PageMap): void {
  for (const element of page.elements) {
    if (isFontIcon(element)) {
      const cell = cellAround(page, element);
      if (cell === undefined || textIn(cell) !== textIn(element)) remove(page, element);
    }
    if (element.tagName !== 'svg') continue;
    const value = attribute(element, 'ariaLabel') || titleOf(element);
    const cell = value === '' ? undefined : cellAround(page, element);
    if (cell !== undefined && (textIn(cell) === '' || textIn(cell) === textIn(element)))
      replace(page, element, [{ type: 'text', value }]);
  }
}

function isFontIcon(element: Element): boolean {
  if (!hasClass(element, ICON_FONT) && !/^(?:mat|md)-icon$/.test(element.tagName)) return false;
  return /^[a-z][a-z0-9_]*$/.test(textIn(element));
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
