import { Worker } from 'node:worker_threads';
import type { WorkerSetup } from './messages.js';
import { MIN_ENTRIES } from './worker-count.js';
import { WorkerPool } from './worker-pool.js';

const KB = 1 / 1024;

/**
 * What each thread may take. The heap holds the trees of one entry at a time. The stack is that of the main
 * thread (V8's 984 KB and what Node keeps for itself), so that the same bodies nest too deep.
 */
const LIMITS = { maxOldGenerationSizeMb: 512, stackSizeMb: (984 + 192) * KB };

/** Room for young objects; the small one costs a few percent of the time, and saves the memory of large sites. */
const YOUNG = { large: 12, other: 48 };

/**
 * Starts worker threads that convert entries, once they have been told about the site.
 * @param script `convert-worker.js`
 * @param entries how many have to be converted
 */
export function startWorkers(count: number, script: URL, entries: number): WorkerPool {
  const maxYoungGenerationSizeMb = entries < MIN_ENTRIES ? YOUNG.other : YOUNG.large;
  const resourceLimits = { ...LIMITS, maxYoungGenerationSizeMb };
  return new WorkerPool(count, () => {
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)).fill(-1);
    const setup: WorkerSetup = { at };
    return { at, worker: new Worker(script, { workerData: setup, resourceLimits }) };
  });
}
