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
    const block = this.#blockOf(slot, value === 0);
    if (block !== undefined) block[slot & (BLOCK - 1)] = value;
  }

  /** Sets the values of some slots, one after the other. */
  setAll(start: number, values: Numbers): void {
    for (let done = 0; done < values.length; ) {
      const slot = start + done;
      const size = Math.min(values.length - done, BLOCK - (slot & (BLOCK - 1)));
      const part = size === values.length ? values : values.subarray(done, done + size);
      const block = this.#blocks[slot >>> BITS] ?? this.#blockOf(slot, part.every(isZero));
      block?.set(part, slot & (BLOCK - 1));
      done += size;
    }
  }

  /** Copies the values of the first slots, as many as there is room for. */
  copyTo<T extends Numbers>(target: T): T {
    for (let start = 0; start < target.length; start += BLOCK) {
      const block = this.#blocks[start >>> BITS];
      if (block === undefined) target.fill(0, start, start + BLOCK);
      else target.set(block.subarray(0, target.length - start), start);
    }
    return target;
  }

  /** The block of a slot; undefined where there is none and none is needed. */
  #blockOf(slot: number, isEmpty: boolean): Numbers | undefined {
    const number = slot >>> BITS;
    while (this.#blocks.length <= number) this.#blocks.push(undefined);
    const block = this.#blocks[number];
    if (block !== undefined || isEmpty) return block;
    const made = new this.#make(BLOCK);
    this.#blocks[number] = made;
    return made;
  }
}

/** A number that may be missing: columns and records hold NaN then. */
export function numberIfAny(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}

function isZero(value: number): boolean {
  return value === 0;
}
