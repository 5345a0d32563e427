import { isObject } from '../../../core/json.js';
import { inWords } from '../../../core/text.js';
import { escapeHtml } from '../../html/escape.js';
import { plainText } from '../../html/text.js';
import { fieldOf, isTrue, SafeHtml, textOf } from '../template-values.js';

type Fn = (...args: readonly unknown[]) => unknown;

const text =
  (fn: (first: string, ...rest: string[]) => unknown): Fn =>
  (...args) =>
    fn(...(args.map(textOf) as [string, ...string[]]));

const numbers =
  (fn: (a: number, b: number) => number | boolean): Fn =>
  (a, b) =>
    fn(Number(textOf(a)), Number(textOf(b)));

const MAX_ITEMS = 1000;

/** Functions by their names in lower case and without namespace. Their result follows from their arguments alone. */
export const FUNCTIONS: Readonly<Record<string, Fn>> = {
  default: (fallback, value) => (isTrue(value) ? value : fallback),
  cond: (condition, a, b) => (isTrue(condition) ? a : b),
  printf: (format, ...args) => printf(textOf(format), args),
  print: (...args) => args.map(textOf).join(''),
  string: text((value) => value),
  tostring: text((value) => value),
  int: (value) => Math.trunc(Number(textOf(value))) || 0,
  toint: (value) => Math.trunc(Number(textOf(value))) || 0,
  safehtml: (value) => new SafeHtml(textOf(value)),
  html: (value) => new SafeHtml(textOf(value)),
  safehtmlattr: (value) => new SafeHtml(textOf(value)),
  safeurl: (value) => value,
  safecss: (value) => value,
  safejs: (value) => value,
  htmlescape: text((value) => escapeHtml(value)),
  htmlunescape: text((value) => plainText(value)),
  plainify: text((value) => plainText(value)),
  emojify: (value) => value,
  chomp: text((value) => value.replace(/\n+$/, '')),
  trim: text((value, signs) => trimSigns(value, signs ?? ' \n\t\r')),
  trimspace: text((value) => value.trim()),
  trimprefix: text((prefix, value = '') => (value.startsWith(prefix) ? value.slice(prefix.length) : value)),
  trimsuffix: text((suffix, value = '') =>
    value.endsWith(suffix) ? value.slice(0, -suffix.length || undefined) : value,
  ),
  lower: text((value) => value.toLowerCase()),
  tolower: text((value) => value.toLowerCase()),
  upper: text((value) => value.toUpperCase()),
  toupper: text((value) => value.toUpperCase()),
  title: text((value) => value.replace(/(?<![\p{L}\p{N}'’])\p{L}/gu, (letter) => letter.toUpperCase())),
  humanize: text((value) => inWords(value)),
  urlize: text((value) =>
    value
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}._/-]+/gu, '-'),
  ),
  anchorize: text((value) =>
    value
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]+/gu, '')
      .replace(/ /g, '-'),
  ),
  replace: text((value, from = '', to = '') => (from === '' ? value : value.replaceAll(from, to))),
  split: text((value, sign = '') => value.split(sign).slice(0, MAX_ITEMS)),
  delimit: (list, sign) => (Array.isArray(list) ? list.map(textOf).join(textOf(sign)) : ''),
  len: (value) =>
    Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : textOf(value).length,
  isset: (value, key) => fieldOf(value, textOf(key)) !== undefined,
  in: (list, item) =>
    Array.isArray(list)
      ? list.some((one) => textOf(one) === textOf(item))
      : textOf(list).includes(textOf(item)),
  contains: text((value, part = '') => value.includes(part)),
  hasprefix: text((value, part = '') => value.startsWith(part)),
  hassuffix: text((value, part = '') => value.endsWith(part)),
  eq: (first, ...others) => others.some((one) => isEqual(first, one)),
  ne: (first, other) => !isEqual(first, other),
  lt: numbers((a, b) => a < b),
  le: numbers((a, b) => a <= b),
  gt: numbers((a, b) => a > b),
  ge: numbers((a, b) => a >= b),
  not: (value) => !isTrue(value),
  and: (...args) => args.find((arg) => !isTrue(arg)) ?? args.at(-1),
  or: (...args) => args.find(isTrue) ?? args.at(-1),
  add: numbers((a, b) => a + b),
  sub: numbers((a, b) => a - b),
  mul: numbers((a, b) => a * b),
  div: numbers((a, b) => a / b),
  mod: numbers((a, b) => a % b),
  slice: (...args) => args,
  dict: (...args) =>
    Object.fromEntries(args.flatMap((key, at) => (at % 2 === 0 ? [[textOf(key), args[at + 1]]] : []))),
  merge: (...args) => Object.assign({}, ...args.filter(isObject)),
  first: (count, list) => (Array.isArray(list) ? list.slice(0, Number(count)) : list),
  last: (count, list) => (Array.isArray(list) ? list.slice(-Number(count)) : list),
  after: (count, list) => (Array.isArray(list) ? list.slice(Number(count)) : list),
  index: (value, ...keys) => keys.reduce((inner, key) => fieldOf(inner, textOf(key)), value),
  seq: (...args) => sequence(args.map((arg) => Number(textOf(arg)))),
  relurl: text((path) => fromRoot(path)),
  absurl: text((path) => fromRoot(path)),
  ref: text((path) => `{{< relref ${path} >}}`),
  relref: text((path) => `{{< relref ${path} >}}`),
  warnf: () => '',
  errorf: () => '',
};

/**
 * An address on the site from its root.
 * @param language the folder of a language, with a slash before it
 */
export function fromRoot(path: string, language = ''): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|#|\/\/)/i.test(path)) return path;
  return `${language}/${path.replace(/^\/+/, '')}`;
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === typeof b && textOf(a) !== '' && textOf(a) === textOf(b));
}

function trimSigns(value: string, signs: string): string {
  let [from, to] = [0, value.length];
  while (from < to && signs.includes(value.charAt(from))) from += 1;
  while (to > from && signs.includes(value.charAt(to - 1))) to -= 1;
  return value.slice(from, to);
}

function sequence([first = 0, second, third]: readonly number[]): readonly number[] {
  const [from, step, to] =
    third !== undefined
      ? [first, second ?? 1, third]
      : second !== undefined
        ? [first, 1, second]
        : [1, 1, first];
  const length = step > 0 ? Math.floor((to - from) / step) + 1 : 0;
  return Array.from({ length: Math.max(0, Math.min(length, MAX_ITEMS)) }, (_, at) => from + at * step);
}

function printf(format: string, args: readonly unknown[]): string {
  let at = 0;
  return format.replace(/%(?:%|[-+# 0]*\d*(?:\.(\d+))?([sdvqtfTx]))/g, (found, digits, kind) => {
    if (found === '%%') return '%';
    const value = args[at++];
    if (kind === 'q') return JSON.stringify(textOf(value));
    if (kind === 'f') return Number(textOf(value)).toFixed(Math.min(20, Number(digits ?? 6)));
    return textOf(value);
  });
}
