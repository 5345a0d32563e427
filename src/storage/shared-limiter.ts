import { sql } from 'kysely';
import { sha256 } from '../core/hash.js';
import { RateLimiter } from '../core/rate-limiter.js';
import type { Database, Storage } from './port.js';

/** Share of a limit that a process reserves at a time: the fewer, the more writes. */
const RESERVED = 0.1;
/** Callers that are remembered at the same time. */
const MAX_KEYS = 10_000;
/** Seconds during which a database that failed is not used again. */
const PAUSE = 5;
/** Seconds between two cleanups of past windows. */
const TIDY_EVERY = 300;

/** What this process knows about one caller. */
interface Reserve {
  /** Unix seconds at which the window is over. */
  ends: number;
  /** Calls that are reserved for this process and still unused. */
  left: number;
  /** The limit was reached: nothing more can be reserved in this window. */
  isSpent: boolean;
  /** The pending reservation. */
  pending: Promise<void> | undefined;
}

/** The name of a limit and the length of its windows. */
interface SharedLimit {
  readonly name: string;
  readonly seconds: number;
}

/**
 * Counts each caller's events in windows of fixed length, together with every other sidecar of the same database.
 * Calls are reserved several at a time, so that most need no write; all sidecars together allow no more than the limit.
 * While the database fails, each process counts for itself.
 */
export class SharedLimiter {
  readonly #reserves = new Map<string, Reserve>();
  readonly #own: RateLimiter;
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #tidyAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly storage: Storage,
    private readonly limit: SharedLimit,
  ) {
    this.#own = new RateLimiter(limit.seconds);
  }

  /**
   * Counts one event.
   * @param key identifies the caller
   * @param limit events per window
   * @param now Unix seconds
   * @returns 0 when it is allowed, else the seconds after which it is again
   */
  async take(key: string, limit: number, now: number): Promise<number> {
    const reserve = this.#reserveOf(key, now);
    while (reserve.left === 0 && !reserve.isSpent) {
      if (now < this.#askAgainAt) return this.#own.take(key, limit, now);
      reserve.pending ??= this.#reserveMore(reserve, key, limit, now).finally(() => {
        reserve.pending = undefined;
      });
      await reserve.pending;
    }
    if (reserve.left === 0) return Math.max(1, reserve.ends - now);
    reserve.left -= 1;
    return 0;
  }

  #reserveOf(key: string, now: number): Reserve {
    const known = this.#reserves.get(key);
    if (known !== undefined && now < known.ends && known.ends <= now + this.limit.seconds) return known;
    this.#reserves.delete(key);
    for (const [old, { ends }] of this.#reserves) {
      if (ends > now && this.#reserves.size < MAX_KEYS) break;
      this.#reserves.delete(old);
    }
    const reserve = { ends: now + this.limit.seconds, left: 0, isSpent: false, pending: undefined };
    this.#reserves.set(key, reserve);
    return reserve;
  }

  async #reserveMore(reserve: Reserve, key: string, limit: number, now: number): Promise<void> {
    const calls = Math.max(1, Math.floor(limit * RESERVED));
    const asked = { key: this.#stored(key), seconds: this.limit.seconds, calls, now };
    try {
      const { count, ends } = await this.#write(async (db) => {
        if (now >= this.#tidyAt) {
          this.#tidyAt = now + TIDY_EVERY;
          await deleteOldWindows(db, now);
        }
        return addToWindow(db, asked);
      });
      const granted = Math.min(calls, Math.max(0, limit - (count - calls)));
      reserve.ends = ends;
      reserve.left += granted;
      reserve.isSpent = granted < calls;
    } catch {
      // Its health watch reports what is wrong with the database.
      this.#askAgainAt = now + PAUSE;
    }
  }

  /** One statement needs no transaction, but must not wait for SQLite's other writers. */
  #write<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const { db, writeLightly } = this.storage;
    return writeLightly === undefined ? work(db) : writeLightly(work);
  }

  #stored(key: string): string {
    return sha256(`${this.limit.name}\n${key}`);
  }
}

/** A window of a limit: its count, and when it is over. */
interface CountedWindow {
  readonly count: number;
  /** Unix seconds. */
  readonly ends: number;
}

/**
 * Counts several calls at once, in the open window or in a new one.
 * @param key SHA-256, hexadecimal
 * @param seconds length of a window
 * @param now Unix seconds
 * @returns the window with these calls
 */
async function addToWindow(
  db: Database,
  { key, seconds, calls, now }: { key: string; seconds: number; calls: number; now: number },
): Promise<CountedWindow> {
  // A window that ends later than a new one would was started before the clock was set back.
  const isOver = sql`(rate_counts.ends <= ${now} or rate_counts.ends > ${now + seconds})`;
  return db
    .insertInto('rate_counts')
    .values({ key, ends: now + seconds, count: calls })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when ${isOver} then excluded.count else rate_counts.count + excluded.count end`,
        ends: sql<number>`case when ${isOver} then excluded.ends else rate_counts.ends end`,
      }),
    )
    .returning(['count', 'ends'])
    .executeTakeFirstOrThrow();
}

/** Removes windows that are over. @param now Unix seconds */
async function deleteOldWindows(db: Database, now: number): Promise<void> {
  await db.deleteFrom('rate_counts').where('ends', '<=', now).execute();
}
