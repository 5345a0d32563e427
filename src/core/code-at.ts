const { charCodeAt } = String.prototype;

/**
 * What `text.charCodeAt(at)` gives, for loops that look at every character. V8 holds texts in some ten ways: whole,
 * joined, cut out, with one or two bytes for a character … A loop that has met several of them looks up the method
 * of each text anew for each character, which takes seven times as long. Read `length` before such a loop as well.
 * @returns NaN outside of the text
 */
export function codeAt(text: string, at: number): number {
  return charCodeAt.call(text, at);
}
