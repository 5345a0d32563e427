import type { FileFacts } from './file-facts.js';

/** The files that the last build left, in ascending order: by number, packed. */
export class LastFiles {
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

  /** Path below the output folder. */
  at(number: number): string {
    return this.#paths.toString('utf8', number === 0 ? 0 : this.#ends[number - 1], this.#ends[number]);
  }

  factsOf(number: number): FileFacts {
    return [this.#facts[number * 2] as number, this.#facts[number * 2 + 1] as number];
  }
}
