import type { Column } from '../core/column.js';
import { firstFrom } from '../core/first-from.js';

/**
 * Which slot each id has; slots are given one after the other. While ids ascend, as those of exports mostly do, the
 * column in which they stand is all that is needed.
 */
export class IdSlots {
  readonly #ids: Column;
  #size = 0;
  #highest = Number.NEGATIVE_INFINITY;
  /** Once an id has come that is lower than one before it. */
  #slots: Map<number, number> | undefined;

  /** @param ids by slot; filled here */
  constructor(ids: Column) {
    this.#ids = ids;
  }

  get size(): number {
    return this.#size;
  }

  /** True while ids ascend. */
  get areAscending(): boolean {
    return this.#slots === undefined;
  }

  /** The slot of an id; undefined where it has none. */
  get(id: number): number | undefined {
    if (this.#slots !== undefined) return this.#slots.get(id);
    if (id > this.#highest) return undefined;
    const slot = firstFrom(this.#size, (at) => this.#ids.get(at) < id);
    return this.#ids.get(slot) === id ? slot : undefined;
  }

  /**
   * Gives the next slot to an id that has none.
   * @returns the slot
   */
  add(id: number): number {
    const slot = this.#size;
    if (this.#slots === undefined && id < this.#highest) this.#slots = this.#all();
    this.#slots?.set(id, slot);
    this.#ids.set(slot, id);
    this.#highest = Math.max(id, this.#highest);
    this.#size = slot + 1;
    return slot;
  }

  #all(): Map<number, number> {
    const slots = new Map<number, number>();
    for (let slot = 0; slot < this.#size; slot++) slots.set(this.#ids.get(slot), slot);
    return slots;
  }
}
