import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PackableContext } from './shared-context.js';
import { workerCount } from './worker-count.js';
import type { WorkerPool } from './worker-pool.js';

/** Missing when the program runs from its TypeScript sources, which threads can't load. */
const SCRIPT = new URL('./convert-worker.js', import.meta.url);

/**
 * Starts worker threads and sends them the context. Modules that only threads need are loaded on demand.
 * @param requested `--workers`
 * @param waiting number of entries to convert
 * @returns undefined when threads wouldn't be faster
 */
export async function startConverters(
  requested: number | undefined,
  waiting: number,
  context: PackableContext,
): Promise<WorkerPool | undefined> {
  const count = workerCount(requested, waiting, availableParallelism());
  if (count === 0 || !existsSync(SCRIPT)) return undefined;
  const { startWorkers } = await import('./start-workers.js');
  const { packContext } = await import('./shared-context.js');
  const pool = startWorkers(count, SCRIPT, waiting);
  pool.share(packContext(context));
  return pool;
}
