import type { TextIndex } from '../core/text-index.js';
import type { FileFacts } from './file-facts.js';

/** The files that the last build left, in ascending order: by number, packed. */
export class LastFiles implements Iterable<string> {
  readonly size: number;
  readonly #paths: Buffer;
  /** Where each path ends. */
  readonly #ends: Uint32Array;
  /** Of each file size and time, as in `FileFacts`. */
  readonly #facts: Float64Array;

  constructor({
    paths,
    ends,
    facts,
  }: { readonly paths: Buffer; readonly ends: Buffer; readonly facts: Buffer }) {
    this.#paths = paths;
    this.#ends = new Uint32Array(ends.buffer, ends.byteOffset, ends.length / 4);
    this.#facts = new Float64Array(facts.buffer, facts.byteOffset, facts.length / 8);
    this.size = this.#ends.length;
  }

  *[Symbol.iterator](): Iterator<string> {
    for (let number = 0; number < this.size; number++) yield this.at(number);
  }

  /** Path below the output folder. */
  at(number: number): string {
    return this.#paths.toString('utf8', number === 0 ? 0 : this.#ends[number - 1], this.#ends[number]);
  }

  /** Writes the same list once more. */
  writeTo(file: { begin(part: 'paths' | 'ends'): void; write(bytes: Uint8Array): void }): void {
    file.begin('paths');
    file.write(this.#paths);
    file.begin('ends');
    file.write(new Uint8Array(this.#ends.buffer, this.#ends.byteOffset, this.#ends.byteLength));
  }

  /** Adds the path of a file to an index. */
  addTo(index: TextIndex, number: number): number {
    return index.addBytes(
      this.#paths,
      number === 0 ? 0 : (this.#ends[number - 1] ?? 0),
      this.#ends[number] ?? 0,
    );
  }

  factsOf(number: number): FileFacts {
    return [this.#facts[number * 2] as number, this.#facts[number * 2 + 1] as number];
  }
}
