import { setImmediate } from 'node:timers/promises';
import { InOrder } from '../../core/in-order.js';

/** Who does jobs. */
export interface Workforce<Job, Done> {
  /** How many jobs may be under way before somebody has to wait for the first; 0 where there are no threads. */
  readonly room: number;
  /**
   * Hands a job to a thread.
   * @returns undefined where none has room; a promise of undefined where the thread could not do it
   */
  elsewhere(job: Job): Promise<Done | undefined> | undefined;
  /** Does a job on this thread. */
  here(job: Job): Done;
}

/** Does jobs, on several threads where there are some, and gives back what came of them in their order. */
export async function* inTurn<Job, Done>(
  jobs: Iterable<Job>,
  force: Workforce<Job, Done>,
): AsyncGenerator<readonly [job: Job, done: Done]> {
  const underWay = new InOrder<readonly [Job, Done]>();
  for (const job of jobs) {
    const elsewhere = force.elsewhere(job);
    underWay.add(elsewhere?.then((done) => [job, done ?? force.here(job)]) ?? [job, force.here(job)]);
    // Threads report between two turns of the event loop.
    if (force.room > 0) await setImmediate();
    yield* underWay.take(force.room);
  }
  yield* underWay.take(0);
}
