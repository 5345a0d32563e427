import { countBy } from '../../core/multimap.js';

const ALONE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー';
/** A run of letters and digits; of scripts without spaces, each character. */
const WORD = new RegExp(`[${ALONE}]|(?:(?![${ALONE}])[\\p{L}\\p{N}])+`, 'gu');
/** `WORD` for a text without those scripts: several times as fast. */
const SPACED_WORD = /[\p{L}\p{N}]+/gu;
/** A run of what may be part of a word; signs of ASCII end every word. */
const RUN = /[a-z0-9\u0080-\uffff]+/g;
/** Where a word may be broken, or must not be; a reader doesn't see them. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;
/** The range that contains those scripts, and much else. */
const MAY_STAND_ALONE = /[\u2e80-\uffff]/;
const NOT_ASCII = /[^\0-\x7f]/;

/**
 * The words of a text: runs of letters and digits in Unicode's compatibility form (NFKC), in lower case. Each Han or
 * Kana character is a word of its own.
 */
export function wordsOf(text: string): readonly string[] {
  const runs: readonly string[] = text.toLowerCase().match(RUN) ?? [];
  // Nearly all runs are words already.
  return NOT_ASCII.test(text) ? runs.flatMap((run) => (NOT_ASCII.test(run) ? wordsOfRun(run) : run)) : runs;
}

/** The words of a run of letters, digits and characters beyond ASCII, in lower case. */
function wordsOfRun(text: string): readonly string[] {
  const plain = text.replace(UNSEEN, '').normalize('NFKC').toLowerCase();
  return plain.match(MAY_STAND_ALONE.test(plain) ? WORD : SPACED_WORD) ?? [];
}

/** The words of a text that contains only words. */
export function gluedWords(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return text
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How often each word occurs. */
export function countWords(words: readonly string[]): Map<string, number> {
  return countBy(words, (word) => word);
}
