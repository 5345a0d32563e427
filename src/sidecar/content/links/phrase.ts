/** Minimum number of letters and digits in a meaningful word. */
const MIN_WORD = 4;
/** Maximum number of words of a title to search for. */
const MAX_WORDS = 30;

/**
 * Returns the meaningful words of a title in lower case, without duplicates: at least four letters or digits.
 */
export function meaningfulWords(title: string): readonly string[] {
  const words = title.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return [...new Set(words.filter((word) => [...word].length >= MIN_WORD))];
}

/**
 * Finds the longest run of words of a title in a text; of several runs with that length, the leftmost in the title. A
 * single word must be meaningful.
 * @returns the words as they occur in the text; empty when there are none
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

/** Finds the words as whole words: no letter or digit touches them. */
function occurrence(run: string, text: string): string {
  const escaped = run.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').exec(text)?.[0] ?? '';
}
