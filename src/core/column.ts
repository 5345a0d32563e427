/** A block holds 4,096 values. */
const BITS = 12;
const BLOCK = 1 << BITS;

/** The forms in which a column can hold its numbers. */
type Numbers = Float64Array | Uint32Array | Uint8Array;

/**
 * Numbers by slot, packed: one field of very many records. It grows block by block with the slots that are set;
 * what was never set is 0.
 */
export class Column {
  readonly #make: new (
    length: number,
  ) => Numbers;
  readonly #blocks: Numbers[] = [];

  /** @param make `Uint32Array` or another array of numbers of a fixed width */
  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
  }

  get(slot: number): number {
    return this.#blocks[slot >>> BITS]?.[slot & (BLOCK - 1)] ?? 0;
  }

  set(slot: number, value: number): void {
    const number = slot >>> BITS;
    while (this.#blocks.length <= number) this.#blocks.push(new this.#make(BLOCK));
    (this.#blocks[number] as Numbers)[slot & (BLOCK - 1)] = value;
  }
}
