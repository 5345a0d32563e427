import { Column } from '../core/column.js';
import { TextIndex } from '../core/text-index.js';
import type { FileFacts } from './file-facts.js';
import type { LastFiles } from './last-files.js';

/** What became of a file: bits. A file of this build is kept, or staged as added or as changed. */
export const PREVIOUS = 1;
export const KEPT = 2;
export const ADDED = 4;
export const CHANGED = 8;
/** Together with `KEPT`: nobody has read it or handed it in again. */
export const UNTOUCHED = 16;
export const STAGED = ADDED | CHANGED;

/** All files of a build and of the one before; packed, since there are several for each entry. */
export class FileStates {
  /** Their numbers come first. */
  readonly #last: LastFiles | undefined;
  readonly #lastSize: number;
  /** All others. */
  readonly #others = new TextIndex();
  /** By number of the file. */
  readonly #states = new Column(Uint8Array);
  /** Of files of this build: size, and time of the last change; 0 where it is not known. */
  readonly #sizes = new Column(Float64Array);
  readonly #times = new Column(Float64Array);
  /** Numbers in ascending order of the paths, as of the last time that somebody asked. */
  #order = new Uint32Array();

  /**
   * @param last files that the last build left: these have the same numbers as there
   * @param state of all of them
   */
  constructor(last?: LastFiles, state = 0) {
    this.#last = last;
    this.#lastSize = last?.size ?? 0;
    this.#states.setAll(0, new Uint8Array(this.#lastSize).fill(state));
  }

  /** Sets the state of a file; that it is of the previous build stays known. */
  note(file: string, state: number): void {
    this.set(this.add(file), state);
  }

  /** The same by the number of a file. */
  set(number: number, state: number): void {
    this.#states.set(number, (this.#states.get(number) & PREVIOUS) | state);
  }

  /** The number of a file, which gets one if it is new: 0, 1, 2 and so on, as they come. */
  add(file: string): number {
    const known = this.#last?.find(file) ?? -1;
    return known === -1 ? this.#lastSize + this.#others.add(file) : known;
  }

  /** The number of a file that has one, else -1. */
  find(file: string): number {
    const known = this.#last?.find(file) ?? -1;
    const other = known === -1 ? this.#others.find(file) : -1;
    return other === -1 ? known : this.#lastSize + other;
  }

  at(number: number): string {
    if (this.#last !== undefined && number < this.#lastSize) return this.#last.at(number);
    return this.#others.at(number - this.#lastSize);
  }

  setFacts(number: number, [size, time]: FileFacts): void {
    this.#sizes.set(number, size);
    this.#times.set(number, time);
  }

  /** What is known of a file by its number. */
  factsOf(number: number): FileFacts | undefined {
    const time = this.#times.get(number);
    return time === 0 ? undefined : [this.#sizes.get(number), time];
  }

  /** True for a file in one of some states. */
  has(file: string, states: number): boolean {
    const number = this.find(file);
    return number !== -1 && this.is(number, states);
  }

  /** The same by the number of a file. */
  is(number: number, states: number): boolean {
    return (this.#states.get(number) & states) !== 0;
  }

  /** Files in one of some states and in none of others, in ascending order. */
  *list(states: number, except = 0): Iterable<string> {
    for (const number of this.numbers(states, except)) yield this.at(number);
  }

  /** The same by their numbers. */
  numbers(states: number, except = 0): Uint32Array {
    return this.#sorted().filter((number) => {
      const state = this.#states.get(number);
      return (state & states) !== 0 && (state & except) === 0;
    });
  }

  /** How many files are in one of some states. */
  count(states: number): number {
    let count = 0;
    for (let number = 0; number < this.#size; number++) {
      if ((this.#states.get(number) & states) !== 0) count += 1;
    }
    return count;
  }

  get #size(): number {
    return this.#lastSize + this.#others.size;
  }

  /** Those of the last build ascend; the others are sorted, and put in between. */
  #sorted(): Uint32Array {
    if (this.#order.length === this.#size) return this.#order;
    const others = Uint32Array.from({ length: this.#others.size }, (_, number) => number);
    others.sort((a, b) => this.#others.compare(a, b));
    const order = new Uint32Array(this.#size);
    let [size, last] = [0, 0];
    for (const other of others) {
      const end = this.#last?.firstFrom(this.#others.at(other)) ?? 0;
      while (last < end) order[size++] = last++;
      order[size++] = this.#lastSize + other;
    }
    while (last < this.#lastSize) order[size++] = last++;
    this.#order = order;
    return order;
  }
}
