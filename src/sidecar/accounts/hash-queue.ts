import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';

/** Hashes in the making: with more of them, files would wait for the threads that they share. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** Hashes that wait: a few seconds' work. */
const MAX_WAITING = 20;
/** Seconds after which it is worth asking again. */
const ASK_AGAIN = 5;

/** There are more passwords to hash than can be done in a few seconds. */
export class TooManyPasswords extends Error {
  /** Seconds. */
  readonly retryAfter = ASK_AGAIN;

  constructor() {
    super('too many passwords wait to be checked');
    this.name = 'TooManyPasswords';
  }
}

const queue = new PQueue({ concurrency: AT_ONCE });

/** @throws TooManyPasswords when one more would have to wait for too long */
export function checkTurn(): void {
  if (queue.size >= MAX_WAITING) throw new TooManyPasswords();
}

/**
 * Makes a hash when its turn comes.
 * @param signal aborts when the hash is no longer needed
 * @throws TooManyPasswords when too many wait already; the signal's reason when it was given up
 */
export async function inTurn<T>(hash: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  checkTurn();
  return queue.add(hash, signal && { signal });
}
