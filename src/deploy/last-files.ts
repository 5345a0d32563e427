import { compareUtf8 } from '../core/compare.js';
import { firstFrom } from '../core/first-from.js';
import { asFloats, asWords } from '../core/number-views.js';
import { type FileFacts, isUntouched } from './file-facts.js';

/** A stored list of files: their paths, the end of each path, and the facts of each file. */
export interface PackedFiles {
  readonly paths: Buffer;
  readonly ends: Buffer;
  readonly facts: Buffer;
}

const UNKNOWN = 0;
const UNTOUCHED = 1;
const TOUCHED = 2;

/** The files that the last build left, in ascending order: by number, packed. */
export class LastFiles implements Iterable<string> {
  readonly size: number;
  readonly #paths: Buffer;
  /** Where each path ends. */
  readonly #ends: Uint32Array;
  /** Of each file size and time, as in `FileFacts`. */
  readonly #facts: Float64Array;

  /** Results of the checks so far. */
  #found: Uint8Array | undefined;

  constructor(packed: PackedFiles) {
    const { paths, ends, facts } = packed;
    this.#paths = paths;
    this.#ends = asWords(ends);
    this.#facts = asFloats(facts);
    this.size = this.#ends.length;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let number = 0; number < this.size; number++) yield this.at(number);
  }

  /** Path below the output folder. */
  at(number: number): string {
    return this.#paths.toString('utf8', this.#startOf(number), this.#ends[number]);
  }

  /** True when a file is unchanged since the last build. */
  isUntouched(number: number, out: string): boolean {
    this.#found ??= new Uint8Array(this.size);
    const known = this.#found[number] ?? UNKNOWN;
    if (known !== UNKNOWN) return known === UNTOUCHED;
    const isSame = isUntouched(`${out}/${this.at(number)}`, this.factsOf(number));
    this.#found[number] = isSame ? UNTOUCHED : TOUCHED;
    return isSame;
  }

  /** Writes the same list once more. */
  writeTo(file: { begin(part: 'paths' | 'ends'): void; write(bytes: Uint8Array): void }): void {
    file.begin('paths');
    file.write(this.#paths);
    file.begin('ends');
    file.write(new Uint8Array(this.#ends.buffer, this.#ends.byteOffset, this.#ends.byteLength));
  }

  /** The number of a file, or -1 when the last build didn't write it. */
  find(file: string): number {
    const number = this.firstFrom(file);
    return number < this.size && this.at(number) === file ? number : -1;
  }

  /** The number of the first file that is a given one, or comes after it; `size` where none does. */
  firstFrom(file: string): number {
    const path = Buffer.from(file);
    return firstFrom(this.size, (number) => {
      const end = this.#ends[number] as number;
      return compareUtf8(this.#paths, this.#startOf(number), end, path, 0, path.length) < 0;
    });
  }

  factsOf(number: number): FileFacts {
    return [this.#facts[number * 2] as number, this.#facts[number * 2 + 1] as number];
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : (this.#ends[number - 1] as number);
  }
}
