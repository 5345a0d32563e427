/** Kinds of characters that decide whether `*` opens, closes or does neither. */
export const LETTER = 0;
export const SPACE = 1;
const PUNCTUATION = 2;

const ASCII = new Uint8Array(128).map((_, code) => slow(code));

/**
 * Classifies a UTF-16 code unit.
 *
 * @param code code unit; NaN, past the end of a text, counts as a letter
 * @returns `LETTER`, `SPACE` or `PUNCTUATION`
 * @see https://spec.commonmark.org/0.31.2/#unicode-punctuation-character
 */
export function classify(code: number): number {
  return ASCII[code] ?? (Number.isNaN(code) ? LETTER : slow(code));
}

function slow(code: number): number {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return SPACE;
  return /[\p{P}\p{S}]/u.test(character) ? PUNCTUATION : LETTER;
}

/**
 * Returns the first character, both halves of a surrogate pair together.
 *
 * @param text any text
 * @returns one character, or the empty string
 */
export function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/**
 * Returns the last character, both halves of a surrogate pair together.
 *
 * @param text any text
 * @returns one character, or the empty string
 */
export function lastCharacter(text: string): string {
  const code = text.codePointAt(text.length - 2);
  return code !== undefined && code > 0xffff ? text.slice(-2) : text.slice(-1);
}
