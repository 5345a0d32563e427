import { UNSPACED } from './text.js';
import { countShared, plainWord, sharedWords } from './word-order.js';

const TOKEN = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{M}\\p{N}])+`, 'gu');

/** The same for a text without any character of those scripts, several times as fast. */
const SPACED_TOKEN = /[\p{L}\p{M}\p{N}]+/gu;
/** Where such characters lie, and many others. */
const MAY_BE_UNSPACED = /[\u0e00-\u1fff\u2e80-\uffff]/;

/**
 * Words as runs of letters and digits, case-folded. Marks that Markdown may put inside a word (`*`, `_`, a
 * backslash before an escaped sign …) are taken out on both sides first, so that they never split a word.
 */
function words(text: string): string[] {
  const plain = plainWord(text);
  return plain.match(MAY_BE_UNSPACED.test(plain) ? TOKEN : SPACED_TOKEN) ?? [];
}

/**
 * How much of a page's visible text is found in its Markdown twin: the share of words, repetitions counted.
 * @param visible the page's visible text
 * @param twin the Markdown; its syntax does not count, words that only it has do no harm
 * @returns 0 to 1; 1 for a page without words
 * @see reference standards 2.2 (at most 5 % may be missing)
 */
export function wordParity(visible: string, twin: string): number {
  const shared = sharedWords(visible, twin);
  if (shared === undefined) return countedParity(visible, twin);
  return shared.all === 0 ? 1 : shared.found / shared.all;
}

/** The same by counting all words, wherever they stand. */
export function countedParity(visible: string, twin: string): number {
  const wanted = words(visible);
  return wanted.length === 0 ? 1 : countShared(wanted, words(twin)) / wanted.length;
}
