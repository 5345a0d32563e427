import type { Nodes } from 'hast';
import { deepText } from '../../html/element.js';

/** A number, a letter, or both: an operand. */
const OPERAND = '\\(*(?:\\d+(?:[.,]\\d+)?\\p{L}?|\\p{L})\\)*';
const OPERATION = new RegExp(`^[+−-]?${OPERAND}(?:\\s*[-+−–*/·×]\\s*${OPERAND})+$`, 'u');
const NEGATIVE = /^[+−-]\d*\p{L}$/u;
/** Letters that are variables; others after a number are endings of words: 5e, 1º. */
const VARIABLE = /^[ijknpqxyN]$/;
/** A letter that isn't part of a word, a number, or a bracket. */
const BASE = /(?:^|[^\p{L}\p{M}])\p{L}$|[\p{N})\]]$/u;
const MARKS = new Set('b em i span strong sub var'.split(' '));

/** How a superscript is written: after `^`, after it in brackets, or as it is. */
export type ExponentForm = 'sign' | 'brackets' | undefined;

/**
 * Returns whether a superscript is an exponent: `2` raised to `n - 1` must not be read as `2n - 1`.
 *
 * @param text the superscript
 * @param before the text before it
 * @returns its written form
 */
export function exponentForm(text: string, before: Nodes | undefined): ExponentForm {
  const base = baseOf(before);
  if (base === undefined) return undefined;
  const endsInDigit = /\p{N}$/u.test(base);
  if (endsInDigit && VARIABLE.test(text)) return 'sign';
  // Digits after a letter may be marks of notes: `x 1-3`.
  if (!endsInDigit && !/\p{L}/u.test(text)) return undefined;
  return BASE.test(base) && (OPERATION.test(text) || NEGATIVE.test(text)) ? 'brackets' : undefined;
}

function baseOf(before: Nodes | undefined): string | undefined {
  if (before?.type === 'text') return before.value;
  return before?.type === 'element' && MARKS.has(before.tagName) ? deepText(before) : undefined;
}
