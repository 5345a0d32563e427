import { codeAt } from '../../../../core/code-at.js';

const A = 0x61;
const Z = 0x7a;
const E = 0x65;
const L = 0x6c;

/** By letter from `a`: 1 for vowels and `y`. */
const VOWEL = Uint8Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ('aeiouy'.includes(letter) ? 1 : 0));

/**
 * Estimates the syllables of a part of a text: only the letters A to Z count; a word without any has none.
 */
export function countSyllables(text: string, start = 0, end = text.length): number {
  let letters = 0;
  let groups = 0;
  // A vowel that may form a group with a second one.
  let isOpen = false;
  let last = 0;
  let beforeLast = 0;
  for (let at = start; at < end; at += 1) {
    // Maps letters of either case to `a` to `z`.
    const code = codeAt(text, at) | 0x20;
    if (code < A || code > Z) continue;
    letters += 1;
    beforeLast = last;
    last = code;
    const isVowel = VOWEL[code - A] === 1;
    if (isVowel && !isOpen) groups += 1;
    isOpen = isVowel && !isOpen;
  }
  if (letters === 0) return 0;
  if (letters <= 3) return 1;
  // A final `e` is silent unless a vowel or an `l` comes before it; it is a group of its own then.
  const isSilent = last === E && beforeLast !== L && VOWEL[beforeLast - A] !== 1;
  return Math.max(1, groups - (isSilent ? 1 : 0));
}
