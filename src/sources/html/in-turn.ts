import { setImmediate } from 'node:timers/promises';
import { runInOrder } from '../../core/run-in-order.js';

/** Runs jobs. */
export interface Workforce<Job, Done> {
  /** How many jobs may be under way; 0 without threads. */
  readonly room: number;
  /**
   * Hands a job to a thread.
   * @returns undefined where none is free; a promise of undefined where the thread failed
   */
  elsewhere(job: Job): Promise<Done | undefined> | undefined;
  /** Does a job on this thread. */
  here(job: Job): Done;
}

/** Runs jobs, on several threads where there are some, and yields their results in order. */
export function inTurn<Job, Done>(
  jobs: Iterable<Job>,
  force: Workforce<Job, Done>,
): AsyncGenerator<readonly [job: Job, done: Done]> {
  const run = async (job: Job): Promise<Done> => {
    const elsewhere = force.elsewhere(job);
    if (elsewhere !== undefined) return (await elsewhere) ?? force.here(job);
    const done = force.here(job);
    // Threads report between two turns of the event loop.
    if (force.room > 0) await setImmediate();
    return done;
  };
  return runInOrder(jobs, run, Math.max(1, force.room));
}
