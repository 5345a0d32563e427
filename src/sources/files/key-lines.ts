/** Recognises keys and values at the start of a file, with or without marks around them. */

import { words } from '../../core/text.js';
import { repeatedKeyError } from './front-matter-engines.js';
import { keyMayHide } from './repeated-keys.js';

/** Keys that front matter of every generator knows: a block that has one of them isn't prose. */
const KNOWN = new Set(
  words(`
    title date draft layout tags tag categories category description author authors slug permalink
    published status password updated modified lastmod type weight summary excerpt image lang language
    aliases visibility private noindex robots unlisted hidden access sidebar id url template keywords
    subtitle cover head meta seo publish protected created isdraft
  `),
);

/** Keys that hold a page back: with one of them a block counts even where no other key is known. */
const HOLDS_BACK =
  /^(?:draft|isdraft|private|unlisted|hidden|noindex|published|publish|status|visibility|access)$/;

/** `key: value` or `key = value`; keys may be quoted. */
const KEY_LINE = /^(["']?)([\p{L}_$@][\p{L}\p{N}_.$@-]*)\1[ \t]*[:=](?:[ \t]|$)/u;

/** The key of a line, in lower case; undefined for any other line. */
export function keyOfLine(line: string): string | undefined {
  return KEY_LINE.exec(line)?.[2]?.toLowerCase();
}

/** True for a key that generators know. */
export function isKnownKey(key: string): boolean {
  return KNOWN.has(key.toLowerCase().replace(/[-_ ]/g, ''));
}

/** True for a key that may hold a page back. */
export function isHoldingKey(key: string): boolean {
  return HOLDS_BACK.test(key.toLowerCase().replace(/[-_ ]/g, ''));
}

/** True for a text that has a line with a known key at its start. */
export function hasKnownKey(text: string): boolean {
  return text.split('\n').some((line) => isKnownKey(keyOfLine(line.replace(/^\t+/, '')) ?? ''));
}

/** Words that every sentence has. */
const MIN_WORDS = 3;

function isSentence(value: unknown): boolean {
  return typeof value === 'string' && value.trim().split(/\s+/).length >= MIN_WORDS;
}

/**
 * True where the text between two rules is the text of the page and not front matter.
 * @param text between the rules, from the line after the first one
 * @param data its value as YAML; undefined where it isn't YAML
 */
export function isProseBetweenRules(text: string, data: unknown): boolean {
  if (text.trim() === '' || hasKnownKey(text)) return false;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const afterGap = /^[ \t]*\n/.test(text);
  if (lines.every((line) => line.startsWith('#'))) {
    return afterGap && !lines.some((line) => keyOfLine(line.replace(/^#+[ \t]*/, '')) !== undefined);
  }
  // Front matter follows its mark at once and its keys are names; a paragraph stands apart and begins like a sentence.
  const isName = (key: string) =>
    afterGap ? /^[a-z][\w-]*$/.test(key) : key.trim().split(/\s+/).length <= MIN_WORDS;
  if (data === undefined)
    return !lines.some(
      (line) => /^[a-z_][\w-]*:/i.test(line) && (!afterGap || isName(line.split(':')[0] ?? '')),
    );
  if (Array.isArray(data)) return afterGap || data.some(isSentence);
  if (typeof data === 'object' && data !== null) return !Object.keys(data).some(isName);
  return afterGap || isSentence(data);
}

/** Lines of `Key: value` at the top of a file, as Pelican and MultiMarkdown read them. */
interface KeyLines {
  readonly data: Readonly<Record<string, unknown>>;
  readonly end: number;
}

/**
 * Reads unfenced lines of `Key: value`. They count where each of them has a known key, or two of them, and one is the
 * title or holds the page back; keys are given in lower case.
 */
export function readKeyLines(text: string): KeyLines | undefined {
  if (!isKnownKey(keyOfLine(text.slice(0, 200)) ?? '')) return undefined;
  const end = /\n[ \t]*\n|\n?$/.exec(text);
  const stop = end === null ? text.length : end.index;
  const lines = text.slice(0, stop).split('\n');
  const data = dataOf(lines, isKnownKey) ?? dataOf(lines, () => true);
  const known = Object.keys(data ?? {}).filter(isKnownKey);
  if (known.length < Math.min(2, Object.keys(data ?? {}).length)) return undefined;
  return data && counts(data) ? { data, end: stop + (end?.[0].length ?? 0) } : undefined;
}

/** Lines of Nikola (`.. title: Tea`), with or without a comment around them, or of Logseq (`title:: Tea`). */
const MARKED =
  /^(?:<!--[ \t]*\n((?:\.\. [\w-]+:.*\n)+)[ \t]*-->|((?:\.\. [\w-]+:.*(?:\n|$))+)|((?:[\w-]+::[ \t].*(?:\n|$))+))/;
/** Nikola reads these tags as the status of a post. */
const STATUS_TAG = /(?:^|,)\s*(draft|private)\s*(?:,|$)/i;

/** Reads lines of keys with the marks of Nikola or Logseq. They count like unmarked ones, whatever their other keys are. */
export function readMarkedLines(text: string): KeyLines | undefined {
  const [whole = '', inComment, nikola = inComment, logseq = ''] = MARKED.exec(text) ?? [];
  const lines = (nikola ?? logseq).trimEnd().split('\n');
  const data = dataOf(
    lines.map((line) => line.replace(/^\.\. /, '').replace(/^([\w-]+)::/, '$1:')),
    () => true,
  );
  const [, status] = (nikola !== undefined && STATUS_TAG.exec(String(data?.['tags']))) || [];
  const all = status === undefined ? data : { status, ...data };
  // Nikola writes it into every page.
  if (nikola !== undefined && all?.['type'] === 'text') delete (all as Record<string, unknown>)['type'];
  return all && counts(all) ? { data: all, end: whole.length } : undefined;
}

function counts(data: KeyLines['data']): boolean {
  return Object.keys(data).some((key) => key === 'title' || key === 'public' || HOLDS_BACK.test(key));
}

/** @returns undefined where a line has no key, or one that isn't taken */
function dataOf(lines: readonly string[], takes: (key: string) => boolean): KeyLines['data'] | undefined {
  const data: Record<string, unknown> = {};
  let last: string | undefined;
  for (const [number, line] of lines.entries()) {
    const [, key = '', value = ''] = /^([\p{L}_][\p{L}\p{N}_-]*):[ \t]*(.*)$/u.exec(line) ?? [];
    if (key === '' && last !== undefined && /^[ \t]+\S/.test(line))
      data[last] = `${data[last]} ${line.trim()}`;
    else if (key !== '' && takes(key)) {
      last = key.toLowerCase();
      const before = data[last];
      data[last] = value.trim();
      if (before !== undefined && before !== data[last] && keyMayHide(last)) {
        const first = lines.findIndex((one) => keyOfLine(one) === last) + 1;
        throw repeatedKeyError({ key, lines: [first, number + 1], mayHide: true });
      }
    } else return undefined;
  }
  return data;
}
