import { codeAt } from './code-at.js';
import { Column } from './column.js';
import { TextStore } from './text-store.js';

const FIRST_BUCKETS = 2048;
const EMPTY = 0;
const BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/**
 * Numbers texts in the order in which they first come: 0, 1, 2 and so on. A map from texts to whatever the caller
 * keeps by number, with its keys outside of the garbage-collected heap, where a hundred thousand of them take a
 * fraction of the room.
 */
export class TextIndex implements Iterable<string> {
  readonly #texts = new TextStore();
  /** Wide enough for four gigabytes of texts. */
  readonly #places = new Column(Uint32Array);
  readonly #hashes = new Column(Uint32Array);
  /** Open addressing: in each bucket a number plus one, or `EMPTY`. At most half of them are taken. */
  #buckets = new Uint32Array(FIRST_BUCKETS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The number of a text, which gets one if it is new. */
  add(text: string): number {
    const hash = hashOf(text);
    const bucket = this.#bucketOf(text, hash);
    const found = this.#buckets[bucket] ?? EMPTY;
    if (found !== EMPTY) return found - 1;
    const number = this.#size++;
    this.#places.set(number, this.#texts.add(text));
    this.#hashes.set(number, hash);
    this.#buckets[bucket] = number + 1;
    if (this.#size * 2 > this.#buckets.length) this.#grow();
    return number;
  }

  /** The number of a text; -1 for one that has none. */
  find(text: string): number {
    return (this.#buckets[this.#bucketOf(text, hashOf(text))] ?? EMPTY) - 1;
  }

  has(text: string): boolean {
    return this.find(text) !== -1;
  }

  /** The text of a number. */
  at(number: number): string {
    return this.#texts.get(this.#places.get(number));
  }

  /** Compares the texts of two numbers as `compareText` does. */
  compare(a: number, b: number): number {
    return this.#texts.compare(this.#places.get(a), this.#places.get(b));
  }

  /** All texts by their numbers. */
  *[Symbol.iterator](): Iterator<string> {
    for (let number = 0; number < this.#size; number++) yield this.at(number);
  }

  /** Where a text is, or where it belongs. */
  #bucketOf(text: string, hash: number): number {
    const mask = this.#buckets.length - 1;
    let bucket = hash & mask;
    for (;;) {
      const found = this.#buckets[bucket] ?? EMPTY;
      if (found === EMPTY) return bucket;
      if (this.#hashes.get(found - 1) === hash && this.at(found - 1) === text) return bucket;
      bucket = (bucket + 1) & mask;
    }
  }

  #grow(): void {
    this.#buckets = new Uint32Array(this.#buckets.length * 2);
    const mask = this.#buckets.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let bucket = this.#hashes.get(number) & mask;
      while (this.#buckets[bucket] !== EMPTY) bucket = (bucket + 1) & mask;
      this.#buckets[bucket] = number + 1;
    }
  }
}

/** FNV-1a over UTF-16 code units, with its bits mixed once more so that the low ones differ as well. */
function hashOf(text: string): number {
  let hash = BASIS;
  const { length } = text;
  for (let at = 0; at < length; at++) hash = Math.imul(hash ^ codeAt(text, at), PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
