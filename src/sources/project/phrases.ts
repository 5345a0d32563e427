/** Finds phrases in texts, in time that doesn't depend on their number. */
export class Phrases {
  /** By their first two words. */
  readonly #known = new Map<string, Set<string>>();

  /** @param words at least two */
  add(words: readonly string[]): void {
    const start = words.slice(0, 2).join(' ');
    const same = this.#known.get(start) ?? new Set();
    this.#known.set(start, same.add(words.join(' ')));
  }

  /** Whether the words of a text have one of them. */
  isIn(words: readonly string[]): boolean {
    if (this.#known.size === 0) return false;
    return words.some((word, at) => {
      const same = this.#known.get(`${word} ${words[at + 1] ?? ''}`);
      return same !== undefined && [...same].some((phrase) => startsAt(phrase.split(' '), words, at));
    });
  }
}

function startsAt(phrase: readonly string[], words: readonly string[], at: number): boolean {
  return phrase.every((word, index) => words[at + index] === word);
}
