import { RateLimiter } from '../../../core/rate-limiter.js';
import type { ClientReview } from '../clients.js';

/** Client lookups that one account may make within a minute: each sends requests to other hosts. */
export const RECHECKS_PER_MINUTE = 20;

const limiters = new WeakMap<ClientReview, RateLimiter>();

/**
 * Counts a lookup of an account, in this process.
 * @param account 0 for none
 * @param now Unix seconds
 * @returns false when there were too many
 */
export function mayRecheck(clients: ClientReview, account: number, now: number): boolean {
  const limiter = limiters.get(clients) ?? new RateLimiter(60);
  limiters.set(clients, limiter);
  return limiter.take(String(account), RECHECKS_PER_MINUTE, now) === 0;
}
