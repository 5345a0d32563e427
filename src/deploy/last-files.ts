import { compareUtf8 } from '../core/compare.js';
import { firstFrom } from '../core/first-from.js';
import { asFloats, asWords } from '../core/number-views.js';
import { type FileFacts, isUntouched } from './file-facts.js';

/** A list of files as it is kept: their paths, where each of these ends, and facts of each. */
export interface PackedFiles {
  readonly paths: Buffer;
  readonly ends: Buffer;
  readonly facts: Buffer;
}

/** The same for a thread. */
export interface SharedFiles extends Readonly<Record<keyof PackedFiles, Uint8Array>> {
  /** Shared: one byte for each file, of which nothing is known, that nobody has touched it, or that somebody has. */
  readonly found: Uint8Array;
}

const UNKNOWN = 0;
const UNTOUCHED = 1;
const TOUCHED = 2;
const NOTHING = new Uint8Array();

/** The files that the last build left, in ascending order: by number, packed. */
export class LastFiles implements Iterable<string> {
  readonly size: number;
  readonly #packed: PackedFiles;
  readonly #paths: Buffer;
  /** Where each path ends. */
  readonly #ends: Uint32Array;
  /** Of each file size and time, as in `FileFacts`. */
  readonly #facts: Float64Array;

  /** What has been found of each so far; a thread may look at them as well. */
  #found: Uint8Array | undefined;

  constructor(packed: PackedFiles) {
    const { paths, ends, facts } = packed;
    this.#packed = packed;
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

  /** The list for a thread that looks at all files as well: copies, and what it finds, which is then known here too. */
  share(): SharedFiles {
    const { paths, ends, facts } = this.#packed;
    this.#found ??= new Uint8Array(new SharedArrayBuffer(this.size));
    // A thread is given all of the memory in which such bytes stand.
    const copy = (bytes: Uint8Array) => new Uint8Array(bytes);
    return { paths: copy(paths), ends: copy(ends), facts: copy(facts), found: this.#found };
  }

  /** True for a file that is still as the last build left it. */
  isUntouched(number: number, out: string): boolean {
    return this.#look(number, out, this.#found ?? NOTHING) === UNTOUCHED;
  }

  /**
   * Looks at all files from the last to the first, which whoever comes from the front meets halfway.
   * @param found where what is found is noted, and what others have noted is seen
   */
  lookAtAll(out: string, found: Uint8Array): void {
    for (let number = this.size - 1; number >= 0; number--) this.#look(number, out, found);
  }

  #look(number: number, out: string, found: Uint8Array): number {
    const known = found[number] ?? UNKNOWN;
    if (known !== UNKNOWN) return known;
    const isSame = isUntouched(`${out}/${this.at(number)}`, this.factsOf(number));
    const state = isSame ? UNTOUCHED : TOUCHED;
    found[number] = state;
    return state;
  }

  /** Writes the same list once more. */
  writeTo(file: { begin(part: 'paths' | 'ends'): void; write(bytes: Uint8Array): void }): void {
    file.begin('paths');
    file.write(this.#paths);
    file.begin('ends');
    file.write(new Uint8Array(this.#ends.buffer, this.#ends.byteOffset, this.#ends.byteLength));
  }

  /** The number of a file; -1 for one that the last build did not leave. */
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
