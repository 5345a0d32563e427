import { classify, LETTER } from './classify.js';
import { AUTOLINK, CELL, HEADING, LABEL, rulesOf } from './scope.js';

/** Anything that some rule for lines of text could match, whatever is next to the text. */
const SPECIAL =
  /[`_*~\\\r\n]|&(?=[#A-Za-z]|$)|<(?=[!/?A-Za-z]|$)|!(?=\[|$)|\](?=\(|$)|^\(|\[(?=\^|$)|[Ww]{3}\./;
/** The same for text at the start of a line. */
const SPECIAL_AT_BREAK = /^[\t ]*(?:[#*+\-<=>[_`~|:]|\d+[.)])/;
const IN_CELL = /\|/;
const IN_LABEL = /[[\]]/;
const SIMPLE_ADDRESS = /^[^()&\\|[\]<>"\u0000-\u0020\u007f]*$/;

/**
 * Escapes a text of a line.
 *
 * @param value text
 * @param before what was written before it
 * @param after what will be written after it
 * @param mask place, made of the constants of `scope.ts`, `PHRASING` among them
 * @returns Markdown that parses to the text
 */
export function safeText(value: string, before: string, after: string, mask: number): string {
  return isSpecial(value, before, after, mask) ? safe(value, before, after, mask) : value;
}

function isSpecial(value: string, before: string, after: string, mask: number): boolean {
  if (SPECIAL.test(value)) return true;
  if ((mask & CELL) !== 0 && IN_CELL.test(value)) return true;
  if ((mask & LABEL) !== 0 && IN_LABEL.test(value)) return true;
  if ((mask & HEADING) !== 0 && value.endsWith('#')) return true;
  const last = before.charCodeAt(before.length - 1);
  if ((last === 10 || last === 13) && (SPECIAL_AT_BREAK.test(value) || isBlank(value.charCodeAt(0))))
    return true;
  const next = after.charCodeAt(0);
  return (next === 10 || next === 13) && isBlank(value.charCodeAt(value.length - 1));
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9;
}

/**
 * Escapes the address of a link or image.
 *
 * @param url address without white space
 * @param after what follows: `)`, or a space before a title
 * @param mask place
 * @returns address as it is written
 */
export function safeAddress(url: string, after: string, mask: number): string {
  return SIMPLE_ADDRESS.test(url) ? url : safe(url, '(', after, mask);
}

interface Hit {
  before: boolean;
  after: boolean;
}

/**
 * Escapes a text by all rules of its place, like mdast-util-to-markdown.
 *
 * @param input text
 * @param before what was written before it
 * @param after what will be written after it
 * @param mask place
 * @returns escaped text
 */
export function safe(input: string, before: string, after: string, mask: number): string {
  const value = before + input + after;
  const start = before.length;
  const end = value.length - after.length;
  const hits = findHits(input, value, mask);
  const positions = [...hits.keys()].sort((a, b) => a - b);
  const percent = (mask & AUTOLINK) !== 0;
  let result = '';
  let done = start;
  for (let index = 0; index < positions.length; index++) {
    const position = positions[index] as number;
    if (position < done || position >= end) continue;
    const run = intrawordRun(value, position, positions, index, hits, start, end);
    if (run > 0) {
      index += run - 1;
      continue;
    }
    if (isCovered(position, positions, index, hits, start, end)) continue;
    if (done !== position) result += plain(value.slice(done, position), '\\', percent);
    result += escapeOne(value.charAt(position), percent);
    done = position + 1;
  }
  return result + plain(value.slice(done, end), after, percent);
}

function findHits(input: string, value: string, mask: number): Map<number, Hit> {
  const hits = new Map<number, Hit>();
  const hasLineEnd = /[\r\n]/.test(value);
  for (const rule of rulesOf(mask)) {
    if ((rule.atLineEnd && !hasLineEnd) || !input.includes(rule.character)) continue;
    rule.expression.lastIndex = 0;
    for (let match = rule.expression.exec(value); match !== null; match = rule.expression.exec(value)) {
      const position = match.index + (rule.before ? (match[1] ?? '').length : 0);
      const known = hits.get(position);
      if (known === undefined) {
        hits.set(position, { before: rule.before, after: rule.after });
      } else {
        known.before &&= rule.before;
        known.after &&= rule.after;
      }
    }
  }
  return hits;
}

/** Length of a run of underscores inside a word, which needs no escape; else 0. */
function intrawordRun(
  value: string,
  position: number,
  positions: readonly number[],
  index: number,
  hits: ReadonlyMap<number, Hit>,
  start: number,
  end: number,
): number {
  if (value.charCodeAt(position) !== 95 || position === 0) return 0;
  if (classify(value.charCodeAt(position - 1)) !== LETTER || hits.has(position - 1)) return 0;
  // Letters next to a mark can become character references, which end in punctuation.
  if (position - 1 === start && isMark(value.charCodeAt(start - 1))) return 0;
  let stop = position + 1;
  while (stop < end && value.charCodeAt(stop) === 95) stop++;
  const skip = stop - position - 1;
  if (positions[index + skip] !== stop - 1 || stop >= value.length) return 0;
  if (classify(value.charCodeAt(stop)) !== LETTER || hits.has(stop)) return 0;
  return stop === end - 1 && isMark(value.charCodeAt(end)) ? 0 : skip + 1;
}

function isMark(code: number): boolean {
  return code === 42 || code === 95;
}

/** Whether the escape of a neighbour already breaks what makes this character special. */
function isCovered(
  position: number,
  positions: readonly number[],
  index: number,
  hits: ReadonlyMap<number, Hit>,
  start: number,
  end: number,
): boolean {
  const own = hits.get(position);
  const isFree = (place: number): boolean => {
    const hit = hits.get(place);
    return hit !== undefined && !hit.before && !hit.after;
  };
  if (own?.after && position + 1 < end && positions[index + 1] === position + 1 && isFree(position + 1))
    return true;
  return Boolean(
    own?.before && position - 1 >= start && positions[index - 1] === position - 1 && isFree(position - 1),
  );
}

function escapeOne(character: string, percent: boolean): string {
  const hex = character.charCodeAt(0).toString(16).toUpperCase();
  if (percent) return `%${hex.padStart(2, '0')}`;
  return /[!-/:-@[-`{-~]/.test(character) ? `\\${character}` : `&#x${hex};`;
}

/** A backslash before punctuation would be read as an escape. */
function plain(text: string, after: string, percent: boolean): string {
  if (percent || !text.includes('\\')) return text;
  return (text + after)
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '\\\\')
    .slice(0, after === '' ? undefined : -after.length);
}
