import { wordsOfRun } from './words.js';

/** Maximum number of runs to search for one that doesn't match at the same position. */
const LOOK_AHEAD = 12;

/** The words that two texts share, and those that they don't. */
export interface SharedRuns {
  /** The number of words of each. */
  readonly counts: readonly [one: number, other: number];
  /** Words of each text without a match at the same position. Words in both lists only changed their order. */
  readonly left: readonly [one: readonly string[], other: readonly string[]];
}

/**
 * Compares two texts in place, without a string per word: most words are in the same order in both.
 * @param one in lower case, like `other`
 */
export function compareRuns(one: string, other: string): SharedRuns {
  const [a, b] = [new Runs(one), new Runs(other)];
  while (a.isAtRun && b.isAtRun) {
    if (a.equals(b)) {
      const words = a.words();
      a.pass(words);
      b.pass(words);
      continue;
    }
    const inOther = b.distanceTo(a);
    const inOne = inOther === 0 ? a.distanceTo(b) : 0;
    if (inOne === 0) b.leave(Math.max(inOther, 1));
    if (inOther === 0) a.leave(Math.max(inOne, 1));
  }
  while (a.isAtRun) a.leave(1);
  while (b.isAtRun) b.leave(1);
  return { counts: [a.count, b.count], left: [a.left, b.left] };
}

/** Iterates over the runs of word characters in a text. */
class Runs {
  readonly #text: string;
  readonly left: string[] = [];
  count = 0;
  #start = 0;
  #end = 0;
  #isAscii = true;

  constructor(text: string) {
    this.#text = text;
    this.#next();
  }

  get isAtRun(): boolean {
    return this.#end > this.#start;
  }

  equals(other: Runs): boolean {
    const length = this.#end - this.#start;
    if (length !== other.#end - other.#start) return false;
    for (let at = 0; at < length; at += 1)
      if (this.#text.charCodeAt(this.#start + at) !== other.#text.charCodeAt(other.#start + at)) return false;
    return true;
  }

  /** Returns the words of the run, or undefined if the run is a single word. */
  words(): readonly string[] | undefined {
    return this.#isAscii ? undefined : wordsOfRun(this.#run());
  }

  pass(words: readonly string[] | undefined): void {
    this.count += words === undefined ? 1 : words.length;
    this.#next();
  }

  /** Skips unmatched runs and records their words. */
  leave(runs: number): void {
    for (let at = 0; at < runs; at += 1) {
      const words = this.words();
      if (words === undefined) this.left.push(this.#run());
      else for (const word of words) this.left.push(word);
      this.pass(words);
    }
  }

  /** Returns the distance in runs to one that equals the current run of the other text; 0 if none is near. */
  distanceTo(other: Runs): number {
    const [start, end, isAscii] = [this.#start, this.#end, this.#isAscii];
    let distance = 0;
    for (let at = 1; at <= LOOK_AHEAD && distance === 0; at += 1) {
      this.#next();
      if (!this.isAtRun) break;
      if (this.equals(other)) distance = at;
    }
    this.#start = start;
    this.#end = end;
    this.#isAscii = isAscii;
    return distance;
  }

  #run(): string {
    return this.#text.slice(this.#start, this.#end);
  }

  #next(): void {
    const text = this.#text;
    const { length } = text;
    let at = this.#end;
    while (at < length && !isWordCode(text.charCodeAt(at))) at += 1;
    this.#start = at;
    this.#isAscii = true;
    for (; at < length; at += 1) {
      const code = text.charCodeAt(at);
      if (!isWordCode(code)) break;
      if (code >= 0x80) this.#isAscii = false;
    }
    this.#end = at;
  }
}

/** ASCII punctuation ends a word. */
function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code >= 0x80 || (code >= 0x30 && code <= 0x39);
}
