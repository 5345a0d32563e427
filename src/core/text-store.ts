import { compareUtf8 } from './compare.js';
import type { Fingerprint } from './fingerprint.js';

const CHUNK = 1 << 20;
/** A length takes as many bytes as it needs: seven bits in each, the highest bit while others follow. */
const BITS = 7;
const MORE = 1 << BITS;

/**
 * Keeps texts as bytes outside of the garbage-collected heap. Of a hundred thousand entries they are most of
 * what is held, and there they cost just their length and no collection walks over them.
 */
export class TextStore {
  readonly #chunks: Buffer[] = [];
  #used = CHUNK;

  /**
   * Stores some texts as one record.
   * @returns the record's place, for `get`
   */
  add(...texts: readonly string[]): number {
    const sizes = texts.map((text) => Buffer.byteLength(text));
    const chunk = this.#chunkFor(recordSize(sizes));
    const place = (this.#chunks.length - 1) * CHUNK + this.#used;
    this.#used = writeRecord(chunk, this.#used, texts, sizes);
    return place;
  }

  /** Stores a record of one text. */
  addOne(text: string): number {
    const size = Buffer.byteLength(text);
    const chunk = this.#chunkFor(lengthBytes(size) + size);
    const place = (this.#chunks.length - 1) * CHUNK + this.#used;
    const start = writeLength(chunk, this.#used, size);
    this.#used = start + chunk.write(text, start);
    return place;
  }

  /**
   * Stores records that were packed before.
   * @param bytes of `PackedTexts`, no more than `MAX_PACKED`
   * @returns what to add to the place of a record in there for its place in here
   */
  append(bytes: Uint8Array): number {
    const chunk = this.#chunkFor(bytes.length);
    const place = (this.#chunks.length - 1) * CHUNK + this.#used;
    chunk.set(bytes, this.#used);
    this.#used += bytes.length;
    return place;
  }

  /**
   * Stores a text that stands in some bytes already.
   * @returns the record's place, for `get`
   */
  addBytes(bytes: Buffer, start: number, end: number): number {
    const size = end - start;
    const chunk = this.#chunkFor(lengthBytes(size) + size);
    const place = (this.#chunks.length - 1) * CHUNK + this.#used;
    this.#used = writeLength(chunk, this.#used, size);
    this.#used += bytes.copy(chunk, this.#used, start, end);
    return place;
  }

  /** Adds a text of a record, and where it ends, to a fingerprint. */
  addTo(fingerprint: Fingerprint, place: number, index = 0): void {
    const chunk = this.#chunkOf(place);
    let at = place % CHUNK;
    for (let left = index; ; left--) {
      const size = readLength(chunk, at);
      at += lengthBytes(size);
      if (left === 0) {
        fingerprint.addBytes(chunk, at, at + size);
        return;
      }
      at += size;
    }
  }

  /**
   * A text of a record.
   * @param place what `add` returned
   * @param index which of the texts of the record
   */
  get(place: number, index = 0): string {
    return textAt(this.#chunkOf(place), place % CHUNK, index);
  }

  /** Compares the first texts of two records as `compareText` does, without making strings of them. */
  compare(a: number, b: number): number {
    const [left, right] = [this.#chunkOf(a), this.#chunkOf(b)];
    const [leftSize, rightSize] = [readLength(left, a % CHUNK), readLength(right, b % CHUNK)];
    const leftStart = (a % CHUNK) + lengthBytes(leftSize);
    const rightStart = (b % CHUNK) + lengthBytes(rightSize);
    return compareUtf8(left, leftStart, leftStart + leftSize, right, rightStart, rightStart + rightSize);
  }

  #chunkOf(place: number): Buffer {
    return this.#chunks[Math.floor(place / CHUNK)] as Buffer;
  }

  /** The chunk with room for a record; one that is larger than a chunk gets a longer one of its own. */
  #chunkFor(size: number): Buffer {
    const last = this.#chunks.at(-1);
    if (last !== undefined && this.#used + size <= CHUNK) return last;
    const chunk = Buffer.allocUnsafeSlow(Math.max(CHUNK, size));
    this.#chunks.push(chunk);
    this.#used = 0;
    return chunk;
  }
}

/** So many bytes of packed records at most can be stored at once. */
export const MAX_PACKED = CHUNK;

/** Records like those of a `TextStore`, in one piece: to be kept in a file and stored again by copying. */
export class PackedTexts {
  #bytes = Buffer.allocUnsafe(1 << 14);
  #used = 0;

  /** @returns the record's place, for `textAt` */
  add(...texts: readonly string[]): number {
    const sizes = texts.map((text) => Buffer.byteLength(text));
    const place = this.#used;
    const needed = place + recordSize(sizes);
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, place);
      this.#bytes = larger;
    }
    this.#used = writeRecord(this.#bytes, place, texts, sizes);
    return place;
  }

  /** All records; valid until another is added. */
  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#used);
  }

  /** Forgets all records. */
  clear(): void {
    this.#used = 0;
  }
}

/** A text of a packed record: `index` says which. */
export function textAt(bytes: Buffer, place: number, index = 0): string {
  let at = place;
  for (let left = index; ; left--) {
    const size = readLength(bytes, at);
    at += lengthBytes(size);
    if (left === 0) return bytes.toString('utf8', at, at + size);
    at += size;
  }
}

function recordSize(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + lengthBytes(size) + size, 0);
}

/** Returns the index behind the record. */
function writeRecord(
  bytes: Buffer,
  start: number,
  texts: readonly string[],
  sizes: readonly number[],
): number {
  let at = start;
  for (const [index, text] of texts.entries()) {
    at = writeLength(bytes, at, sizes[index] as number);
    at += bytes.write(text, at);
  }
  return at;
}

function lengthBytes(size: number): number {
  let bytes = 1;
  for (let rest = size >>> BITS; rest > 0; rest >>>= BITS) bytes += 1;
  return bytes;
}

/** Returns the index behind the length. */
function writeLength(chunk: Buffer, start: number, size: number): number {
  let at = start;
  let rest = size;
  for (; rest >= MORE; rest >>>= BITS) chunk[at++] = (rest % MORE) + MORE;
  chunk[at] = rest;
  return at + 1;
}

function readLength(chunk: Buffer, start: number): number {
  let size = 0;
  for (let at = start, shift = 0; ; at++, shift += BITS) {
    const byte = chunk[at] as number;
    size += (byte % MORE) << shift;
    if (byte < MORE) return size;
  }
}
