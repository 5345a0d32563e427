import type { Dirent } from 'node:fs';
import { STAT_NUMBERS } from '../../sources/file-stat.js';
import type { LookedFiles } from '../../sources/known-segments.js';

/** Stats of files and entries of folders. */
interface Looked {
  /** Absolute. */
  readonly paths: readonly string[];
  /** Of each file the numbers of `statNumbers`. */
  readonly numbers: Float64Array;
  readonly folders: ReadonlyMap<string, Dirent[]>;
}

const NOTHING: Looked = { paths: [], numbers: new Float64Array(), folders: new Map() };

/** Stats of the inputs. The index is built on the first lookup, since most runs have nothing to do. */
export class FileStats implements LookedFiles {
  #looked: Looked;
  #places: ReadonlyMap<string, number> | undefined;
  /** Lookups usually come in the order of the list. */
  #next = 0;

  constructor(looked = NOTHING) {
    this.#looked = looked;
  }

  get(path: string): Float64Array | undefined {
    const { paths, numbers } = this.#looked;
    const place = paths[this.#next] === path ? this.#next : this.#placeOf(path);
    if (place === undefined) return undefined;
    this.#next = place + 1;
    const look = numbers.subarray(place * STAT_NUMBERS, (place + 1) * STAT_NUMBERS);
    // A file that was missing may exist by now.
    return look.some((number) => number !== 0) ? look : undefined;
  }

  #placeOf(path: string): number | undefined {
    this.#places ??= new Map(this.#looked.paths.map((name, place) => [name, place]));
    return this.#places.get(path);
  }

  folder(path: string): Dirent[] | undefined {
    return this.#looked.folders.get(path);
  }

  count(test: (path: string) => boolean): number {
    return this.#looked.paths.reduce((count, path) => count + (test(path) ? 1 : 0), 0);
  }

  /** Forgets everything. */
  clear(): void {
    this.#looked = NOTHING;
    this.#places = undefined;
    this.#next = 0;
  }
}
