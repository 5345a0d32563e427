import { RateLimiter } from '../../../core/rate-limiter.js';
import { perObject } from '../../../core/remembered.js';
import type { ClientReview } from '../clients.js';

/** The result of checking a client again. It is shown in the review queue; the log stays unchanged. */
export interface Recheck {
  readonly verdict: 1 | 2;
  /** Unix seconds. */
  readonly at: number;
}

/** Client lookups that one account may make within a minute: each sends requests to other hosts. */
export const RECHECKS_PER_MINUTE = 20;

const limiterOf = perObject((_: ClientReview) => new RateLimiter(60));

/**
 * Counts a lookup of an account, in this process.
 * @param account 0 for none
 * @param now Unix seconds
 * @returns false when there were too many
 */
export function mayRecheck(clients: ClientReview, account: number, now: number): boolean {
  return limiterOf(clients).take(String(account), RECHECKS_PER_MINUTE, now) === 0;
}
