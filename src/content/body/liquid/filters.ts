import { compareText } from '../../../core/compare.js';
import { dateParts, strftime } from '../../../core/dates.js';
import { isObject, listOf } from '../../../core/json.js';
import { groupBy } from '../../../core/multimap.js';
import { capitalised } from '../../../core/text.js';
import { escapeHtml } from '../../html/escape.js';
import { plainText } from '../../html/text.js';
import { renderFragment } from '../markdown/render.js';
import { fieldOf, LazyMap, textOf, UNKNOWN } from '../template-values.js';

/** Dates as Jekyll writes them: `2024-03-05 10:00:00 +0000`. */
const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;

/**
 * Writes a date by the signs of `strftime`, in the zone in which it is written.
 * @returns undefined for what isn't a date, as `now`, which differs between builds
 */
function formatDate(value: unknown, format: string): string | undefined {
  const number = value instanceof Date ? value.getTime() / 1000 : value;
  if (typeof number === 'number')
    return Number.isFinite(number) ? strftime(format, dateParts(number, 'UTC')) : undefined;
  const match = typeof value === 'string' ? DATE.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone = '+0000'] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  const written = zone === 'Z' ? '+0000' : zone.replace(':', '');
  return strftime(format, dateParts(date.getTime() / 1000, 'UTC'), written);
}

/** A filter of a value with its arguments. */
export type Filter = (value: unknown, ...args: readonly unknown[]) => unknown;

const text =
  (fn: (value: string, ...args: string[]) => unknown): Filter =>
  (value, ...args) =>
    fn(textOf(value), ...args.map(textOf));

const list =
  (fn: (items: readonly unknown[], ...args: string[]) => unknown): Filter =>
  (value, ...args) =>
    fn(listOf(value), ...args.map(textOf));

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
  capitalize: text((value) => capitalised(value)),
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
  markdownify: text(renderFragment),
  markdown: text(renderFragment),
  linebreaksbr: text((value) => value.replace(/\n/g, '<br>\n')),
  striptags: text(plainText),
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
  sort: list((items, key = '') => [...items].sort((a, b) => compareText(keyOf(a, key), keyOf(b, key)))),
  where: list((items, key = '', wanted = '') =>
    items.filter((item) => textOf(fieldOf(item, key)) === wanted),
  ),
  date: (value, format) => formatDate(value, textOf(format)) ?? UNKNOWN,
  date_to_string: (value) => formatDate(value, '%d %b %Y') ?? UNKNOWN,
  date_to_long_string: (value) => formatDate(value, '%d %B %Y') ?? UNKNOWN,
  date_to_xmlschema: (value) => formatDate(value, '%FT%T%z')?.replace(/(\d\d)$/, ':$1') ?? UNKNOWN,
  group_by: list((items, key = '') => groups(items, key)),
  concat: (value, other) => [value, other].flatMap(listOf),
  push: (value, item) => (Array.isArray(value) ? [...value, item] : UNKNOWN),
  pop: list((items) => items.slice(0, -1)),
  shift: list((items) => items.slice(1)),
  unshift: (value, item) => (Array.isArray(value) ? [item, ...value] : UNKNOWN),
  sum: list((items, key = '') =>
    items.reduce<number>((all, item) => all + Number(textOf(key === '' ? item : fieldOf(item, key))), 0),
  ),
  find: list((items, key = '', wanted = '') => items.find((item) => textOf(fieldOf(item, key)) === wanted)),
  sort_natural: list((items, key = '') =>
    [...items].sort((a, b) => compareText(keyOf(a, key).toLowerCase(), keyOf(b, key).toLowerCase())),
  ),
  array_to_sentence_string: list((items, word = 'and') => sentence(items.map(textOf), word)),
  length: (value) => (Array.isArray(value) ? value.length : textOf(value).length),
  lower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  title: text((value) =>
    value.toLowerCase().replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (one) => one.toUpperCase()),
  ),
  trim: text((value) => value.trim()),
  replace_first: text((value, from = '', to = '') => value.replace(from, () => to)),
  replace_last: text((value, from = '', to = '') => replaceLast(value, from, to)),
  remove_last: text((value, part = '') => replaceLast(value, part, '')),
  escape_once: text((value) => escapeHtml(plainText(value))),
  normalize_whitespace: text((value) => value.replace(/\s+/g, ' ')),
  number_of_words: text((value) => value.match(/\S+/g)?.length ?? 0),
  truncatewords: text((value, count = '15', end = '...') => {
    const words = value.trim().split(/\s+/);
    return words.length <= Number(count) ? value : words.slice(0, Math.max(1, Number(count))).join(' ') + end;
  }),
  slice: (value, from, length = 1) => {
    const whole = Array.isArray(value) ? value : textOf(value);
    const start = Number(from) < 0 ? Math.max(0, whole.length + Number(from)) : Number(from);
    return whole.slice(start, start + Number(length));
  },
  url_encode: text((value) => encodeURIComponent(value).replace(/%20/g, '+')),
  cgi_escape: text((value) => encodeURIComponent(value).replace(/%20/g, '+')),
  uri_escape: text((value) => encodeURI(value)),
  jsonify: (value) => (value instanceof LazyMap ? UNKNOWN : (JSON.stringify(value) ?? 'null')),
  divided_by: (a, b) => {
    const [x, y] = [Number(textOf(a)), Number(textOf(b))];
    return y === 0 ? UNKNOWN : Number.isInteger(x) && Number.isInteger(y) ? Math.floor(x / y) : x / y;
  },
  modulo: number((a, b) => a - b * Math.floor(a / b)),
  round: number((a, b) => Number(a.toFixed(Math.max(0, Math.min(20, b || 0))))),
  ceil: number((a) => Math.ceil(a)),
  floor: number((a) => Math.floor(a)),
  abs: number((a) => Math.abs(a)),
  at_least: number((a, b) => Math.max(a, b)),
  at_most: number((a, b) => Math.min(a, b)),
  plus: number((a, b) => a + b),
  minus: number((a, b) => a - b),
  times: number((a, b) => a * b),
};

function groups(items: readonly unknown[], key: string): unknown {
  const found = groupBy(items, (item) => textOf(fieldOf(item, key)));
  return Array.from(found, ([name, own]) => ({ name, items: own, size: own.length }));
}

function sentence(words: readonly string[], word: string): string {
  if (words.length < 3) return words.join(` ${word} `);
  return `${words.slice(0, -1).join(', ')}, ${word} ${words.at(-1)}`;
}

function replaceLast(text: string, part: string, other: string): string {
  const at = part === '' ? -1 : text.lastIndexOf(part);
  return at < 0 ? text : text.slice(0, at) + other + text.slice(at + part.length);
}

function keyOf(item: unknown, key: string): string {
  return textOf(key === '' || !isObject(item) ? item : fieldOf(item, key));
}
