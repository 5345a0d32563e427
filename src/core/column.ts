const FIRST_CAPACITY = 1024;

/** The forms in which a column can hold its numbers. */
type Numbers = Float64Array | Uint32Array | Uint8Array;

/**
 * Numbers by slot, packed: one field of very many records. It grows with the highest slot that is set; what was
 * never set is 0.
 */
export class Column {
  readonly #make: new (
    length: number,
  ) => Numbers;
  #values: Numbers;

  /** @param make `Uint32Array` or another array of numbers of a fixed width */
  constructor(make: new (length: number) => Numbers) {
    this.#make = make;
    this.#values = new make(FIRST_CAPACITY);
  }

  get(slot: number): number {
    return this.#values[slot] ?? 0;
  }

  set(slot: number, value: number): void {
    if (slot >= this.#values.length) this.#grow(slot + 1);
    this.#values[slot] = value;
  }

  #grow(atLeast: number): void {
    const values = new this.#make(Math.max(atLeast, Math.ceil(this.#values.length * 1.5)));
    values.set(this.#values);
    this.#values = values;
  }
}
