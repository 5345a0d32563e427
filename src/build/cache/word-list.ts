/**
 * Texts that many entries share, by numbers that stay the same from one build to the next: types, languages, lists of
 * authors, and terms as JSON. What no entry has any more is forgotten, and its number goes to another text.
 */
export class WordList {
  readonly #words: (string | null)[];
  readonly #numbers: Map<string, number>;
  readonly #used: Set<number>;
  readonly #free: number[] = [];

  /** @param words as `list` gave them */
  constructor(words: readonly (string | null)[] = []) {
    // The first number stands for no word.
    this.#words = words.length === 0 ? [''] : [...words];
    this.#numbers = new Map(this.#words.flatMap((word, number) => (word === null ? [] : [[word, number]])));
    this.#used = new Set([0]);
    for (const [number, word] of this.#words.entries()) if (word === null) this.#free.push(number);
  }

  /** The number of a word, which is in use then. */
  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    const number = known ?? this.#free.pop() ?? this.#words.length;
    if (known === undefined) {
      this.#words[number] = word;
      this.#numbers.set(word, number);
    }
    this.#used.add(number);
    return number;
  }

  /** A word, which is in use then. */
  at(number: number): string {
    this.#used.add(number);
    return this.#words[number] ?? '';
  }

  /** The words in use by their numbers. */
  get list(): readonly (string | null)[] {
    return this.#words.map((word, number) => (this.#used.has(number) ? word : null));
  }
}
