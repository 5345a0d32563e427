/** Makes texts of content safe for lines and links of Markdown. */

import { cutAtWord } from '../core/prose.js';

// Invisible characters that can reorder or hide text: bidi controls, zero-width marks, tag characters.
// The joiners U+200C and U+200D stay: Persian, Indic scripts and emoji are misspelt without them.
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

// C0 and C1 controls except the line breaks and tabs, which collapse to a space with other white space.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f]/g;

/** Whatever keeps a text from being one tidy line: the characters above, white space except single spaces. */
const UNTIDY =
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u061c\u1680\u180e\u2000-\u200b\u200e\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]| {2}|^ | $/u;

/**
 * Text without control and invisible characters, all white space (line breaks too) collapsed to one space: a line
 * break in a title must not forge an entry of a list.
 */
export function tidyLine(text: string): string {
  if (!UNTIDY.test(text)) return text;
  return text
    .replace(INVISIBLE, '')
    .replace(CONTROLS, '')
    .replace(/[\s\u0085]+/g, ' ')
    .trim();
}

/** The first words of a text, at most `limit` characters, with `…` when something was cut. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${cutAtWord(text, limit).trimEnd()}…`;
}

/**
 * Escapes one line of plain text so that Markdown (CommonMark and GFM) shows it as it is: no link, image,
 * code span, emphasis, strikethrough, HTML or entity can begin in it. A bare address stays readable.
 * @param text plain text, already one line
 */
export function escapeInline(text: string): string {
  return breakLiterals(escapeMarks(text));
}

/** Escapes the label of a link with all its brackets, since many readers find links with a regular expression. */
export function escapeLabel(text: string): string {
  return breakLiterals(escapeMarks(text, LABEL_SIGNS));
}

/**
 * Escapes text that stands at the start of a line, where `#`, `>`, `-`, `1.` and the like would open a block.
 * @param text plain text, already one line
 */
export function escapeLine(text: string): string {
  return escapeInline(text)
    .replace(/^(?:>|#(?=#{0,5}(?:\s|$))|[+-](?=\s|$)|-(?=-+\s*$))/, '\\$&')
    .replace(/^(\d{1,9})(?=[.)](?:\s|$))/, '$1\\');
}

/** Escapes the text of a heading, where closing `#` marks would be swallowed. */
export function escapeHeading(text: string): string {
  return breakLiterals(escapeMarks(text).replace(/#+$/, (marks) => marks.replaceAll('#', '\\#')));
}

/** Characters that can be part of a mark; most lines have none. */
const MARKS = /[\\`*[\]<~_&]/;
/** Signs that are always escaped, and brackets, but not `[0, 23]`: only what follows could make a pair of them a link. */
const SIGNS =
  /[\\`*~]|<(?=[!/?A-Za-z]|$)|\[(?!(?!\^)[^[\]\\]{2,200}\](?![(:]))|\](?!(?<=\[(?!\^)[^[\]\\]{2,200}\])(?![(:]))/g;
const LABEL_SIGNS = /[\\`*[\]~]|<(?=[!/?A-Za-z]|$)/g;

function escapeMarks(text: string, signs = SIGNS): string {
  if (!MARKS.test(text)) return text;
  return (
    text
      .replace(signs, '\\$&')
      // Before a letter it can't close emphasis, and what can is escaped.
      .replace(/_(?!_*[\p{L}\p{N}])/gu, '\\_')
      .replace(/&(?=#?[0-9A-Za-z]+;)/g, '\\&')
      // Many readers search for `](` with a regular expression.
      .replace(/\\\]\(/g, '\\]\\(')
  );
}

// GFM turns a bare address into a link and takes the backslashes in it for part of it, so that escaped marks
// after it would become active. Such an address is escaped itself.
function breakLiterals(escaped: string): string {
  if (!escaped.includes('\\')) return escaped;
  return escaped.replace(/https?(?=:\/\/\S*\\)|www(?=\.\S*\\)/gi, '$&\\');
}

/**
 * An address as a Markdown link target: characters that could end the target early are percent-encoded.
 * @param url absolute URL
 */
export function linkTarget(url: string): string {
  // Most addresses are percent-encoded already.
  if (/^[\w/:.%~#?=+,;@!$*'-]*$/.test(url)) return url;
  return url
    .replace(/[\s()<>"\\\u0000-\u001f\u007f-\u00a0]/g, (char) => encodeChar(char))
    .replace(/&(#?[0-9A-Za-z]+);/g, '&$1%3B');
}

function encodeChar(char: string): string {
  if (char === '(') return '%28';
  if (char === ')') return '%29';
  return encodeURIComponent(char);
}

/**
 * A code span that shows one line of text as it is, backticks included (CommonMark section 6.1).
 * @returns empty for text without a visible character
 */
export function codeSpan(text: string): string {
  const line = tidyLine(text);
  if (line === '') return '';
  const runs = line.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
  const pad = /^`|`$/.test(line) ? ' ' : '';
  return fence + pad + line + pad + fence;
}

/** Text with a full stop at the end, unless it is empty or ends a sentence already. */
export function sentence(text: string): string {
  return text === '' || /[.!?…。]$/.test(text) ? text : `${text}.`;
}

/** An address as a link without a text. */
export function autolink(url: string): string {
  return `<${linkTarget(url)}>`;
}
