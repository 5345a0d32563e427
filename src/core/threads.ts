import { existsSync } from 'node:fs';
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

/** Number of queued jobs per thread. Two keep a thread busy while the calling thread runs a job. */
const WAITING = { called: 1, helped: 2 };

/** Worker threads that run exported functions of scripts with plain data. Threads need seconds to warm up. */
export class Threads {
  readonly #pool: Tinypool;
  readonly #helps: boolean;
  /** Maximum number of jobs that run or wait. */
  readonly #most: number;
  #underWay = 0;

  /**
   * @param count how many to start
   * @param helps whether the calling thread also runs jobs while the queue is full
   */
  constructor(count: number, helps = false, limits: ThreadLimits = LIMITS) {
    this.#helps = helps;
    this.#most = count * (1 + (helps ? WAITING.helped : WAITING.called));
    this.#pool = new Tinypool({ minThreads: count, maxThreads: count, resourceLimits: limits });
  }

  /** Number of jobs to submit at once, so that no thread is idle. */
  get room(): number {
    return this.#most + 1;
  }

  /** True if the calling thread should run the next job itself. */
  get needHelp(): boolean {
    return this.#helps && this.#underWay >= this.#most;
  }

  /**
   * Runs a function of a script.
   * @param signal ends the thread
   * @throws what the function throws; an error where the thread fails
   */
  async run<Result>(script: URL, name: string, input: unknown, signal?: AbortSignal): Promise<Result> {
    this.#underWay += 1;
    try {
      return await this.#pool.run(input, { filename: script.href, name, ...(signal && { signal }) });
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Ends all threads, whatever they are doing. */
  async close(): Promise<void> {
    await this.#pool.destroy();
  }
}

/** Milliseconds after which an idle thread ends. */
const IDLE_MS = 30_000;

const JOB_LIMITS = { maxOldGenerationSizeMb: 1024 };

/** A job in a thread took too long or too much memory. */
export class JobLost extends Error {
  override readonly name = 'JobLost';
}

/**
 * A thread for jobs that would block the event loop for too long. It starts with the first job and ends when it has
 * been idle for a while.
 */
export class JobThread {
  #pool: Promise<Tinypool> | undefined;

  /**
   * @param script module that exports a function for each kind of job
   * @param timeout milliseconds for a job, including the time it waits for earlier ones
   */
  constructor(
    private readonly script: URL,
    private readonly timeout: number,
  ) {}

  /** False when the program runs from its TypeScript sources, which threads can't load. */
  get isAvailable(): boolean {
    return existsSync(this.script);
  }

  /**
   * Runs an exported function of the script with plain data.
   * @throws JobLost when it takes too long or too much memory; otherwise what the function throws
   */
  async run<Result>(name: string, input: unknown): Promise<Result> {
    this.#pool ??= startPool(this.script);
    const pool = await this.#pool;
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), this.timeout);
    try {
      return (await pool.run(input, { name, signal: controller.signal })) as Result;
    } catch (cause) {
      if (controller.signal.aborted) throw new JobLost(`${name} took longer than ${this.timeout} ms`);
      const { code, message } = cause as NodeJS.ErrnoException;
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new JobLost(message) : cause;
    } finally {
      clearTimeout(timer);
    }
  }
}

async function startPool(filename: URL): Promise<Tinypool> {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    resourceLimits: JOB_LIMITS,
  });
}
