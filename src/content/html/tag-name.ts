import { codeAt } from '../../core/code-at.js';

const HYPHEN = 0x2d;
const DIGIT_0 = 0x30;
const DIGIT_9 = 0x39;
const LETTER_A = 0x61;
const LETTER_Z = 0x7a;

/**
 * Where the name of a tag ends; of small letters, digits and hyphens, as careful programs write it.
 * @param start where it begins; where no small letter stands there it ends there as well
 */
export function endOfName(text: string, start: number): number {
  let at = start;
  if (!isSmallLetter(codeAt(text, at))) return at;
  for (;;) {
    at += 1;
    const code = codeAt(text, at);
    if (!isSmallLetter(code) && !(code >= DIGIT_0 && code <= DIGIT_9) && code !== HYPHEN) return at;
  }
}

function isSmallLetter(code: number): boolean {
  return code >= LETTER_A && code <= LETTER_Z;
}
