import { RateLimiter } from '../../../core/rate-limiter.js';
import { perObject } from '../../../core/remembered.js';
import type { Storage } from '../../../storage/port.js';
import type { ClientReview } from '../clients.js';
import { DAY } from '../days.js';
import { storedMap } from './stored-map.js';

/** The result of checking a client again. It is shown in the review queue; the log stays unchanged. */
export interface Recheck {
  readonly verdict: 1 | 2;
  /** Unix seconds. */
  readonly at: number;
}

/** Results of checks, by review key. */
export interface Rechecks {
  read(): Promise<ReadonlyMap<string, Recheck>>;
  add(key: string, recheck: Recheck): Promise<void>;
  clear(): Promise<void>;
}

const MAX_RECHECKS = 200;
const KEEP = 7 * DAY;

/**
 * Keeps the newest 200, for a week.
 * @param now Unix seconds
 */
export function storedRechecks(storage: Storage, now: () => number): Rechecks {
  const map = storedMap<Recheck>(storage, 'activity_rechecks');
  const isKept = ([, { at }]: readonly [string, Recheck]) => now() - at < KEEP;
  return {
    read: async () => new Map(Object.entries(await map.read()).filter(isKept)),
    add: (key, recheck) =>
      map.change((before) => {
        const rows = [...before].filter((row) => row[0] !== key && isKept(row));
        const newest = [...rows, [key, recheck] as const].sort(([, a], [, b]) => b.at - a.at);
        return new Map(newest.slice(0, MAX_RECHECKS));
      }),
    clear: () => map.clear(),
  };
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
