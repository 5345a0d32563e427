/**
 * Cleaning of texts that people type into settings. Each function is idempotent and linear in its input,
 * so that a hostile value can neither loop nor change on the second save.
 */

import { isParsableUrl } from '../core/parsable-url.js';

/** Most characters of an item in a list. */
export const MAX_ITEM = 300;
/** Most characters of a URL. */
export const MAX_URL = 2000;

const TAG = /<[a-z!/?][^<>]*>/gi;
const TAG_START = /<[a-z!/?]/i;
const CONTROL_IN_LINE = /[\p{Cc}\u2028\u2029]+/gu;
const CONTROL_BUT_NEWLINE = /[^\P{Cc}\n\t]/gu;
const LONE_SURROGATE = /\p{Cs}/gu;

/** A text or a number as text; undefined for everything else. */
export function asText(input: unknown): string | undefined {
  if (typeof input === 'string') return input;
  return typeof input === 'number' && Number.isFinite(input) ? String(input) : undefined;
}

/** Removes tags. Pieces that would form a new tag once others are gone lose their angle bracket. */
export function stripTags(text: string): string {
  const stripped = text.replace(TAG, '');
  return TAG_START.test(stripped) ? stripped.replaceAll('<', '') : stripped;
}

/** The first `max` characters (code points, so no character is cut in two), without space at the end. */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  // No more than `max` code points can start within the first 2 * max code units.
  return [...text.slice(0, 2 * max)].slice(0, max).join('').trimEnd();
}

/** One clean line: no tags, no control characters, single spaces. */
export function cleanLine(text: string, max: number): string {
  const line = stripTags(text).replace(LONE_SURROGATE, '').replace(CONTROL_IN_LINE, ' ').replace(/\s+/g, ' ');
  return truncate(line.trim(), max);
}

/** Clean text that keeps its line breaks. */
export function cleanBlock(text: string, max: number): string {
  const block = stripTags(text.replace(/\r\n?/g, '\n'))
    .replace(LONE_SURROGATE, '')
    .replace(CONTROL_BUT_NEWLINE, '');
  return truncate(block.trim(), max);
}

/** A slug as platforms write type and finding names: `[a-z0-9_-]`, other characters dropped. */
export function cleanSlug(text: string): string {
  return truncate(text.toLowerCase().replace(/[^a-z0-9_-]+/g, ''), MAX_ITEM);
}

/** An absolute http(s) URL as written; empty for anything else. */
export function cleanUrl(text: string): string {
  const url = text.trim();
  if (url.length > MAX_URL || /[\s<>"\p{Cc}\p{Cs}]/u.test(url) || !/^https?:\/\//i.test(url)) return '';
  return isParsableUrl(url) && !hasCredentials(new URL(url)) ? url : '';
}

/** An absolute http(s) URL, or a path of the site with leading slash, as written; empty for anything else. */
export function cleanAddress(text: string): string {
  const address = text.trim();
  const isPath = address.length <= MAX_URL && /^\/(?!\/)[^\s<>"\\\p{Cc}\p{Cs}]*$/u.test(address);
  return isPath ? address : cleanUrl(address);
}

function hasCredentials(url: URL): boolean {
  return url.username !== '' || url.password !== '';
}

/** An e-mail address as written; empty for anything else. */
export function cleanEmail(text: string): string {
  const email = text.trim();
  const valid =
    email.length <= 254 &&
    /^[^\s@<>"(),:;\\[\]\p{Cc}\p{Cs}]{1,64}@[^\s@<>"(),:;\\[\]\p{Cc}\p{Cs}.]+(\.[^\s@<>"(),:;\\[\]\p{Cc}\p{Cs}.]+)+$/u.test(
      email,
    );
  return valid ? email : '';
}
