/** A block holds 4,096 values. */
const BITS = 12;
const BLOCK = 1 << BITS;

/** The forms in which a column can hold its numbers. */
type Numbers = Float64Array | Uint32Array | Uint8Array;

/**
 * Numbers by slot, packed: one field of very many records. It grows block by block; what was never set is 0, and
 * a block in which all are takes no room.
 */
export class Column {
  readonly #make: new (
    length: number,
  ) => Numbers;
  readonly #blocks: (Numbers | undefined)[] = [];

  /** @param make `Uint32Array` or another array of numbers of a fixed width */
  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
  }

  get(slot: number): number {
    return this.#blocks[slot >>> BITS]?.[slot & (BLOCK - 1)] ?? 0;
  }

  set(slot: number, value: number): void {
    const number = slot >>> BITS;
    while (this.#blocks.length <= number) this.#blocks.push(undefined);
    let block = this.#blocks[number];
    if (block === undefined) {
      if (value === 0) return;
      block = new this.#make(BLOCK);
      this.#blocks[number] = block;
    }
    block[slot & (BLOCK - 1)] = value;
  }
}
