import { Worker } from 'node:worker_threads';
import type { WorkerSetup } from './messages.js';
import type { SharedContext } from './shared-context.js';
import { WorkerPool } from './worker-pool.js';

const KB = 1 / 1024;

/**
 * What each thread may take. The heap holds the trees of one entry at a time. The stack is that of the main
 * thread (V8's 984 KB and what Node keeps for itself), so that the same bodies nest too deep.
 */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 12, stackSizeMb: (984 + 192) * KB };

/** Starts worker threads that convert entries. */
export function startWorkers(count: number, context: SharedContext): WorkerPool {
  return new WorkerPool(count, () => {
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const setup: WorkerSetup = { context, at };
    const worker = new Worker(new URL('./convert-worker.js', import.meta.url), {
      workerData: setup,
      resourceLimits: LIMITS,
    });
    return { worker, at };
  });
}
