/** The description and the excerpt of an entry. */

import { parseHtml } from '../content/html/parse.js';
import { firstWords, oneSpaced, plainText, visibleText } from '../content/html/text.js';
import { cutAtWord } from '../core/prose.js';
import type { RawEntry } from '../sources/port.js';

const SUMMARY_WORDS = 30;
const EXCERPT_WORDS = 55;
const MAX_DESCRIPTION = 300;

/**
 * Bare addresses, with the label that a twin has for embedded content, have no place in a summary, except in a sentence
 * that goes on: "See https://… for details".
 */
const BARE_URL =
  /(?:^|(?<=\s))(?:(?:Embedded|Video|Audio|Post|Code): )?https?:\/\/\S+(?=\s|$)(?!\s(?!https?:)\p{Ll})/gu;

/**
 * The part of a body's text that summaries are made from.
 * @param text one line, from `visibleText`
 */
export function summaryText(text: string): string {
  return text.includes('://') ? oneSpaced(text.replace(BARE_URL, ' ')) : text;
}

/**
 * The description of an entry: the author's own, else the excerpt, else the first 30 words of the body.
 * @param text result of `summaryText` for the body
 * @param enabled `enable_ai_description`
 */
export function resolveDescription(raw: RawEntry, text: string, enabled: boolean): string {
  if (!enabled) return '';
  const chosen = writtenDescription(raw) || firstWords(text, SUMMARY_WORDS).replace(/[\s\p{Pd}:;,|·]+$/u, '');
  return cutAtWord(chosen, MAX_DESCRIPTION).trimEnd();
}

/** The description or excerpt of an entry as its author wrote it; empty if its description is the start of its body. */
export function writtenDescription(raw: RawEntry): string {
  return ownSummary(raw, raw.description ?? '') || ownSummary(raw, raw.excerpt);
}

/** The hand-written excerpt, else the first 55 words of the body, with `…` where it goes on. */
export function resolveExcerpt(raw: RawEntry, text: string): string {
  const written = ownSummary(raw, raw.excerpt);
  if (written !== '') return written;
  const start = firstWords(text, EXCERPT_WORDS);
  return start.length < text.length ? `${start.trimEnd()}…` : start;
}

/** Marks of footnotes in Markdown, and ways back from them. */
const NOTE_SIGNS = /(?<=\S)\[\^[\w-]{1,40}\]|↩[\ufe0e\ufe0f]?/gu;

/** A summary by the author; '' for one that only repeats the title, as some editors fill it in. */
export function ownSummary({ title }: RawEntry, written: string): string {
  const shown = /[<&]/.test(written) ? visibleText(parseHtml(written), { noteMarks: false }) : written;
  const text = oneSpaced(shown.replace(NOTE_SIGNS, ''));
  return text.toLowerCase() === plainText(title).toLowerCase() ? '' : text;
}
