import type { Dirent } from 'node:fs';
import { LOOK_NUMBERS } from '../../sources/file-look.js';
import type { LookedFiles } from '../../sources/port.js';

/** What was seen of files and folders. Nearly nothing is done before somebody asks: most runs have nothing to do. */
export class FileLooks implements LookedFiles {
  readonly #paths: string[] = [];
  /** Of each file its look, in the order of the files. */
  readonly #numbers: number[] = [];
  #packed: Float64Array | undefined;
  #places: ReadonlyMap<string, number> | undefined;
  /** Whoever asks for one file mostly asks for the one behind it next. */
  #next = 0;
  readonly #folders = new Map<string, Dirent[]>();

  /** Notes a file. @param path absolute */
  add(path: string, look: readonly number[]): void {
    this.#paths.push(path);
    for (let which = 0; which < LOOK_NUMBERS; which++) this.#numbers.push(look[which] ?? 0);
    this.#packed = undefined;
    this.#places = undefined;
  }

  get(path: string): Float64Array | undefined {
    const place = this.#paths[this.#next] === path ? this.#next : this.#placeOf(path);
    if (place === undefined) return undefined;
    this.#next = place + 1;
    return this.#all().subarray(place * LOOK_NUMBERS, (place + 1) * LOOK_NUMBERS);
  }

  /** What was seen of all files, in the order in which they were noted. */
  bytes(): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.#all();
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  #all(): Float64Array {
    this.#packed ??= Float64Array.from(this.#numbers);
    return this.#packed;
  }

  #placeOf(path: string): number | undefined {
    this.#places ??= new Map(this.#paths.map((name, place) => [name, place]));
    return this.#places.get(path);
  }

  /** Notes what is in a folder. @param path absolute */
  addFolder(path: string, entries: Dirent[]): void {
    this.#folders.set(path, entries);
  }

  folder(path: string): Dirent[] | undefined {
    return this.#folders.get(path);
  }

  count(test: (path: string) => boolean): number {
    return this.#paths.reduce((count, path) => count + (test(path) ? 1 : 0), 0);
  }

  /** Forgets everything. */
  clear(): void {
    this.#paths.length = 0;
    this.#numbers.length = 0;
    this.#folders.clear();
    this.#packed = undefined;
    this.#places = undefined;
    this.#next = 0;
  }
}
