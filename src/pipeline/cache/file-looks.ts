import type { Dirent } from 'node:fs';
import type { FileLook, LookedFiles } from '../../sources/port.js';

/** Numbers of a look. */
const NUMBERS = 4;

/** What was seen of files and folders. Nearly nothing is done before somebody asks: most runs have nothing to do. */
export class FileLooks implements LookedFiles {
  readonly #paths: string[] = [];
  /** Of each file what `FileLook` says, in its order. */
  readonly #numbers: number[] = [];
  #places: ReadonlyMap<string, number> | undefined;
  readonly #folders = new Map<string, Dirent[]>();

  /** Notes a file. @param path absolute */
  add(path: string, { size, mtimeMs, ctimeMs, ino }: FileLook): void {
    this.#paths.push(path);
    this.#numbers.push(size, mtimeMs, ctimeMs, ino);
    this.#places = undefined;
  }

  get(path: string): FileLook | undefined {
    this.#places ??= new Map(this.#paths.map((name, place) => [name, place * NUMBERS]));
    const at = this.#places.get(path);
    if (at === undefined) return undefined;
    const number = (which: number) => this.#numbers[at + which] ?? 0;
    return { size: number(0), mtimeMs: number(1), ctimeMs: number(2), ino: number(3) };
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
    this.#places = undefined;
  }
}
