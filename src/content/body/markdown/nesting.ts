/** A line that starts with 500 quote or list markers. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){500}/m;

/** A native stack holds six times as many, even in a worker thread. */
const MAX_INLINE = 10_000;

/** Brackets, delimiter runs, and the empty lines that end a paragraph. */
const MARKS = /\n[ \t]*\n|[[\]]|([*_~])\1*/g;

/**
 * Returns true for text that could exhaust the stack of a recursive parser. Real pages nest far less.
 * @param text Markdown
 */
export function isDeep(text: string): boolean {
  return CONTAINERS.test(text) || (text.length > MAX_INLINE && inlineDepth(text) > MAX_INLINE);
}

/** Returns an upper bound of the links, images and emphases that are open at once. */
function inlineDepth(text: string): number {
  let [depth, brackets, deepest] = [0, 0, 0];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (mark.startsWith('\n')) [depth, brackets] = [0, 0];
    else if (mark === '[') brackets += 1;
    else if (mark === ']') brackets = Math.max(0, brackets - 1);
    else depth = Math.max(0, depth + (opens(text, index, mark.length, depth) ? mark.length : -mark.length));
    deepest = Math.max(deepest, depth + brackets);
  }
  return deepest;
}

/** Returns true for a delimiter run that opens emphasis. A run between two words closes open emphasis (CommonMark 6.2). */
function opens(text: string, index: number, length: number, depth: number): boolean {
  const before = /\S/.test(text.charAt(index - 1));
  const after = /\S/.test(text.charAt(index + length));
  return after && !(before && depth > 0);
}
