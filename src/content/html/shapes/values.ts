import type { Element, ElementContent } from 'hast';
import { findAll, hasClass, make, property } from '../element.js';
import { holdsProse } from '../form.js';
import { closest, findIn, type PageMap, remove, replace, textIn } from '../reveal/page-map.js';

/** Where scripts keep the number to which they count. */
const COUNTERS = [
  'dataToValue',
  'dataNumberValue',
  'dataCount',
  'dataCountTo',
  'dataCountto',
  'dataTo',
  'dataTarget',
  'dataPurecounterEnd',
];

const COUNTER = /count|number|value|odometer/i;

const VALUES = { tags: /^(?:input|map|meter|progress|select|textarea)$/, properties: COUNTERS };

/** Lists of countries or years would drown the text. */
const MAX_OPTIONS = 20;

/**
 * Replaces elements without text of their own with text: gauges, read-only fields, the options of forms with
 * text, and the areas of image maps that are links.
 */
export function normaliseValues(page: PageMap): void {
  const forms = new Map<Element, boolean>();
  for (const element of findIn(page, VALUES)) {
    const value = gaugeText(element);
    if (value !== undefined) replace(page, element, value === '' ? [] : [text(value)]);
    else if (isToCopy(page, element)) normaliseField(page, element);
    else if (element.tagName === 'map') normaliseMap(page, element);
    else if (COUNTERS.some((name) => element.properties[name] !== undefined)) normaliseCounter(element);
    else if (element.tagName === 'select') normaliseOptions(page, element, forms);
  }
}

/** Returns the text of a gauge, or its value and maximum (`3/5`); undefined for other elements. */
function gaugeText(element: Element): string | undefined {
  if (element.tagName !== 'meter' && element.tagName !== 'progress') return undefined;
  const written = textIn(element);
  const value = property(element, 'value');
  if (written !== '' || value === '') return written;
  return `${value}/${property(element, 'max') || '1'}`;
}

function isToCopy(page: PageMap, element: Element): boolean {
  const { tagName, properties } = element;
  // An old highlighter shows the text areas of this name as code.
  if (tagName === 'textarea' && (property(element, 'name') === 'code' || hasClass(element, 'code')))
    return true;
  // Outside of a form, its text is there to be read or copied.
  if (tagName === 'textarea' && closest(page, element, (one) => one.tagName === 'form') === undefined)
    return true;
  if (properties['readOnly'] !== true) return false;
  return (
    tagName === 'textarea' || (tagName === 'input' && /^(?:text|url)?$/i.test(property(element, 'type')))
  );
}

/** Writes the number to which a script counts up from zero. */
function normaliseCounter(element: Element): void {
  const end = COUNTERS.map((name) => property(element, name)).find((value) => /^\d[\d.,]*$/.test(value));
  if (end === undefined) return;
  const isZero = /^0$/.test(textIn(element));
  const place = [element, ...findAll(element, ({ tagName }) => tagName === 'span')].find((one) =>
    isZero ? one.children.every(({ type }) => type === 'text') : textIn(one) === '' && hasClass(one, COUNTER),
  );
  if (place !== undefined) place.children = [text(end)];
}

/** A text area becomes a code block, a text field becomes inline code. Addresses to share are left out. */
function normaliseField(page: PageMap, field: Element): void {
  if (/^\s*https?:\/\/\S+\s*$/.test(property(field, 'value'))) return;
  const isBlock = field.tagName === 'textarea';
  const content = isBlock ? field.children : [text(property(field, 'value'))];
  const code = make('code', content);
  if (textIn(code) === '') return;
  replace(page, field, [isBlock ? make('pre', [code]) : code]);
}

/** Puts the named areas of an image map as links after the image. */
function normaliseMap(page: PageMap, map: Element): void {
  const areas = findAll(map, ({ tagName }) => tagName === 'area');
  const links = areas.flatMap((area) => {
    const [href, name] = [property(area, 'href'), property(area, 'alt') || property(area, 'title')];
    if (href === '' || name === '') return [];
    return [{ ...make('a', [text(name)]), properties: { href } }];
  });
  for (const area of areas) remove(page, area);
  const list = links.flatMap((link, at): ElementContent[] => (at === 0 ? [link] : [text(', '), link]));
  if (list.length > 0) map.children.push(text(' '), make('span', list), text(' '));
}

/** Writes what a form with text lets readers choose from. */
function normaliseOptions(page: PageMap, select: Element, forms: Map<Element, boolean>): void {
  const form = closest(page, select, ({ tagName }) => tagName === 'form');
  if (form === undefined) return;
  const isProse = forms.get(form) ?? holdsProse(form);
  forms.set(form, isProse);
  if (!isProse) return;
  const options = findAll(select, ({ tagName }) => tagName === 'option');
  const names = options.map(textIn).filter((name) => name !== '');
  if (names.length > 0 && names.length <= MAX_OPTIONS) replace(page, select, [text(`${names.join(' / ')} `)]);
}

function text(value: string): ElementContent {
  return { type: 'text', value };
}
