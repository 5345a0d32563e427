/** Recognises the attributes of blocks that readers see, and writes them as HTML. */

import { isObject, parseJson } from '../../../core/json.js';
import { decodePercent } from '../../../core/percent.js';
import { escapeHtml } from '../../html/escape.js';
import type { BlockAttributes } from './block-parser.js';
import { escapeOnce, isWebAddress } from './escape.js';
import { foldKey } from './setting-names.js';

/** Addresses and styles. */
const MACHINE = /^(?:[a-z]+:\/\/|[#.]|var\(|rgba?\(|\{|\[|\/)/i;
const INLINE = /<\/?(?:a|b|strong|em|i|br|code|span|sup|sub|mark)\b/i;
const BOX = /<(?:p|div|h[1-6]|ul|ol|table|section|article|blockquote|figure|pre)\b/i;

/** Returns true for text with letters, unless it is an address or a style. */
export function isText(value: unknown): value is string {
  return typeof value === 'string' && /\p{L}/u.test(value) && !MACHINE.test(value.trim());
}

/** Returns true for HTML that consists of block elements. */
export function isBoxes(value: unknown): value is string {
  return typeof value === 'string' && value.trimStart().startsWith('<') && BOX.test(value);
}

/** Decodes JSON escapes that an export stored without their backslash: `u003cstrongu003e`. */
export function withBackslashes(text: string): string {
  return text.replace(/u00(2[267]|3[ce])/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Rich text keeps its markup; plain text is escaped. */
export function paragraph(stored: string): string {
  const value = withBackslashes(stored);
  if (/^\s*<li\b/i.test(value)) return `<ul>${value}</ul>`;
  return BOX.test(value) ? value : `<p>${inlineHtml(value)}</p>`;
}

/** Text within a line: with its own markup, else escaped. */
export function inlineHtml(value: string): string {
  return INLINE.test(value) ? value : escapeHtml(value);
}

/** Writes a text as a heading if its block has a level: `{"content": "Tides", "level": 2}`, `{"titleTag": "h3"}`. */
export function headingOr(value: string, level: number | undefined): string {
  const html = paragraph(value);
  return level === undefined || !html.startsWith('<p>')
    ? html
    : `<h${level}>${html.slice(3, -4)}</h${level}>`;
}

/** The heading level of a block. */
export function levelOf(record: Readonly<Record<string, unknown>>): number | undefined {
  const given = Object.entries(record).find(
    ([key, value]) =>
      (key === 'level' && typeof value === 'number') ||
      (/^(?:html|heading|title)?tag(?:name)?$/i.test(key) && /^h[1-6]$/.test(String(value))),
  );
  const level = Number(String(given?.[1] ?? '').replace('h', ''));
  return level >= 1 && level <= 6 ? level : undefined;
}

/** Addresses of media that a block shows, as opposed to its link target. */
const FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|mp4|webm|mp3|ogg)(?:[?#]|$)/i;

const LINK = /^(?:(?:\w+_)?(?:btn|button|cta|link|action|more)_?)?(?:link|url|href)$/;

/** The link target of a block with a label. */
export function addressOf(record: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, value] of Object.entries(record)) {
    if (!LINK.test(foldKey(key))) continue;
    const url = isObject(value) ? value['url'] : value;
    if (typeof url === 'string' && isWebAddress(url) && !FILE.test(url)) return url;
  }
  return undefined;
}

/** A label as a link. */
export function linked(label: string, url: string): string {
  return /<a\s/i.test(label)
    ? paragraph(label)
    : `<p><a href="${escapeOnce(url)}">${paragraph(label).slice(3, -4)}</a></p>`;
}

/** Parses a value that is stored as JSON, maybe percent-encoded (`%5B%7B…`); returns undefined for any other value. */
export function decodeJson(value: unknown): unknown {
  if (typeof value !== 'string') return undefined;
  if (/^\[\s*\{/.test(value)) return parseJson(value);
  return /^%(?:5B|7B)/i.test(value) ? parseJson(decodePercent(value)) : undefined;
}

/** Replaces attributes that are stored as JSON with their values. */
export function decodeLists(attributes: BlockAttributes): BlockAttributes {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, value]) => [key, decodeJson(value) ?? value]),
  );
}

/** Keys for the number at which a counter or a bar ends. */
const END =
  /^(?:end|(?:end|num)[-_]?(?:number|end)|number|target|counter[-_]?(?:end|number|value)|progress|percent(?:age)?|value|final)$/i;
/** Keys for the amount of a price. */
const AMOUNT = /^(?:(?:main|regular|base|package)[-_]?)?price$/i;

/** The number at which a counter or a bar ends. */
export function counterEnd(attributes: BlockAttributes): string | undefined {
  const end = Object.entries(attributes).find(([key, value]) => END.test(key) && isNumber(value))?.[1];
  return end === undefined ? undefined : String(end);
}

/** The number that a block shows: where a counter ends with its units, or a price. */
export function shownNumber(name: string, attributes: BlockAttributes): string {
  const get = (pattern: RegExp) =>
    String(Object.entries(attributes).find(([key]) => pattern.test(key))?.[1] ?? '');
  if (/count|progress|percent|skill|pie|chart|milestone|number/.test(name)) {
    const end = counterEnd(attributes) ?? '';
    const unit = /progress|percent|skill|pie/.test(name)
      ? '%'
      : get(/^(?:number-?)?(?:suffix|symbol|units?)$/i);
    return end === ''
      ? ''
      : paragraph(`${get(/^(?:number-?)?prefix$/i)}${end}${end.endsWith('%') ? '' : unit}`);
  }
  const amount = Object.entries(attributes).find(([key, value]) => AMOUNT.test(key) && isNumber(value))?.[1];
  if (amount === undefined) return '';
  const period = get(/^(?:(?:price|package)[-_]?)?(?:period|interval|unit)$/i);
  return paragraph(
    `${get(/^(?:price[-_]?)?currency(?:[-_]?symbol)?$/i)}${String(amount)}${period === '' ? '' : ` / ${period}`}`,
  );
}

function isNumber(value: unknown): value is string | number {
  return (
    typeof value === 'number' || (typeof value === 'string' && /^\s*\p{Sc}?\s*\d[\d.,\s]*%?\s*$/u.test(value))
  );
}
