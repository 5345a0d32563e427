import { codeAt } from './code-at.js';

const HIGH_FACTOR = 0x9e3779b1;
const LOW_FACTOR = 0x5f356495;

/**
 * 64 bits by which a program knows again what it has seen before: many times cheaper than a cryptographic hash, and no
 * more than that. Whoever wants two things to have the same can make them so, unless it begins with what they cannot guess.
 */
export class Fingerprint {
  #high = 0;
  #low = 0;

  /** Begins anew. */
  begin(high = 0xdeadbeef, low = 0x41c6ce57): void {
    this.#high = high;
    this.#low = low;
  }

  /** Adds a whole number below 2^32. */
  add(value: number): void {
    this.#high = Math.imul(this.#high ^ value, HIGH_FACTOR);
    this.#low = Math.imul(this.#low ^ value, LOW_FACTOR);
    this.#high ^= this.#high >>> 15;
    this.#low ^= this.#low >>> 13;
  }

  /** Adds any number. */
  addNumber(value: number): void {
    NUMBER[0] = value;
    this.add(HALVES[0] as number);
    this.add(HALVES[1] as number);
  }

  /** Adds a text and where it ends. */
  addText(text: string): void {
    // As `add` does; with fields in place of variables it takes three times as long.
    let high = this.#high;
    let low = this.#low;
    const { length } = text;
    for (let at = 0; at < length; at++) {
      const code = codeAt(text, at);
      high = Math.imul(high ^ code, HIGH_FACTOR);
      low = Math.imul(low ^ code, LOW_FACTOR);
      high ^= high >>> 15;
      low ^= low >>> 13;
    }
    this.#high = high;
    this.#low = low;
    this.add(length);
  }

  /** Adds bytes and where they end. */
  addBytes(bytes: Uint8Array, start: number, end: number): void {
    // The same here.
    let high = this.#high;
    let low = this.#low;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      high = Math.imul(high ^ byte, HIGH_FACTOR);
      low = Math.imul(low ^ byte, LOW_FACTOR);
      high ^= high >>> 15;
      low ^= low >>> 13;
    }
    this.#high = high;
    this.#low = low;
    this.add(end - start);
  }

  /** The two halves of what has been added so far. */
  get high(): number {
    return mixed(this.#high, this.#low);
  }

  get low(): number {
    return mixed(this.#low, this.#high);
  }
}

const NUMBER = new Float64Array(1);
const HALVES = new Uint32Array(NUMBER.buffer);

function mixed(one: number, other: number): number {
  let hash = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
