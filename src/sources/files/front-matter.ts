import matter from 'gray-matter';
import { scanJson } from '../../config/parse.js';
import { balancedEnd } from '../../core/balanced-end.js';
import { convertible, isObject } from '../../core/json.js';
import {
  ENGINES,
  FrontMatterError,
  itemSourcesOf,
  parseJsonFrontMatter,
  repeatedKeyError,
  yamlSourceOf,
} from './front-matter-engines.js';
import {
  hasKnownKey,
  isHoldingKey,
  isKnownKey,
  isProseBetweenRules,
  keyOfLine,
  readKeyLines,
  readMarkedLines,
} from './key-lines.js';

export { FrontMatterError };

/** Front matter and body of one file. */
export interface FrontMatter {
  /** False for a file that has none. */
  readonly present: boolean;
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
  /** The text of a value as it was written (`007`, `1.10`), where its type would change it. */
  source(key: string): string | undefined;
  /** The texts of the items of a list as they were written. */
  itemSources?(key: string): readonly (string | undefined)[] | undefined;
}

/** Maximum length of front matter, in characters. A longer block is text. */
export const MAX_FRONT_MATTER = 200_000;

interface Split {
  readonly data: unknown;
  readonly body: string;
}

/** Hugo's JSON front matter. If it's invalid, it ends at the first line with only a closing brace. */
function splitBareJson(text: string): Split | undefined {
  if (!/^\{\s*(?:\n|")/.test(text)) return undefined;
  const length = balancedEnd(text.slice(0, MAX_FRONT_MATTER), 0) ?? 0;
  const [object, rest] = [text.slice(0, length), text.slice(length)];
  if (/^\{\s*"/.test(object) && /^[ \t]*(?:\n|$)/.test(rest) && scanJson(object).error === undefined)
    return { data: parseJsonFrontMatter(object), body: rest.replace(/^\s*;{3,}[ \t]*(?=\n|$)|^[ \t]+/, '') };
  const end = /^\}[ \t]*$/m.exec(text);
  if (end === null) return undefined;
  const stop = end.index + end[0].length;
  return { data: parseJsonFrontMatter(text.slice(0, stop)), body: text.slice(stop) };
}

function splitDelimited(text: string): Split | undefined {
  const open = /^(---|\+\+\+|;;;)[ \t]*([A-Za-z]*)[ \t]*\n/.exec(text);
  const [line = '', mark = '', word = ''] = open ?? [];
  if (open === null) return undefined;
  // The closing line is matched here, since "----" or "--- text" does not close.
  const close = new RegExp(
    `^${mark === '---' ? '(?:---|\\.\\.\\.)' : mark.replace(/\+/g, '\\+')}[ \\t]*$`,
    'm',
  );
  const rest = text.slice(line.length);
  const found = close.exec(rest);
  if (found === null) {
    // A rule at the top of a page, not front matter, unless keys follow it.
    if (mark === '---' && !opensWithKey(rest)) return undefined;
    throw new FrontMatterError(`no line "${mark}" ends the front matter`, 1, 1);
  }
  if (found.index > MAX_FRONT_MATTER) throw new FrontMatterError('the front matter is too long', 1, 1);
  const inner = rest.slice(0, found.index);
  const data = parseBlock(inner, languageOf(mark, word), mark === '---');
  return data === undefined ? undefined : { data, body: rest.slice(found.index + found[0].length) };
}

/** True where keys follow a rule: at once, or known ones after blank lines. */
function opensWithKey(rest: string): boolean {
  if (/^[\w-]+\s*:/.test(rest)) return true;
  return isKnownKey(keyOfLine(rest.trimStart().split('\n', 1)[0] ?? '') ?? '');
}

function languageOf(mark: string, word: string): string {
  return mark.startsWith('+') ? 'toml' : mark.startsWith(';') ? 'json' : word.toLowerCase() || 'yaml';
}

/** A noncharacter, so that a line of dashes doesn't end the text. */
const FENCE = '\uffff';

/** @returns undefined where two rules enclose prose */
function parseBlock(inner: string, language: string, mayBeProse: boolean): unknown {
  if (!Object.hasOwn(ENGINES, language)) {
    throw new FrontMatterError(`front matter in "${language}" isn't supported; use YAML, TOML or JSON`, 1, 4);
  }
  // Hexo's JSON has no braces of its own.
  const text = language === 'json' && /^\s*"/.test(inner) ? `{${inner}}` : inner;
  const canBeProse = mayBeProse && language === 'yaml';
  let data: unknown;
  try {
    data = matter(`${FENCE}\n${text}\n${FENCE}`, { language, engines: ENGINES, delimiters: FENCE }).data;
  } catch (error) {
    if (canBeProse && isProseBetweenRules(inner, undefined)) return undefined;
    throw error;
  }
  return canBeProse && isProseBetweenRules(inner, data) ? undefined : convertible(data);
}

/** Invisible characters that editors leave at the start of a file. */
const UNSEEN = /^[\u00ad\u200b-\u200f\u2060\ufeff]+/;
/** Front matter inside an HTML comment, which hides it on the repository's web pages. */
const COMMENTED = /^\s*<!--\s*\n[ \t]*---[ \t]*\n([\s\S]*?\n)[ \t]*---\s*-->[ \t]*(?=\n|$)/;

/** A comment before the text with keys alone: of HTML, of MDX, or a link that Markdown doesn't show. */
const KEYS_IN_COMMENT =
  /^\s*(?:<!--([^>]{1,2000}?)-->|\{\/\*([^*]{1,2000}?)\*\/\}|\[(?:\/\/|comment)\]: ?# ?\(([^()\n]{1,200})\))[ \t]*(?=\n|$)/;

/** A line by which the page isn't public; a status may be a note about the text. */
const HELD_LINE =
  /^\s*(?:draft|private|unlisted|hidden|noindex|publish(?:ed)?|(?:status|visibility|access)\s*:\s*(?:draft|wip|private|unpublished|hidden|internal|members)\b)/im;

/** Keys in a comment, if one of them holds the page back. */
function splitComment(text: string): Split | undefined {
  const [comment = '', ...inner] = KEYS_IN_COMMENT.exec(text) ?? [];
  const block = (inner.find((one) => one !== undefined) ?? '').trim();
  if (!isOnlyKeys(block) || !HELD_LINE.test(block)) return undefined;
  return { data: parseBlock(block, 'yaml', false), body: text.slice(comment.length) };
}

function splitCommented(text: string): Split | undefined {
  const [comment = '', block = ''] = COMMENTED.exec(text) ?? [];
  if (!hasKnownKey(block)) return undefined;
  const lines = text.slice(0, comment.indexOf(block)).split('\n').length - 1;
  const data = shifted(lines, () => parseBlock(block, 'yaml', false));
  return { data, body: text.slice(comment.length) };
}

/** Blank lines and comments that no generator expects before front matter. */
const LEAD = /^(?:[ \t\u00a0\u200b]*\n|[ \t]*<!--[\s\S]*?-->[ \t]*\n?|[ \t]*\{\/\*[\s\S]*?\*\/\}[ \t]*\n?)+/;
/** A line of one repeated character, in any length, also of the dashes that editors substitute. */
const ODD_OPEN =
  /^[ \t]{0,3}(?:([-\u2010-\u2015]{2,}|\u2014)|(\+{2,})|(;{2,})|([=*_~]{3,}))[ \t]*([A-Za-z]*)[ \t]*\n/;
const ODD_CLOSE = [
  /^[ \t]{0,3}(?:[-\u2010-\u2015]{2,}|\u2014|\.{3})[ \t]*$/m,
  /^[ \t]{0,3}\+{2,}[ \t]*$/m,
  /^[ \t]{0,3};{2,}[ \t]*$/m,
  /^[ \t]{0,3}[=*_~]{3,}[ \t]*$/m,
];

/**
 * Front matter behind blank lines or comments, or between fences that its generator would not take for such: it
 * counts where it has a key that generators know.
 */
function splitOdd(text: string): Split | undefined {
  const lead = LEAD.exec(text)?.[0] ?? '';
  const rest = text.slice(lead.length);
  const open = ODD_OPEN.exec(rest);
  if (open === null) return splitUnopened(rest, lead);
  const kind = open.slice(1, 5).findIndex((mark) => mark !== undefined);
  const inner = rest.slice(open[0].length);
  const close = ODD_CLOSE[kind]?.exec(inner) ?? undefined;
  const block = dedented(inner.slice(0, close?.index ?? inner.length), open[0]);
  const lines = lead.split('\n').length - 1;
  if (!(close === undefined ? opensWithKnownKey(block) : hasKnownKey(block))) return undefined;
  if (close === undefined) throw new FrontMatterError('the front matter has no end', lines + 1, 1);
  const mark = open[2] ?? open[3] ?? '---';
  const data = shifted(lines, () => parseBlock(block, languageOf(mark, open[5] ?? ''), false));
  return { data, body: inner.slice(close.index + close[0].length) };
}

/** The keys behind an indented fence, which are indented as well. */
function dedented(block: string, fence: string): string {
  const [indent = ''] = /^[ \t]*/.exec(fence) ?? [];
  return indent === '' ? block : `\n${block}`.replaceAll(`\n${indent}`, '\n').slice(1);
}

function opensWithKnownKey(block: string): boolean {
  return isKnownKey(keyOfLine(block.split('\n').find((line) => line.trim() !== '') ?? '') ?? '');
}

/** Hexo's form without an opening fence, and lines of keys that only a blank line ends. */
function splitUnopened(text: string, lead: string): Split | undefined {
  if (!opensWithKnownKey(text)) return undefined;
  const close = /^(-{3,}|;{3,})[ \t]*$/m.exec(text);
  const block = close === null ? '' : text.slice(0, close.index);
  if (close !== null && isOnlyKeys(block)) {
    const language = languageOf(close[1] ?? '', '');
    const lines = lead.split('\n').length - 2;
    const data = shifted(lines, () => parseBlock(block, language, false));
    return { data, body: text.slice(close.index + close[0].length) };
  }
  return splitLines(text, readKeyLines);
}

function splitLines(text: string, read: typeof readKeyLines): Split | undefined {
  const lines = read(text);
  return lines && { data: lines.data, body: text.slice(lines.end) };
}

/** True for lines that each have a key, continue one, or are a comment. */
function isOnlyKeys(block: string): boolean {
  return block
    .split('\n')
    .every((line) => keyOfLine(line) !== undefined || /^(?:\s|$|#|- |"[^"]+"\s*:)/.test(line));
}

/** Counts the lines of an error from the top of the file. */
function shifted<T>(lines: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FrontMatterError)) throw error;
    const { repeated } = error;
    if (repeated !== undefined)
      throw repeatedKeyError({ ...repeated, lines: repeated.lines.map((line) => line + lines) });
    throw new FrontMatterError(error.message, error.line + lines, error.column);
  }
}

/** A second block, directly behind the first: a tool has put its keys before those of the file. */
const SECOND = /^(?:[ \t]*\n)+(?=---[ \t]*\n)/;

/**
 * Joins a second block of front matter to the first, whose keys count; what may hold a page back counts in both.
 * @throws FrontMatterError where they contradict each other about that
 */
function withSecondBlock(text: string, first: Split): Split {
  const lead = SECOND.exec(first.body)?.[0];
  if (lead === undefined) return first;
  const rest = first.body.slice(lead.length);
  const block = /^---[ \t]*\n([\s\S]*?)^---[ \t]*$/m.exec(rest)?.[1];
  if (block === undefined || !isOnlyKeys(block) || !opensWithKnownKey(block)) return first;
  const line = text.slice(0, text.length - rest.length).split('\n').length;
  const second = shifted(line - 1, () => splitDelimited(rest));
  if (second === undefined || !isObject(second.data) || !isObject(first.data)) return first;
  const data: Record<string, unknown> = { ...second.data, ...first.data };
  for (const [key, value] of Object.entries(second.data)) {
    if (isHoldingKey(key) && data[key] !== value)
      throw new FrontMatterError(`the second front matter has another value for "${key}"`, line, 1);
  }
  return { data, body: second.body };
}

/**
 * Separates front matter (YAML `---`, TOML `+++`, JSON `;;;` or an object) from the body. Blocks that their generator
 * may not have read, such as one after a blank line or between longer fences, count as well: they may hold a page back.
 * @param written the file with `\n` line ends
 * @throws FrontMatterError with line and column
 */
export function readFrontMatter(written: string): FrontMatter {
  const text = written.replace(UNSEEN, '');
  const found =
    splitDelimited(text) ??
    splitBareJson(text) ??
    splitLines(text, readMarkedLines) ??
    splitCommented(text) ??
    splitComment(text) ??
    splitOdd(text);
  const split = found && withSecondBlock(text, found);
  if (split === undefined) return { present: false, data: {}, body: text, source: () => undefined };
  const { data } = split;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new FrontMatterError('the front matter must consist of keys and values', 2, 1);
  }
  return {
    present: true,
    data: data as Record<string, unknown>,
    body: split.body.replace(/^\n/, ''),
    source: (key) => yamlSourceOf(key, data),
    itemSources: (key) => itemSourcesOf(key, data),
  };
}
