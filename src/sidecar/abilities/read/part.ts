import { AbilityError } from '../ability-error.js';
import { integerOf, listOf, rowOf, textOf } from '../schema.js';

/** Maximum length of a text in one answer, about 10,000 tokens: an MCP client gets it twice, as text and as data. */
const MAX_PART = 30_000;
/** Length of the text before what was looked for, and of the end in which a part may end at a line. */
const MARGIN = 2000;
const MAX_HEADINGS = 150;

/** Inputs that select a part of a text. */
export const partInput = {
  offset: integerOf('Position of the part, from "next" or "outline"; 0 for the beginning.', { default: 0 }),
  find: textOf('Return the part around the next occurrence of this text after the offset.', { default: '' }),
};

/** Outputs that say which part of a text an answer contains. */
export const partOutput = {
  offset: integerOf('Position of the part.'),
  next: integerOf('Position of the next part; 0 if there is none.'),
  outline: listOf(
    rowOf({ heading: textOf(), offset: integerOf() }),
    'Headings of a text that is longer than one part, with their positions.',
  ),
};

interface Part {
  readonly start: number;
  readonly end: number;
  readonly fields: {
    readonly offset: number;
    readonly next: number;
    readonly outline: readonly { readonly heading: string; readonly offset: number }[];
  };
}

/**
 * Selects a part of a text, so that no answer is too long for a language model.
 * @throws AbilityError `svc_no_match` if the text doesn't contain what is looked for
 */
export function partOf(text: string, input: Readonly<Record<string, unknown>>): Part {
  const from = Math.min(text.length, Math.max(0, input['offset'] as number));
  const start = wholeCharacter(text, startOf(text, from, input['find'] as string));
  const end = endOf(text, start);
  const next = end < text.length ? end : 0;
  const outline = text.length > MAX_PART ? headingsOf(text) : [];
  return { start, end, fields: { offset: start, next, outline } };
}

function startOf(text: string, from: number, find: string): number {
  if (find === '') return from;
  const found = text.indexOf(find, from);
  if (found === -1) {
    const message = `The text doesn't occur${from > 0 ? ' after the offset' : ''}. It is compared as it is stored, case included.`;
    throw new AbilityError(404, 'svc_no_match', message);
  }
  return found + find.length - from <= MAX_PART ? from : Math.max(from, found - MARGIN);
}

function endOf(text: string, start: number): number {
  const end = start + MAX_PART;
  if (end >= text.length) return text.length;
  const line = text.lastIndexOf('\n', end - 1) + 1;
  return line > end - MARGIN ? line : wholeCharacter(text, end);
}

/** Moves a position out of the middle of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) && at > 0 ? at - 1 : at;
}

function headingsOf(text: string) {
  const headings = text.matchAll(/^#{1,6}[ \t][^\n]{0,200}|<h[1-6][\s>][^\n]{0,200}/gim);
  return [...headings].slice(0, MAX_HEADINGS).map(({ 0: line, index }) => ({
    heading: line
      .replace(/^#+|<[^>]*>?/g, '')
      .trim()
      .slice(0, 100),
    offset: index,
  }));
}
