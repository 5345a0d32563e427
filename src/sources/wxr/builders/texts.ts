/** The settings of page builders whose values readers see. */

import { decodeHTML } from 'entities';
import { escapeOnce, isWebAddress } from '../../../content/body/wordpress/escape.js';
import { addParagraphs } from '../../../content/body/wordpress/paragraphs.js';
import { foldKey, type Role, roleOf } from '../../../content/body/wordpress/setting-names.js';
import { isObject } from '../../../core/json.js';

/** Settings of an element or of an item in one of its lists. */
export type Settings = Readonly<Record<string, unknown>>;

/** Values of switches, alignments and styles that stand under names of texts. */
const MACHINE =
  /^(?:[a-z]+:\/\/|[#.]\w|var\(|rgba?\(|\{.*\}$|yes$|no$|on$|off$|true$|false$|default$|none$|custom$|center$|left$|right$|flex-(?:start|end)$|space-(?:between|around|evenly)$|inherit$|h[1-6]$|[\d.]+(?:px|em|rem|%|vh|vw)$)/i;

/** Settings that are shown by their own names. */
const BY_NAME = /(?:^|_)(?:html|shortcode|price|period|duration|prefix|suffix|code|field)$/;

const CONTACT = /(?:^|_)(?:e?mail|phone|tel|mobile|fax|address)$/;

/**
 * Makes a text of every setting whose words stand in a row in the stored body, whatever the extension calls it: the
 * builder stores there what its elements show. A text that only repeats the name of its setting is left out if it
 * isn't there: it's the default of a part that is off.
 * @param body words of the stored body, as `wordsOf` gives them
 */
export function nameShownTexts(settings: Settings, body: string, depth = 0): Settings {
  const fact = depth > 0 && isFact(settings) ? factOf(settings) : undefined;
  const named = Object.entries(settings).map(([key, value], at): [string, unknown] => {
    if (Array.isArray(value) && depth < 3) {
      return [key, value.map((item) => (isObject(item) ? nameShownTexts(item, body, depth + 1) : item))];
    }
    return value !== fact && isShown(key, value, body) ? [`shown${at}_text`, value] : [key, value];
  });
  return Object.fromEntries(named.filter(([key, value]) => !isDefault(key, value, body)));
}

function isDefault(key: string, value: unknown, body: string): boolean {
  if (typeof value !== 'string' || !/\s/.test(value.trim())) return false;
  const isOwnName = foldKey(value.trim().replace(/\s+/g, '_')) === foldKey(key);
  return (isOwnName || isSample(value, body)) && !body.includes(` ${wordsOf(value)} `);
}

/** `Title #1` and the other texts of a new item, where a stored body would have them. */
function isSample(value: string, body: string): boolean {
  return (
    body.trim() !== '' && /^\p{L}[\p{L} ]{0,30}#\d+$|click (?:the |on )?edit button/iu.test(value.trim())
  );
}

function isShown(key: string, value: unknown, body: string): boolean {
  const name = foldKey(key);
  if (key.startsWith('_') || !isText(value) || roleOf(key) !== undefined || BY_NAME.test(name)) return false;
  const words = wordsOf(value);
  // A label may stand right before it.
  if (CONTACT.test(name)) return body.includes(words);
  return words.split(' ').filter((word) => /\p{L}/u.test(word)).length > 1 && body.includes(` ${words} `);
}

/** True for a row with a label and a value, and no other text. */
export function isFact(row: Settings): boolean {
  return textsOf(row, 'text').length === 0 && textsOf(row, 'heading').length === 1;
}

/** The words of HTML, with single spaces. */
export function wordsOf(html: string): string {
  return decodeHTML(html.replace(/<[^<>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** The texts of a role, in the order of the settings. */
export function textsOf(settings: Settings, role: Role): readonly string[] {
  return Object.entries(settings).flatMap(([key, value]) =>
    isText(value) && roleOf(key) === role ? value.trim() : [],
  );
}

/** The value beside a label, as in lists of facts. */
export function factOf(settings: Settings): string | undefined {
  const values = Object.entries(settings).filter(([key]) => /(?:^|_)value$/.test(foldKey(key)));
  return values.map(([, value]) => value).find(isText);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && /[\p{L}\p{N}]/u.test(value) && !MACHINE.test(value.trim());
}

/** The address of a link, which is a text or an object with one. */
export function addressOf(value: unknown): string | undefined {
  const url = isObject(value) ? (value['url'] ?? value['link']) : value;
  return typeof url === 'string' && isWebAddress(url.trim()) ? url.trim() : undefined;
}

/** The first address among the settings for links. */
export function linkOf(settings: Settings): string | undefined {
  for (const [key, value] of Object.entries(settings)) {
    const role = roleOf(key);
    const url = role === 'link' || role === 'button' ? addressOf(value) : undefined;
    // The video of the element itself.
    if (url !== undefined && !/^(?:hosted|youtube|vimeo)_/.test(key)) return url;
  }
  return undefined;
}

const MARKUP = /<(?:\/?[a-z]|!--)[^<>]*>/i;

/** Text within a line: with its own markup, else escaped. */
export function inline(text: string): string {
  return MARKUP.test(text) ? text.replace(/<\/?p\b[^<>]*>/gi, ' ').trim() : escapeOnce(text);
}

/** Text with its own paragraphs, or divided at its line breaks. */
export function prose(text: string): string {
  return addParagraphs(MARKUP.test(text) ? text : escapeOnce(text));
}

/** A link, or its label where there is no address. */
export function anchor(url: string | undefined, label: string): string {
  return url === undefined ? label : `<a href="${escapeOnce(url)}">${label}</a>`;
}
