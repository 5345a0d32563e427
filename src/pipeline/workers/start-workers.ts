import { Worker } from 'node:worker_threads';
import type { WorkerSetup } from './messages.js';
import type { SharedContext } from './shared-context.js';
import { WorkerPool } from './worker-pool.js';

const KB = 1 / 1024;

/**
 * What each thread may take. The heap holds the trees of one entry at a time. The stack is that of the main
 * thread (V8's 984 KB and what Node keeps for itself), so that the same bodies nest too deep.
 */
const LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: (984 + 192) * KB };

/** Room for young objects; the small one costs a few percent of the time, and saves the memory of large sites. */
const YOUNG = { large: 12, other: 48 };
/** Entries from which on memory counts more than that. */
const LARGE = 30_000;

/** What threads are started with. */
export interface WorkerStart {
  /** `convert-worker.js`. */
  readonly script: URL;
  readonly context: SharedContext;
  /** How many entries have to be converted. */
  readonly entries: number;
}

/** Starts worker threads that convert entries. */
export function startWorkers(count: number, { script, context, entries }: WorkerStart): WorkerPool {
  const maxYoungGenerationSizeMb = entries < LARGE ? YOUNG.other : YOUNG.large;
  const resourceLimits = { ...LIMITS, maxYoungGenerationSizeMb };
  return new WorkerPool(count, () => {
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1);
    const setup: WorkerSetup = { context, at };
    return { at, worker: new Worker(script, { workerData: setup, resourceLimits }) };
  });
}
