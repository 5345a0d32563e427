import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PackableContext } from './shared-context.js';
import { workerCount } from './worker-count.js';
import type { WorkerPool } from './worker-pool.js';

/** Not there when the program runs from its TypeScript sources, which threads cannot load. */
const SCRIPT = new URL('./convert-worker.js', import.meta.url);

/**
 * Starts the threads that a run needs; what only they need is not loaded without them.
 * @param asked `--workers`
 * @param waiting entries that have to be converted
 * @returns undefined where threads do not pay
 */
export async function workersFor(
  asked: number | undefined,
  waiting: number,
  context: PackableContext,
): Promise<WorkerPool | undefined> {
  const count = workerCount(asked, waiting, availableParallelism());
  if (count === 0 || !existsSync(SCRIPT)) return undefined;
  const [{ packContext }, { startWorkers }] = await Promise.all([
    import('./shared-context.js'),
    import('./start-workers.js'),
  ]);
  return startWorkers(count, { script: SCRIPT, context: packContext(context), entries: waiting });
}
