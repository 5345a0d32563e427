import { availableParallelism } from 'node:os';
import type { Threads } from '../../core/threads.js';
import type { EntryWork } from '../../sources/port.js';

/** The threads of a build. The first step that needs them starts them, and later steps use the same, warmed up. */
export class BuildThreads {
  readonly #asked: number | undefined;
  readonly #helps: boolean;
  #threads: Promise<Threads> | undefined;

  /**
   * @param asked `--workers`
   * @param isServed whether the calling thread also answers requests
   */
  constructor(asked: number | undefined, isServed: boolean) {
    this.#asked = asked;
    this.#helps = asked === undefined && !isServed;
  }

  /** Threads for some work; undefined where they don't pay off. */
  async forWork(work: EntryWork): Promise<Threads | undefined> {
    return this.#start(workerCount(this.#asked, work, availableParallelism(), this.#helps));
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
    this.#threads ??= import('../../core/threads.js').then(({ Threads }) => new Threads(count, this.#helps));
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
 * @param helps whether the build's own thread converts too
 */
export function workerCount(
  asked: number | undefined,
  work: EntryWork,
  cores: number,
  helps = false,
): number {
  const { entries, length } = work;
  if (asked !== undefined) return Math.min(asked, entries);
  const ordinary = Math.max(entries, length / ORDINARY_LENGTH);
  if (ordinary < WORTH_IT) return 0;
  return Math.min(helps || cores === 1 ? cores - 1 : cores, entries, MAX_WORKERS);
}
