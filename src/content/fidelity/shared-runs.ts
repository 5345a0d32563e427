import { wordsOfRun } from './words.js';

/** How far the other text is searched for a run that has no equal at its place. */
const LOOK_AHEAD = 12;

/** What two texts have in common, read side by side. */
export interface SharedRuns {
  /** The number of words of each. */
  readonly counts: readonly [one: number, other: number];
  /** The words of each that had no equal in the other. Those in both lists are common words too, in another order. */
  readonly left: readonly [one: readonly string[], other: readonly string[]];
}

/**
 * Compares the words of two texts without making a string of each: nearly all stand in the same order in both.
 * @param one in lower case, as `other`
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

/** The runs of word characters in a text, one after the other. */
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

  /** The words of the run; undefined for a single one, which is the run itself. */
  words(): readonly string[] | undefined {
    return this.#isAscii ? undefined : wordsOfRun(this.#run());
  }

  pass(words: readonly string[] | undefined): void {
    this.count += words === undefined ? 1 : words.length;
    this.#next();
  }

  /** Passes runs that have no equal. */
  leave(runs: number): void {
    for (let at = 0; at < runs; at += 1) {
      const words = this.words();
      if (words === undefined) this.left.push(this.#run());
      else for (const word of words) this.left.push(word);
      this.pass(words);
    }
  }

  /** How many runs stand before one that equals the run of the other text; 0 where none is near. */
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

/** Signs of ASCII end every word. */
function isWordCode(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || code >= 0x80 || (code >= 0x30 && code <= 0x39);
}
