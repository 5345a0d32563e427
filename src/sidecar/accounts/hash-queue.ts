import { availableParallelism } from 'node:os';
import PQueue from 'p-queue';

/** Concurrent hashes: with more of them, file operations would wait for the threads that both share. */
const AT_ONCE = availableParallelism() > 2 ? 2 : 1;
/** Maximum number of waiting hashes: a few seconds of work. */
const MAX_WAITING = 20;
/** Seconds after which a retry is worthwhile. */
const ASK_AGAIN = 5;

/** The error for more passwords than can be hashed in a few seconds. */
export class TooManyPasswords extends Error {
  /** Seconds. */
  readonly retryAfter = ASK_AGAIN;

  constructor() {
    super('too many passwords are waiting to be checked');
    this.name = 'TooManyPasswords';
  }
}

const queue = new PQueue({ concurrency: AT_ONCE });

/**
 * Checks whether the queue has room for another hash.
 * @throws TooManyPasswords when another hash would have to wait too long
 */
export function checkTurn(): void {
  if (queue.size >= MAX_WAITING) throw new TooManyPasswords();
}

/**
 * Computes a hash when its turn comes.
 * @param signal aborts when the hash is no longer needed
 * @throws TooManyPasswords when too many are waiting already; the signal's reason when it was aborted
 */
export async function inTurn<T>(hash: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  checkTurn();
  return queue.add(hash, signal && { signal });
}
