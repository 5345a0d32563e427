import { availableParallelism } from 'node:os';
import type { Threads } from '../../core/threads.js';
import type { EntryWork } from '../../sources/port.js';

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

/** One thread converts fewer entries sooner than others have started and warmed up. */
const WORTH_IT = 1500;

/** Characters of an ordinary entry; a longer one counts as several. */
const ORDINARY_LENGTH = 16_000;

/** The build's own thread, which reads and writes, can't keep more busy. */
const MAX_WORKERS = 4;

/**
 * How many worker threads convert entries; 0 where the build's own thread does.
 * @param asked `--workers`; undefined: decided by the amount of work
 * @param work the entries to convert
 * @param cores that the process may use
 */
export function workerCount(asked: number | undefined, work: EntryWork, cores: number): number {
  const { entries, length } = work;
  if (asked !== undefined) return Math.min(asked, entries);
  const ordinary = Math.max(entries, length / ORDINARY_LENGTH);
  return ordinary < WORTH_IT || cores === 1 ? 0 : Math.min(cores, entries, MAX_WORKERS);
}
