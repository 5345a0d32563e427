import type { Dirent } from 'node:fs';

/**
 * What an earlier build knows of the sources. A run is a stretch of neighbouring entries that a source recognises as a
 * whole. It holds public entries only; a source records just the position of everything else and reads it every time.
 */
export interface KnownSegments {
  /** Mean number of entries in a run. The source decides where a run ends. */
  readonly runLength: number;
  /** Key for the marks of runs. */
  readonly secret: Uint8Array;
  /** Milliseconds of the system clock. A file changed later may change again with the same times. */
  readonly sureBefore: number;
  /** Files whose stats this build has read. */
  readonly looked: LookedFiles;
  /** Returns the run of a name if all its entries are still public. */
  find(name: string): KnownSegment | undefined;
  /** Records an unchanged run for the next build. The source yields its entries as items. */
  keep(run: KnownSegment): void;
  /** Starts recording a run: entries yielded from now on with `isNoted`. Discards an unfinished run. */
  begin(): void;
  /** Number of public entries in the run being recorded. */
  readonly noted: number;
  /** Ends the run being recorded. */
  end(run: NewRun): void;
}

/** Stats of files and contents of folders, by absolute path. */
export interface LookedFiles {
  /** The numbers of `statNumbers` in `file-stat.ts`. */
  get(path: string): ArrayLike<number> | undefined;
  /** Returns the contents of a folder, unsorted. */
  folder(path: string): Dirent[] | undefined;
  /** Returns the number of files whose path passes a test. */
  count(test: (path: string) => boolean): number;
}

/** A run as its source describes it. */
export interface NewRun {
  /** 32 ASCII characters by which the source finds the run again. */
  readonly name: string;
  /** Data of the source; each number is below 2^32. */
  readonly facts: unknown;
  readonly places: readonly number[];
}

/** A run as the last build recorded it. */
export interface KnownSegment {
  readonly name: string;
  /** Number of entries. */
  readonly size: number;
  readonly facts: unknown;
  readonly places: Uint32Array;
  /** The key of an entry. */
  keyOf(index: number): string;
  /** Returns false when no entry has the UTF-8 key; true is inconclusive. */
  mayHold(key: Buffer): boolean;
  /** The address of an entry, or an empty string. */
  urlOf(index: number): string;
  /** Whether all entries are public at a time, in Unix seconds. */
  isDueAt(now: number): boolean;
}

/** A source's question about other entries or files, and the answer; null when there is none. */
export type LookupAnswer = readonly [question: string, answer: string | null];
