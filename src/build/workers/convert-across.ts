import { setImmediate } from 'node:timers/promises';
import { InOrder } from '../../core/in-order.js';
import type { Conversion, ConvertJob } from '../convert-job.js';
import { BatchMaker, isTooLong, type Task } from './batch-maker.js';
import type { Outcome } from './messages.js';
import type { WorkerPool } from './worker-pool.js';

/** Batches converted on this thread that may wait for an earlier batch of a worker. */
const WAITING_HERE = 8;

/** How entries are converted. */
export interface Means {
  readonly pool: Pick<WorkerPool, 'run' | 'room' | 'hasRoom' | 'leavesCore'>;
  /** Converts an entry on this thread: a very long one, and others while the workers have enough to do. */
  convertHere(job: ConvertJob): Promise<Conversion>;
}

/**
 * Converts entries on worker threads, and on this one where they leave it a core, and gives them back in the order in
 * which they came, errors included. Only as many are read ahead as keep the workers busy.
 */
export async function* convertAcross<T extends Task>(
  tasks: AsyncIterable<T>,
  means: Means,
): AsyncGenerator<readonly [task: T, conversion: Conversion]> {
  const underWay = new InOrder<Converted<T>>();
  for await (const batch of batches(tasks)) {
    underWay.add(start(batch, means).then((outcomes) => ({ batch, outcomes })));
    // Workers report between two turns of the event loop.
    await setImmediate();
    for await (const one of underWay.take(means.pool.room + WAITING_HERE)) yield* finish(one);
  }
  for await (const one of underWay.take(0)) yield* finish(one);
}

interface Converted<T extends Task> {
  readonly batch: readonly T[];
  readonly outcomes: readonly Outcome[];
}

function* finish<T extends Task>({ batch, outcomes }: Converted<T>): Iterable<readonly [T, Conversion]> {
  for (const [place, outcome] of outcomes.entries()) {
    if ('error' in outcome) throw outcome.error;
    yield [batch[place] as T, outcome.conversion];
  }
}

function start(batch: readonly Task[], { pool, convertHere }: Means): Promise<readonly Outcome[]> {
  const jobs = batch.map(({ job }) => job);
  const isForPool = pool.hasRoom || !pool.leavesCore;
  if (isForPool && !jobs.some(isTooLong)) return pool.run(jobs);
  return Promise.all(jobs.map(async (job) => ({ conversion: await convertHere(job) })));
}

/** A long body goes alone. */
async function* batches<T extends Task>(tasks: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  const maker = new BatchMaker<T>();
  for await (const task of tasks) {
    const isAlone = isTooLong(task.job);
    const batch = isAlone ? maker.end() : maker.add(task);
    if (batch !== undefined && batch.length > 0) yield batch;
    if (isAlone) yield [task];
  }
  const last = maker.end();
  if (last.length > 0) yield last;
}
