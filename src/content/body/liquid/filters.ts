import { isObject } from '../../../core/is-object.js';
import { escapeHtml } from '../../html/escape.js';
import { plainText } from '../../html/plain.js';
import { fieldOf, textOf } from '../template-values.js';

type Filter = (value: unknown, ...args: readonly unknown[]) => unknown;

const text =
  (fn: (value: string, ...args: string[]) => unknown): Filter =>
  (value, ...args) =>
    fn(textOf(value), ...args.map(textOf));

const list =
  (fn: (items: readonly unknown[], ...args: string[]) => unknown): Filter =>
  (value, ...args) =>
    fn(Array.isArray(value) ? value : [], ...args.map(textOf));

const number =
  (fn: (a: number, b: number) => number): Filter =>
  (a, b) =>
    fn(Number(textOf(a)), Number(textOf(b)));

/** Filters of Liquid and Jekyll whose result follows from their arguments alone. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  append: text((value, end = '') => value + end),
  prepend: text((value, start = '') => start + value),
  upcase: text((value) => value.toUpperCase()),
  downcase: text((value) => value.toLowerCase()),
  capitalize: text((value) => value.charAt(0).toUpperCase() + value.slice(1)),
  strip: text((value) => value.trim()),
  lstrip: text((value) => value.trimStart()),
  rstrip: text((value) => value.trimEnd()),
  strip_html: text(plainText),
  strip_newlines: text((value) => value.replace(/\n/g, '')),
  newline_to_br: text((value) => value.replace(/\n/g, '<br>\n')),
  escape: text(escapeHtml),
  xml_escape: text(escapeHtml),
  replace: text((value, from = '', to = '') => (from === '' ? value : value.replaceAll(from, to))),
  remove: text((value, part = '') => (part === '' ? value : value.replaceAll(part, ''))),
  remove_first: text((value, part = '') => value.replace(part, () => '')),
  slugify: text((value) =>
    value
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  ),
  split: text((value, sign = '') => value.split(sign)),
  truncate: text((value, length = '50', end = '...') =>
    value.length <= Number(length) ? value : value.slice(0, Math.max(0, Number(length) - end.length)) + end,
  ),
  markdownify: (value) => value,
  smartify: (value) => value,
  safe: (value) => value,
  default: (value, fallback) =>
    value === undefined || value === null || value === false || value === '' ? fallback : value,
  size: (value) => (Array.isArray(value) ? value.length : textOf(value).length),
  first: list((items) => items[0]),
  last: list((items) => items.at(-1)),
  join: list((items, sign = ' ') => items.map(textOf).join(sign)),
  reverse: list((items) => [...items].reverse()),
  uniq: list((items) => [...new Set(items)]),
  compact: list((items) => items.filter((item) => item !== undefined && item !== null)),
  map: list((items, key = '') => items.map((item) => fieldOf(item, key))),
  sort: list((items, key = '') => [...items].sort((a, b) => compare(keyOf(a, key), keyOf(b, key)))),
  where: list((items, key = '', wanted = '') =>
    items.filter((item) => textOf(fieldOf(item, key)) === wanted),
  ),
  plus: number((a, b) => a + b),
  minus: number((a, b) => a - b),
  times: number((a, b) => a * b),
};

function keyOf(item: unknown, key: string): string {
  return textOf(key === '' || !isObject(item) ? item : fieldOf(item, key));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
