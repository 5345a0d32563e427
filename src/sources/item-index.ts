/** Where an entry stands in the file. */
export interface ItemPlace {
  readonly offset: number;
  readonly end: number;
  readonly line: number;
}

const FIRST_CAPACITY = 1024;

/** Byte ranges of all entries of a file by key, packed: 100,000 entries take a few megabytes. */
export class ItemIndex {
  readonly #slots = new Map<string, number>();
  #offsets = new Float64Array(FIRST_CAPACITY);
  #ends = new Float64Array(FIRST_CAPACITY);
  #lines = new Uint32Array(FIRST_CAPACITY);

  /** Notes an entry; a key met before moves to the new place, as the later entry wins. */
  set(key: string, place: ItemPlace): void {
    const slot = this.#slots.get(key) ?? this.#slots.size;
    if (slot === this.#offsets.length) this.#grow();
    this.#slots.set(key, slot);
    this.#offsets[slot] = place.offset;
    this.#ends[slot] = place.end;
    this.#lines[slot] = place.line;
  }

  /** Places of the wanted entries in the order of the file; unknown keys are passed over. */
  *places(wanted: Iterable<string>): Generator<ItemPlace> {
    const offsetOf = (slot: number) => this.#offsets[slot] as number;
    const slots = Uint32Array.from([...wanted].flatMap((key) => this.#slots.get(key) ?? []));
    for (const slot of slots.sort((a, b) => offsetOf(a) - offsetOf(b))) {
      yield { offset: offsetOf(slot), end: this.#ends[slot] as number, line: this.#lines[slot] as number };
    }
  }

  #grow(): void {
    const capacity = this.#offsets.length * 2;
    this.#offsets = grown(this.#offsets, new Float64Array(capacity));
    this.#ends = grown(this.#ends, new Float64Array(capacity));
    this.#lines = grown(this.#lines, new Uint32Array(capacity));
  }
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
