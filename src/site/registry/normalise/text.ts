/** Cleans the texts, keys and lists of resources. */

import { asText, cleanLine } from '../../../config/text.js';

// User names and passwords in addresses have no place in any document.
const USER_INFO = /(:\/\/)(?:[^\s/?#@"\\]*@)+/g;

/** A text as one clean line: no tags, single spaces, no credentials in addresses; empty for anything else. */
export function cleanText(value: unknown): string {
  return withoutUserInfo(cleanLine(asText(value) ?? '', Number.POSITIVE_INFINITY));
}

/** Removes `user:password@` from every address in a text. */
export function withoutUserInfo(text: string): string {
  return text.replace(USER_INFO, '$1');
}

/** A token: lower case, and only `[a-z0-9_-]`. */
export function cleanKey(value: unknown): string {
  return (asText(value) ?? '').toLowerCase().replace(/[^a-z0-9_-]+/g, '');
}

/** Lower case, with one hyphen for every run of other characters and none at the ends. */
export function hyphenated(text: string): string {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((part) => part !== '')
    .join('-');
}

/** A list, or a text split at commas and line ends; any other value except null is a list of itself. */
export function splitList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [...value];
  if (typeof value === 'string') return value.split(/[,\r\n]+/);
  return value === undefined || value === null ? [] : [value];
}

/** A list of clean texts without blanks and repetitions. */
export function cleanTexts(value: unknown): readonly string[] {
  return [...new Set(splitList(value).map(cleanText))].filter((text) => text !== '');
}

/** The items of a list; a single value is a list of one. */
export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return value === undefined || value === null ? [] : [value];
}
