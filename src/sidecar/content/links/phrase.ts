/** Letters and digits that a word needs to say something. */
const MIN_WORD = 4;
/** Words of a title that are looked at. */
const MAX_WORDS = 30;

/**
 * The words of a title that say something, in lower case, each once: at least four letters or digits.
 * @see reference/readiness-and-score.md section 13
 */
export function meaningfulWords(title: string): readonly string[] {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => [...word].length >= MIN_WORD))];
}

/**
 * The longest run of words of a title that occurs in a text, the leftmost of the title's runs of that length; a single
 * word has to say something.
 * @returns the words as they stand in the text; empty for none
 */
export function findPhrase(title: string, text: string): string {
  const words = title
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS);
  for (let length = words.length; length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const run = words.slice(start, start + length).join(' ');
      if (length === 1 && !isMeaningful(run)) continue;
      const found = occurrence(run, text);
      if (found !== '') return found;
    }
  }
  return '';
}

function isMeaningful(word: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(word) && [...word].length >= MIN_WORD;
}

/** Where the words stand for themselves: no letter or digit touches them. */
function occurrence(run: string, text: string): string {
  const escaped = run.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').exec(text)?.[0] ?? '';
}
