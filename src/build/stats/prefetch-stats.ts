import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { LastFiles, SharedFiles } from '../../deploy/last-files.js';
import { packPaths, type SharedStats } from './shared-stats.js';

/** Not there when the program runs from its TypeScript sources, which threads cannot load. */
const SCRIPT = new URL('./stat-worker.js', import.meta.url);

/** For fewer files a thread takes longer to start than they take to look at. */
const MIN_FILES = 10_000;
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 };

/** What the thread is told. */
export interface PrefetchSetup {
  /** Paths of the inputs, packed, and what is seen of them. */
  readonly inputs: { readonly paths: Uint8Array; readonly looks: SharedStats };
  readonly files: SharedFiles;
  readonly out: string;
}

/** What is looked at. */
export interface PrefetchOptions {
  /** What the last build left in the output folder. */
  readonly last: LastFiles;
  readonly out: string;
  readonly inputs: { readonly paths: readonly string[]; readonly looks: SharedStats };
}

/**
 * Has a thread look at the inputs and then at the files of the last build, both from the end, where there are very many
 * of these. It ends when all have been seen; nobody waits for it: what it has not seen yet, others look at themselves.
 */
export function prefetchStats({ last, out, inputs }: PrefetchOptions): void {
  if (last.size < MIN_FILES || availableParallelism() === 1 || !existsSync(SCRIPT)) return;
  const paths = packPaths(inputs.paths);
  const files = last.share();
  const worker = new Worker(SCRIPT, {
    workerData: { inputs: { paths, looks: inputs.looks }, files, out } satisfies PrefetchSetup,
    transferList: [paths, files.paths, files.ends, files.facts].map(({ buffer }) => buffer as ArrayBuffer),
    resourceLimits: LIMITS,
  });
  worker.unref();
  // What it could not look at is still to be seen.
  worker.on('error', () => undefined);
}
