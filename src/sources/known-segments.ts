import type { Dirent } from 'node:fs';

/**
 * What an earlier build knows of sources, run by run: stretches of neighbouring entries that a source recognises as a
 * whole. A run holds public entries alone; of everything else in its stretch a source notes no more than where it is,
 * and reads it again each time.
 */
export interface KnownSegments {
  /** Where runs end is left to the source; so many entries in the mean. */
  readonly runLength: number;
  /** Under which runs are marked. */
  readonly secret: Uint8Array;
  /** Milliseconds by the system's clock: a file changed after it may change once more without showing it. */
  readonly sureBefore: number;
  /** Files at which somebody has looked since the build began. */
  readonly looked: LookedFiles;
  /** The run that was noted under a name, where all its entries are still public. */
  find(name: string): KnownSegment | undefined;
  /** Notes that a run is still the same, for the next build. Its entries are given as items. */
  keep(run: KnownSegment): void;
  /** Begins to note a run: the entries given from now on with `isNoted`. One that was not ended is forgotten. */
  begin(): void;
  /** How many entries of the run that is being noted were found to be public. */
  readonly noted: number;
  /** Ends the run that is being noted. */
  end(run: NewRun): void;
}

/** What was seen of files and folders, by absolute path. */
export interface LookedFiles {
  /** The numbers of `statNumbers` in `file-stat.ts`. */
  get(path: string): ArrayLike<number> | undefined;
  /** What is in a folder, in any order. */
  folder(path: string): Dirent[] | undefined;
  /** How many files there are of which the path passes a test. */
  count(test: (path: string) => boolean): number;
}

/** What a source says of a run. */
export interface NewRun {
  /** 32 characters of ASCII by which the source finds it again. */
  readonly name: string;
  /** What the source has to know of it, in its own words and numbers, each below 2^32. */
  readonly facts: unknown;
  readonly places: readonly number[];
}

/** A run as the last build saw it. */
export interface KnownSegment {
  readonly name: string;
  /** How many entries it has. */
  readonly size: number;
  readonly facts: unknown;
  readonly places: Uint32Array;
  /** The key of an entry. */
  keyOf(index: number): string;
  /** False where no entry has a key, given in UTF-8; true says nothing. */
  mayHold(key: Buffer): boolean;
  /** The address of an entry; empty where it has none. */
  urlOf(index: number): string;
  /** Whether all entries are public at a time, in Unix seconds. */
  isDueAt(now: number): boolean;
}

/** A question about other entries or files, in the words of its source, and the answer; null for none. */
export type LookupAnswer = readonly [question: string, answer: string | null];
