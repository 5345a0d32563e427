import { availableParallelism } from 'node:os';
import type { Threads } from '../../core/threads.js';
import type { EntryWork } from '../../sources/port.js';
import { workerCount } from './worker-count.js';

/** The threads of a build. The first step that needs them starts them, and later steps use the same, warmed up. */
export class BuildThreads {
  readonly #asked: number | undefined;
  #threads: Promise<Threads> | undefined;

  /** @param asked `--workers` */
  constructor(asked: number | undefined) {
    this.#asked = asked;
  }

  /** Threads for some work; undefined where they don't pay off. */
  async forWork(work: EntryWork): Promise<Threads | undefined> {
    return this.#start(workerCount(this.#asked, work, availableParallelism()));
  }

  /** A thread for a single job; undefined where none is allowed. */
  async forOne(): Promise<Threads | undefined> {
    return this.#start(Math.min(1, this.#asked ?? 1));
  }

  /** Ends all threads. */
  async close(): Promise<void> {
    const threads = this.#threads;
    this.#threads = undefined;
    await (await threads)?.close();
  }

  #start(count: number): Promise<Threads> | undefined {
    if (count === 0) return undefined;
    this.#threads ??= import('../../core/threads.js').then(({ Threads }) => new Threads(count));
    return this.#threads;
  }
}
