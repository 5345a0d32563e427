import { Column } from '../core/column.js';
import { TextIndex } from '../core/text-index.js';
import type { KnownSegment } from './known-segments.js';
import type { RequestedKeys } from './port.js';

/** So many keys are looked for in a run as a whole more quickly than all of its own are compared. */
const FEW = 16;

/** Where an entry stands in the file. */
export interface ItemPlace {
  readonly offset: number;
  readonly end: number;
  readonly line: number;
}

/** A run, and where its entries are. */
interface PlacedRun {
  readonly run: KnownSegment;
  placeOf(index: number): ItemPlace;
}

/** Byte ranges of all entries of a file by key, packed: 100,000 entries take a few megabytes. */
export class ItemIndex {
  readonly #keys = new TextIndex();
  readonly #offsets = new Column(Float64Array);
  readonly #ends = new Column(Float64Array);
  readonly #lines = new Column(Uint32Array);
  /** Nobody may ever ask for an entry of theirs. */
  readonly #runs: PlacedRun[] = [];

  /** Notes an entry; of two places of a key the later one counts. */
  set(key: string, place: ItemPlace): void {
    const slot = this.#keys.add(key);
    if (this.#offsets.get(slot) > place.offset) return;
    this.#offsets.set(slot, place.offset);
    this.#ends.set(slot, place.end);
    this.#lines.set(slot, place.line);
  }

  /** Notes the entries of a run. */
  addRun(placed: PlacedRun): void {
    this.#runs.push(placed);
  }

  /** Places of the wanted entries in the order of the file, each once; unknown keys are passed over. */
  *places(wanted: RequestedKeys): Generator<ItemPlace> {
    this.#lookIntoRuns(wanted);
    const slots = new Uint32Array(wanted.size);
    let found = 0;
    for (const key of wanted) {
      const slot = this.#keys.find(key);
      if (slot !== -1) slots[found++] = slot;
    }
    const offsetOf = (slot: number) => this.#offsets.get(slot);
    const inOrder = slots.subarray(0, found).sort((a, b) => offsetOf(a) - offsetOf(b));
    for (const [at, slot] of inOrder.entries()) {
      if (at > 0 && slot === inOrder[at - 1]) continue;
      yield { offset: offsetOf(slot), end: this.#ends.get(slot), line: this.#lines.get(slot) };
    }
  }

  #lookIntoRuns(wanted: RequestedKeys): void {
    const few = wanted.size > FEW ? undefined : Array.from(wanted, (key) => Buffer.from(key));
    for (const { run, placeOf } of this.#runs) {
      if (few?.some((key) => run.mayHold(key)) === false) continue;
      for (let index = 0; index < run.size; index++) {
        const key = run.keyOf(index);
        if (wanted.has(key)) this.set(key, placeOf(index));
      }
    }
  }
}
