import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { PackableContext } from './shared-context.js';
import { workerCount } from './worker-count.js';
import type { WorkerPool } from './worker-pool.js';

/** Not there when the program runs from its TypeScript sources, which threads cannot load. */
const SCRIPT = new URL('./convert-worker.js', import.meta.url);

/** The threads that a run converts with. What only they need is not loaded without them. */
export class ConvertThreads {
  readonly #asked: number | undefined;
  #pool: WorkerPool | undefined;

  /** @param asked `--workers` */
  constructor(asked: number | undefined) {
    this.#asked = asked;
  }

  /**
   * Has them start, where they pay: they load while it is found out what they have to know.
   * @param entries that are going to be converted
   */
  async start(entries: number): Promise<void> {
    if (this.#pool !== undefined) return;
    const count = workerCount(this.#asked, entries, availableParallelism());
    if (count === 0 || !existsSync(SCRIPT)) return;
    const { startWorkers } = await import('./start-workers.js');
    this.#pool = startWorkers(count, SCRIPT, entries);
  }

  /**
   * Tells them what they have to know.
   * @param waiting entries that have to be converted
   * @returns undefined where threads do not pay
   */
  async share(waiting: number, context: PackableContext): Promise<WorkerPool | undefined> {
    await this.start(waiting);
    if (this.#pool === undefined) return undefined;
    const { packContext } = await import('./shared-context.js');
    this.#pool.share(packContext(context));
    return this.#pool;
  }

  /** Ends them, whatever they are at. */
  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
