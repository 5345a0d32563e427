const { charCodeAt } = String.prototype;

/**
 * The result of `text.charCodeAt(at)`, for loops over every character. V8 stores texts in some ten ways: whole,
 * joined, sliced, with one or two bytes for a character … A loop that has met several of them looks up the method
 * of each text again for each character, which takes seven times as long. Read `length` before such a loop as well.
 * @returns NaN outside the text
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
