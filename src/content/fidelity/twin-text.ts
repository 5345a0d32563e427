import { decodeHTML } from 'entities';
import { outsideSpans, splitFences } from './code-parts.js';

/** A Markdown text prepared for counting words. */
interface TwinText {
  /** All of its text, with bare addresses and the languages of code. */
  readonly text: string;
  /** Text of the twin that its page may lack: addresses, code languages, labels. It doesn't count as added. */
  readonly frame: string;
}

const HEAD = /^---\n[\s\S]*?\n---\n/;
/** The words in the line below the title besides dates and names, and the label of topics. */
const DATED = /^\*(?:(\d{4}-\d{2}-\d{2})(?: · )?)?(.*<https?:[^>\s]*>\*)$/m;
const INDEX_LINE = /^Index of this site:.*$/m;
/** The title of a link, in which a quotation mark is escaped. */
const LINK_TITLE = '"(?:\\\\.|[^"\\\\])*"|\'(?:\\\\.|[^\'\\\\])*\'';
const TARGET = `\\(\\n?[ \\t]*(?:<[^>\\n]*>|[^()\\s]*(?:\\([^()]*\\)[^()\\s]*)*)(?:\\s+(?:${LINK_TITLE}))?\\)`;
const LINK = new RegExp(`\\[((?:[^\\[\\]\\\\\\n]|\\\\.)*)\\]${TARGET}`, 'g');
/** Images separate words. */
const IMAGE = new RegExp(`!${LINK.source}`, 'g');
const LINK_END = new RegExp(`\\]${TARGET}`, 'g');
/** The words before links that replace embedded content. */
const LABEL =
  /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)[*_]{0,3}(?:Embedded|Video|Audio|Code|Post): (?=[[<])/gm;
/** The number of a footnote; a source may have a name instead. */
const FOOTNOTE = /\[\^([^\][\s]+)\]/g;
/** The kind of an alert, which other systems name differently. */
const ALERT = /^[ \t>]*\[!([A-Z]+)\]$/gm;
/** An address that is the text of its own link. */
const ADDRESS = /<(?:https?|mailto):[^<>\s]*>|\[https?:[^[\]\s]*\](?=\()/g;
const LINE_BREAK = /<br\s*\/?>/gi;
const TAG = /(?<!\\)<\/?[a-z][a-z0-9-]*(?:\s[^<>]*)?\/?>/gi;
/** Marks inside a word do not split it. */
const MARKS = /[*~]+/g;
const LETTER_BEFORE = /[\p{L}\p{N}]$/u;
const LETTER_AFTER = /^[\p{L}\p{N}]/u;
/** The number of an item is counted with the list, not as text. */
const ITEM_NUMBER = /^([ \t>]*(?:[-*+][ \t]+)*)\d{1,9}[.)](?=[ \t]|$)/gm;
/** What every number of an item has. */
const ITEM_SIGN = /\d[.)]/;
/** The mark of a task. */
const TASK = /^[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[x\](?=[ \t])/gm;
const ESCAPE = /\\([^\w\s])/g;

/** Nothing for marks between letters, or between a letter and a bracket. */
function withoutInnerMark(marks: string, at: number, text: string): string {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + marks.length, at + marks.length + 2);
  const [opens, closes] = [LETTER_BEFORE.test(before), LETTER_AFTER.test(after)];
  if (opens) return closes || /^[([]/.test(after) ? '' : marks;
  return closes && /[)\]]$/.test(before) ? '' : marks;
}

/** The words of prose without its syntax: no link targets, no tags, no escapes. */
export function plainProse(prose: string): string {
  let text = ITEM_SIGN.test(prose) ? prose.replace(ITEM_NUMBER, '$1') : prose;
  if (text.includes(': ')) text = text.replace(LABEL, '$1');
  // Before links, since the text of one may stand in angle brackets: a type and its parameter.
  if (text.includes('<')) text = text.replace(LINE_BREAK, ' ').replace(TAG, '');
  if (text.includes('](')) text = text.replace(IMAGE, ' $1 ').replace(LINK, '$1').replace(LINK_END, '] ');
  if (text.includes('*') || text.includes('~')) text = text.replace(MARKS, withoutInnerMark);
  if (text.includes('\\')) text = text.replace(ESCAPE, (_, sign) => (sign === '&' ? '& ' : sign));
  return text.includes('&') ? decodeHTML(text) : text;
}

/**
 * Prepares a twin for counting words. Front matter and the line that points to the index of the site aren't text of
 * the page.
 */
export function readTwin(twin: string): TwinText {
  const all: string[] = [];
  const frame: string[] = [];
  const plain = (prose: string) => {
    for (const [address] of prose.matchAll(ADDRESS)) frame.push(plainProse(address));
    if (prose.includes('[^')) for (const [, mark = ''] of prose.matchAll(FOOTNOTE)) frame.push(mark);
    if (prose.includes('[x]')) for (const [mark] of prose.matchAll(TASK)) frame.push(mark);
    if (prose.includes('[!')) for (const [, kind = ''] of prose.matchAll(ALERT)) frame.push(kind);
    return plainProse(prose);
  };
  for (const [index, { isCode, text, info }] of splitFences(withoutHead(twin)).entries()) {
    if (isCode) {
      all.push(info, text);
      frame.push(info);
      continue;
    }
    if (index === 0) frame.push(...labelsOf(text));
    all.push(outsideSpans(text, plain));
  }
  return { text: all.join('\n'), frame: frame.join('\n') };
}

/** Lines that repeat but aren't frame: headings, table rules, box titles, and the topics that twins list. */
const REPEATED = /^#|^[|>\s-]*(?:\[![A-Z]+\])?$|^>[>\s]*\*\*[^*]+\*\*$|^Topics: /;

/** The lines of a twin that could be frame of the site. */
export function proseLines(twin: string): readonly string[] {
  return splitFences(withoutHead(twin))
    .filter(({ isCode }) => !isCode)
    .flatMap(({ text }) => outsideSpans(text, plainProse, () => ' ').split('\n'))
    .map((line) => line.trim())
    .filter((line) => !REPEATED.test(line));
}

/** Yields the labels of a twin, which aren't part of the page: its date, the words before names, and “Topics”. */
function* labelsOf(text: string): Iterable<string> {
  const [, date = '', rest = ''] = DATED.exec(text) ?? [];
  yield date;
  for (const [, , word = ''] of rest.matchAll(/(^| · )(by|in) /g)) yield word;
  if (/^Topics: /m.test(text)) yield 'Topics';
}

function withoutHead(twin: string): string {
  return twin.replace(HEAD, '').replace(INDEX_LINE, '');
}
