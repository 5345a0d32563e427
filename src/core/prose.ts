/** Changes the text of Markdown or HTML, but not its code. */

/** What a line may begin with before the text of a block: marks of quotes, lists and footnotes, as the source of a pattern. */
export const BLOCK_MARKS = String.raw`(?:[ \t>]|(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\n]{1,80}\]:)[ \t])*`;

/** What a line begins with before its text. */
export const LINE_MARKS = new RegExp(`^${BLOCK_MARKS}`);

/**
 * What the next line needs to stay in the quotes and list items of a line.
 * @param before a text; its last line counts
 */
export function continuation(before: string): string {
  const [marks = ''] = LINE_MARKS.exec(before.slice(before.lastIndexOf('\n') + 1)) ?? [];
  return marks.replace(/[^>\t]/g, ' ');
}

/** A text whose lines after the first stay in the quotes and list items of the text before it. */
export function continued(text: string, before: string): string {
  const marks = continuation(before);
  if (marks === '') return text;
  const bare = marks.trimEnd();
  // An item whose first two lines are empty has ended.
  const isItemStart = /(?:^|\n)[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+$/.test(before);
  return (isItemStart ? text.replace(/^\n+/, '') : text).replace(
    /\n(?=([^\n]?))/g,
    (_, next: string) => `\n${next === '' ? bare : marks}`,
  );
}

/** A replacement for a match, and where in the text to continue. */
export interface Replacement {
  readonly text: string;
  /** Index after the last replaced character; after the start of the match. */
  readonly end: number;
}

/**
 * Decides about one match outside of code.
 * @param match the match; its `index` counts in `text`
 * @param text the whole text, to look ahead in
 * @param before the end of what has been written so far, to look back on (at most 500 characters)
 * @returns undefined leaves the match as it is
 */
export type Replace = (match: RegExpExecArray, text: string, before: string) => Replacement | undefined;

const LOOK_BACK = 500;

// A fence may be indented, quoted, or be the first thing of a list item.
const FENCE = /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*(`{3,}|~{3,})([^\n]*)$/;
const CODE_START =
  /^(?:[ \t]|>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*(?:`{3,}[^`\n]*|~{3,}[^\n]*)$|`+|<(pre|code)\b[^>]*>/gim;

/** The end of the fenced block that opens at `start`: after its closing fence, or the end of the text. */
function fenceEnd(text: string, start: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*$`, 'gm');
  close.lastIndex = Math.min(text.length, lineEnd(text, start) + 1);
  if (close.lastIndex <= start) return text.length;
  return close.exec(text) === null ? text.length : close.lastIndex;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

/** The end of an inline code span; undefined when its backticks are never closed inside the paragraph. */
function spanEnd(text: string, start: number, ticks: string): number | undefined {
  const blank = /\n[ \t]*\n/g;
  blank.lastIndex = start;
  const limit = blank.exec(text)?.index ?? text.length;
  const run = /`+/g;
  run.lastIndex = start + ticks.length;
  for (let match = run.exec(text); match !== null && match.index < limit; match = run.exec(text)) {
    if (match[0].length === ticks.length) return run.lastIndex;
  }
  return undefined;
}

function elementEnd(text: string, from: number, name: string): number | undefined {
  const close = new RegExp(`</${name}\\s*>`, 'gi');
  close.lastIndex = from;
  return close.exec(text) === null ? undefined : close.lastIndex;
}

/** The next piece of code at or after `from`: where it begins and ends. */
function nextCode(text: string, from: number): { start: number; end: number } | undefined {
  CODE_START.lastIndex = from;
  for (let match = CODE_START.exec(text); match !== null; match = CODE_START.exec(text)) {
    const [found, element] = match;
    const start = match.index;
    const atLineStart = start === 0 || text[start - 1] === '\n';
    // In a line with text and closing marks, these are a code span.
    const isLine = atLineStart && lineEnd(text, start) === start + found.length;
    const fence = isLine ? FENCE.exec(found)?.[1] : undefined;
    if (fence !== undefined) return { start, end: fenceEnd(text, start, fence) };
    const end =
      element === undefined
        ? spanEnd(text, start, /^`+/.exec(found)?.[0] ?? '`')
        : elementEnd(text, CODE_START.lastIndex, element);
    if (end !== undefined) return { start, end };
  }
  return undefined;
}

/** The text with blanks in place of its code. Lines stay where they are. */
export function withoutCode(text: string): string {
  const written: string[] = [];
  let at = 0;
  for (let code = nextCode(text, 0); code !== undefined; code = nextCode(text, at)) {
    const lines = text.slice(code.start, code.end).split('\n');
    written.push(text.slice(at, code.start), lines.map((line) => ' '.repeat(line.length)).join('\n'));
    at = code.end;
  }
  return written.join('') + text.slice(at);
}

/**
 * Replaces what a pattern matches, but never inside code: fenced blocks, code spans, `<pre>` and `<code>`.
 * Indented blocks count as prose, as template engines see them.
 * @param text Markdown or HTML
 * @param pattern a global regular expression
 * @param replace decides about each match
 * @param changeCode changes the pieces of code; without it they stay as they are
 */
export function replaceInProse(
  text: string,
  pattern: RegExp,
  replace: Replace,
  changeCode?: (piece: string) => string,
): string {
  pattern.lastIndex = 0;
  let match = pattern.exec(text);
  if (match === null && changeCode === undefined) return text;
  const written: string[] = [];
  const write = (piece: string): void => {
    if (piece !== '') written.push(piece);
  };
  let at = 0;
  let code = nextCode(text, 0);
  // After the last match, the rest stays as it is.
  while (match !== null || (code !== undefined && changeCode !== undefined)) {
    if (code !== undefined && code.start < at) {
      code = nextCode(text, at);
    } else if (match !== null && match.index < at) {
      pattern.lastIndex = at;
      match = pattern.exec(text);
    } else if (code !== undefined && (match === null || code.start <= match.index)) {
      const piece = text.slice(code.start, code.end);
      write(text.slice(at, code.start));
      write(changeCode?.(piece) ?? piece);
      at = code.end;
      code = nextCode(text, at);
    } else if (match !== null) {
      write(text.slice(at, match.index));
      const end = match.index + match[0].length;
      const replacement = replace(match, text, endOf(written)) ?? { text: match[0], end };
      write(replacement.text);
      at = Math.max(match.index + 1, replacement.end);
      pattern.lastIndex = at;
      match = pattern.exec(text);
    }
  }
  return written.join('') + text.slice(at);
}

/** Returns the last `LOOK_BACK` characters of the pieces, none of which is empty. */
function endOf(pieces: readonly string[]): string {
  let end = '';
  for (let at = pieces.length - 1; at >= 0 && end.length < LOOK_BACK; at--) end = `${pieces[at]}${end}`;
  return end.slice(-LOOK_BACK);
}

/** Share of a text that is kept, even if a word must be cut for that. */
const KEPT = 0.6;

/** At most so many characters of a text, cut between words where it has any. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  const end = /\s/.test(text[limit] ?? '') ? limit : cut.search(/\s\S*$/);
  const whole = end < limit * KEPT ? cut : cut.slice(0, end);
  return /[\ud800-\udbff]$/.test(whole) ? whole.slice(0, -1) : whole;
}
