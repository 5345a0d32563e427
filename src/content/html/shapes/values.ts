import type { Element, ElementContent } from 'hast';
import { attribute, findBelow, make, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';

/**
 * Writes as text what a page shows with elements that have no text of their own: gauges, fields that are only there to
 * be copied from, and the places of a picture that are links.
 */
export function settleValues(page: PageMap): void {
  for (const element of page.elements) {
    const value = gaugeText(element);
    if (value !== undefined) replace(page, element, value === '' ? [] : [text(value)]);
    else if (isToCopy(element)) settleField(page, element);
    else if (element.tagName === 'map') settleMap(page, element);
  }
}

/** The value of a gauge as its author writes it, else as the share of its range; undefined for other elements. */
function gaugeText(element: Element): string | undefined {
  if (element.tagName !== 'meter' && element.tagName !== 'progress') return undefined;
  const written = textIn(element);
  const value = attribute(element, 'value');
  if (written !== '' || value === '') return written;
  return `${value}/${attribute(element, 'max') || '1'}`;
}

function isToCopy(element: Element): boolean {
  const { tagName, properties } = element;
  if (properties['readOnly'] !== true) return false;
  return (
    tagName === 'textarea' || (tagName === 'input' && /^(?:text|url)?$/i.test(attribute(element, 'type')))
  );
}

/** Lines to copy are a block of code, a single value is code in its line; an address is that of a page to share. */
function settleField(page: PageMap, field: Element): void {
  if (/^\s*https?:\/\/\S+\s*$/.test(attribute(field, 'value'))) return;
  const isBlock = field.tagName === 'textarea';
  const content = isBlock ? field.children : [text(attribute(field, 'value'))];
  const code = make('code', content);
  if (textIn(code) === '') return;
  replace(page, field, [isBlock ? make('pre', [code]) : code]);
}

/** The places of a picture with a name, as links behind the picture. */
function settleMap(page: PageMap, map: Element): void {
  const areas = findBelow(map, ({ tagName }) => tagName === 'area');
  const links = areas.flatMap((area) => {
    const [href, name] = [attribute(area, 'href'), attribute(area, 'alt') || attribute(area, 'title')];
    if (href === '' || name === '') return [];
    return [{ ...make('a', [text(name)]), properties: { href } }];
  });
  for (const area of areas) remove(page, area);
  const list = links.flatMap((link, at): ElementContent[] => (at === 0 ? [link] : [text(', '), link]));
  if (list.length > 0) map.children.push(text(' '), make('span', list), text(' '));
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}
