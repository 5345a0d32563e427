/** Marks of quotes and lists at the start of a line. */
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])){500}/m;

/** Native stacks hold six times as many, also in threads. */
const MAX_INLINE = 10_000;

/** Brackets, runs of marks of emphasis, and empty lines, which end both. */
const MARKS = /\n[ \t]*\n|[[\]]|([*_~])\1*/g;

/**
 * True for text that may nest so deep that a recursive parser exhausts its stack. People write nothing like it.
 * @param text Markdown
 */
export function isDeep(text: string): boolean {
  return CONTAINERS.test(text) || (text.length > MAX_INLINE && inlineDepth(text) > MAX_INLINE);
}

/** At most so many links, images and emphases are open at once. */
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

/** Whether a run of marks opens emphasis. One between two words closes what is open (CommonMark 6.2). */
function opens(text: string, index: number, length: number, depth: number): boolean {
  const before = /\S/.test(text.charAt(index - 1));
  const after = /\S/.test(text.charAt(index + length));
  return after && !(before && depth > 0);
}
