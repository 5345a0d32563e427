import { Tinypool } from 'tinypool';

/**
 * The trees of a long page take some ten megabytes: with less room for young objects most of them would be promoted
 * before they are garbage. The stack has the size of the main thread's, so that the same bodies nest too deep: V8's
 * 984 KB and Node.js's reserve.
 */
const LIMITS = {
  maxOldGenerationSizeMb: 1024,
  maxYoungGenerationSizeMb: 48,
  stackSizeMb: (984 + 192) / 1024,
};

export type ThreadLimits = typeof LIMITS;

/** Worker threads that run exported functions of scripts with plain data. Threads need seconds to warm up. */
export class Threads {
  readonly count: number;
  readonly #pool: Tinypool;

  /** @param count how many to start */
  constructor(count: number, limits: ThreadLimits = LIMITS) {
    this.count = count;
    this.#pool = new Tinypool({ minThreads: count, maxThreads: count, resourceLimits: limits });
  }

  /**
   * Runs a function of a script.
   * @param signal ends the thread
   * @throws what the function throws; an error where the thread fails
   */
  run<Result>(script: URL, name: string, input: unknown, signal?: AbortSignal): Promise<Result> {
    return this.#pool.run(input, { filename: script.href, name, ...(signal && { signal }) });
  }

  /** Ends all threads, whatever they are doing. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}
