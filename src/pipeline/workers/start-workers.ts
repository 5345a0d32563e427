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

/** What threads are started with. */
export interface WorkerStart {
  /** `convert-worker.js`. */
  readonly script: URL;
  readonly context: SharedContext;
}

/** Starts worker threads that convert entries. */
export function startWorkers(count: number, { script, context }: WorkerStart): WorkerPool {
  return new WorkerPool(count, () => {
    const at = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    const setup: WorkerSetup = { context, at };
    return { at, worker: new Worker(script, { workerData: setup, resourceLimits: LIMITS }) };
  });
}
