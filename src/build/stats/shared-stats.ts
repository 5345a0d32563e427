import { STAT_NUMBERS, statFile } from '../../sources/file-stat.js';

/** What is seen of the files of a list. */
export interface SharedStats {
  /** Of each file the numbers of `statNumbers`, in the order of the list; zeros of one that is not there. */
  readonly numbers: Float64Array;
  /** Of each file 1 once its numbers are there. */
  readonly seen: Uint8Array;
}

/** Room for what is seen of some files, in memory that threads can share. */
export function createSharedStats(files: number): SharedStats {
  return {
    numbers: new Float64Array(new SharedArrayBuffer(files * STAT_NUMBERS * Float64Array.BYTES_PER_ELEMENT)),
    seen: new Uint8Array(new SharedArrayBuffer(files)),
  };
}

/** Looks at files from the first on, up to those at which somebody has looked from the other end. */
export function statFromFront(paths: readonly string[], looks: SharedStats): void {
  for (let place = 0; place < paths.length && look(paths, place, looks); place++);
}

/** Looks at files from the last on, up to those at which somebody has looked from the other end. */
export function statFromBack(paths: readonly string[], looks: SharedStats): void {
  for (let place = paths.length - 1; place >= 0 && look(paths, place, looks); place--);
}

/** Looks at a file; false where somebody has, who came from the other end and so has seen all behind it. */
function look(paths: readonly string[], place: number, { numbers, seen }: SharedStats): boolean {
  if (Atomics.load(seen, place) === 1) return false;
  const found = statFile(paths[place] ?? '');
  if (found !== undefined) numbers.set(found, place * STAT_NUMBERS);
  // Only then: whoever sees it reads the numbers.
  Atomics.store(seen, place, 1);
  return true;
}

/** No path has it. */
const BETWEEN = '\0';

/** Paths as bytes that can be given to a thread. */
export function packPaths(paths: readonly string[]): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(paths.join(BETWEEN));
}

/** What `packPaths` was given. */
export function unpackPaths(bytes: Uint8Array): readonly string[] {
  return bytes.length === 0 ? [] : new TextDecoder().decode(bytes).split(BETWEEN);
}
