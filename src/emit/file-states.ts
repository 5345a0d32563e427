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
  readonly #files = new TextIndex();
  /** By number of the file. */
  readonly #states = new Column(Uint8Array);
  /** Of files of this build: size, and time of the last change; 0 where it is not known. */
  readonly #sizes = new Column(Float64Array);
  readonly #times = new Column(Float64Array);
  /** Numbers in ascending order of the paths, as of the last time that somebody asked. */
  readonly #order: number[] = [];

  /** Sets the state of a file; that it is of the previous build stays known. */
  note(file: string, state: number): void {
    this.set(this.#files.add(file), state);
  }

  /** Adds files before there are any others. */
  addAll(files: LastFiles, state: number): void {
    for (let number = 0; number < files.size; number++)
      this.#states.set(files.addTo(this.#files, number), state);
  }

  /** The same by the number of a file. */
  set(number: number, state: number): void {
    this.#states.set(number, (this.#states.get(number) & PREVIOUS) | state);
  }

  /** The number of a file, which gets one if it is new: 0, 1, 2 and so on, as they come. */
  add(file: string): number {
    return this.#files.add(file);
  }

  /** The number of a file that has one, else -1. */
  find(file: string): number {
    return this.#files.find(file);
  }

  at(number: number): string {
    return this.#files.at(number);
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
    const number = this.#files.find(file);
    return number !== -1 && this.is(number, states);
  }

  /** The same by the number of a file. */
  is(number: number, states: number): boolean {
    return (this.#states.get(number) & states) !== 0;
  }

  /** Files in one of some states and in none of others, in ascending order. */
  *list(states: number, except = 0): Iterable<string> {
    for (const number of this.numbers(states, except)) yield this.#files.at(number);
  }

  /** The same by their numbers. */
  *numbers(states: number, except = 0): Iterable<number> {
    for (const number of this.#sorted()) {
      const state = this.#states.get(number);
      if ((state & states) !== 0 && (state & except) === 0) yield number;
    }
  }

  /** How many files are in one of some states. */
  count(states: number): number {
    let count = 0;
    for (let number = 0; number < this.#files.size; number++) {
      if ((this.#states.get(number) & states) !== 0) count += 1;
    }
    return count;
  }

  #sorted(): readonly number[] {
    if (this.#order.length < this.#files.size) {
      for (let number = this.#order.length; number < this.#files.size; number++) this.#order.push(number);
      this.#order.sort((a, b) => this.#files.compare(a, b));
    }
    return this.#order;
  }
}
