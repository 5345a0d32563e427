import { existsSync } from 'node:fs';
import { isSystemError } from '../../core/errors.js';
import { runInOrder } from '../../core/run-in-order.js';
import { type SharedData, shareData } from '../../core/shared-data.js';
import type { Threads } from '../../core/threads.js';
import type { OutputPlaces } from '../../deploy/output.js';
import { bodyFailed } from '../convert.js';
import {
  type Conversion,
  type ConvertJob,
  convertJob,
  type EntryWriter,
  entryWriter,
} from '../convert-job.js';
import type { ConvertBatch } from './convert-worker.js';
import { type PackableContext, packContext, type SharedContext } from './shared-context.js';

/** Missing when the program runs from its TypeScript sources, which threads can't load. */
const SCRIPT = new URL('./convert-worker.js', import.meta.url);

/** Maximum number of entries in a batch, and of characters of their bodies: a longer body goes alone. */
const BATCH_ENTRIES = 16;
const BATCH_LENGTH = 1 << 17;

/** Maximum number of characters of a body that may be converted outside of the threads. */
const MAX_LENGTH = 1 << 15;

/** Milliseconds for a batch, including the time it waits for earlier ones. */
const TIMEOUT_MS = 60_000;

/** What all jobs need. */
export interface WorkerContext extends SharedContext {
  readonly places: OutputPlaces;
}

/** A job with the caller's own data. */
export interface ConvertTask {
  readonly job: ConvertJob;
}

/** Settings for tests. */
interface PoolOptions {
  readonly script?: URL;
  readonly timeout?: number;
}

/**
 * Worker threads that convert entries. An entry that takes too long or ends its thread only affects itself: its
 * documents consist of their heads, and a warning names it.
 */
export class ConverterPool {
  readonly #threads: Threads;
  readonly #context: PackableContext;
  readonly #shared: SharedData;
  /** For entries that no thread converts. */
  readonly #writer: EntryWriter;
  readonly #script: URL;
  readonly #timeout: number;

  constructor(
    threads: Threads,
    context: PackableContext,
    places: OutputPlaces,
    { script = SCRIPT, timeout = TIMEOUT_MS }: PoolOptions = {},
  ) {
    this.#threads = threads;
    this.#context = context;
    this.#shared = shareData({ ...packContext(context), places } satisfies WorkerContext);
    this.#writer = entryWriter(places);
    this.#script = script;
    this.#timeout = timeout;
  }

  /** False when the program runs from its sources. */
  static get isAvailable(): boolean {
    return existsSync(SCRIPT);
  }

  /** Converts entries and yields them in order. Reads only as far ahead as the threads need. */
  async *convert<Task extends ConvertTask>(
    tasks: AsyncIterable<Task>,
  ): AsyncGenerator<readonly [task: Task, conversion: Conversion]> {
    const run = (batch: readonly Task[]) => this.#runAnywhere(batch.map(({ job }) => job));
    for await (const [batch, conversions] of runInOrder(batches(tasks), run, this.#threads.room)) {
      for (const [index, conversion] of conversions.entries()) yield [batch[index] as Task, conversion];
    }
  }

  async convertOne(job: ConvertJob): Promise<Conversion> {
    const [conversion] = await this.#run([job]);
    return conversion as Conversion;
  }

  /** Converts entries in a thread, or here while the threads have enough; long bodies in a thread, which can be ended. */
  async #runAnywhere(jobs: readonly ConvertJob[]): Promise<readonly Conversion[]> {
    if (!this.#threads.needHelp || jobs.some(({ raw }) => raw.body.length > MAX_LENGTH))
      return this.#run(jobs);
    try {
      const conversions: Conversion[] = [];
      for (const job of jobs) conversions.push(await convertJob(job, this.#context, this.#writer));
      return conversions;
    } catch {
      // A thread finds out which of them is the cause.
      return this.#run(jobs);
    }
  }

  async #run(jobs: readonly ConvertJob[]): Promise<readonly Conversion[]> {
    if (jobs.length > 1) {
      try {
        return await this.#convert(jobs);
      } catch {
        // One of them is the cause.
      }
    }
    const conversions: Conversion[] = [];
    for (const job of jobs) {
      try {
        conversions.push(...(await this.#convert([job])));
      } catch (cause) {
        // A full disk isn't the fault of the body.
        if (isSystemError(cause)) throw cause;
        conversions.push(await this.#withoutBody(job, cause));
      }
    }
    return conversions;
  }

  async #convert(jobs: readonly ConvertJob[]): Promise<readonly Conversion[]> {
    const controller = new AbortController();
    // Not AbortSignal.timeout, which would keep the batch in memory until its time is up.
    const timer = setTimeout(() => controller.abort(), this.#timeout);
    try {
      const batch: ConvertBatch = { context: this.#shared, jobs };
      return await this.#threads.run(this.#script, 'convertBatch', batch, controller.signal);
    } finally {
      clearTimeout(timer);
    }
  }

  async #withoutBody(job: ConvertJob, cause: unknown): Promise<Conversion> {
    const isLate = cause instanceof Error && cause.name === 'AbortError';
    const reason = isLate ? 'it took too long' : String(cause);
    const { raw } = job;
    const conversion = await convertJob({ ...job, raw: { ...raw, body: '' } }, this.#context, this.#writer);
    return { ...conversion, warnings: [...conversion.warnings, bodyFailed(raw.ref, reason)] };
  }
}

async function* batches<Task extends ConvertTask>(
  tasks: AsyncIterable<Task>,
): AsyncGenerator<readonly Task[]> {
  let batch: Task[] = [];
  let length = 0;
  for await (const task of tasks) {
    const own = task.job.raw.body.length;
    if (batch.length === BATCH_ENTRIES || (batch.length > 0 && length + own > BATCH_LENGTH)) {
      yield batch;
      [batch, length] = [[], 0];
    }
    batch.push(task);
    length += own;
  }
  if (batch.length > 0) yield batch;
}
