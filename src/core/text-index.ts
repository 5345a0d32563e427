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
    return this.#insert(bucket, hash, this.#texts.add(text));
  }

  #insert(bucket: number, hash: number, place: number): number {
    const number = this.#size++;
    this.#places.set(number, place);
    this.#hashes.set(number, hash);
    this.#buckets[bucket] = number + 1;
    if (this.#size * 2 > this.#buckets.length) this.#grow();
    return number;
  }

  /** The same for a text that stands in some bytes, which is quicker for those of plain characters. */
  addBytes(bytes: Buffer, start: number, end: number): number {
    const hash = hashOfAscii(bytes, start, end);
    if (hash === undefined) return this.add(bytes.toString('utf8', start, end));
    const mask = this.#buckets.length - 1;
    let bucket = hash & mask;
    for (;;) {
      const found = this.#buckets[bucket] ?? EMPTY;
      if (found === EMPTY) break;
      if (
        this.#hashes.get(found - 1) === hash &&
        this.#texts.isAt(this.#places.get(found - 1), bytes, start, end)
      ) {
        return found - 1;
      }
      bucket = (bucket + 1) & mask;
    }
    return this.#insert(bucket, hash, this.#texts.addBytes(bytes, start, end));
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
  return mixed(hash);
}

/** The same of UTF-8; undefined for a text with other characters than those of ASCII. */
function hashOfAscii(bytes: Uint8Array, start: number, end: number): number | undefined {
  let hash = BASIS;
  let all = 0;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    all |= byte;
    hash = Math.imul(hash ^ byte, PRIME);
  }
  return all < 0x80 ? mixed(hash) : undefined;
}

function mixed(sum: number): number {
  const hash = Math.imul(sum ^ (sum >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
