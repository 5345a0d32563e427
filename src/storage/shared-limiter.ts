import { sha256 } from '../core/hash.js';
import { RateLimiter } from '../core/rate-limiter.js';
import type { Database, Storage } from './port.js';
import { addToWindow, clearWindow, tidyWindows } from './tables/rate-counts.js';

/** Share of a limit that a process reserves at a time: the fewer, the more writes. */
const RESERVED = 0.1;
/** Callers that are remembered at the same time. */
const MAX_KEYS = 10_000;
/** Seconds during which a database that failed is not asked again. */
const PAUSE = 5;
/** Seconds between two times that windows of the past are forgotten. */
const TIDY_EVERY = 300;

/** What this process knows of one caller. */
interface Reserve {
  /** Unix seconds at which the window is over. */
  ends: number;
  /** Calls that are reserved for this process and were not made yet. */
  left: number;
  /** The limit was reached: nothing more can be reserved in this window. */
  isSpent: boolean;
  /** The reservation that is under way. */
  pending: Promise<void> | undefined;
}

/** How a limit is called and how long its windows are. */
export interface SharedLimit {
  readonly name: string;
  readonly seconds: number;
}

/**
 * Counts what each caller does in windows of fixed length, together with every other sidecar of the same database.
 * Calls are reserved several at a time, so that most need no write; all sidecars together let no more than the limit
 * through. While the database fails, each process counts for itself.
 */
export class SharedLimiter {
  readonly #storage: Storage;
  readonly #limit: SharedLimit;
  readonly #reserves = new Map<string, Reserve>();
  readonly #own: RateLimiter;
  #askAgainAt = Number.NEGATIVE_INFINITY;
  #tidyAt = Number.NEGATIVE_INFINITY;

  constructor(storage: Storage, limit: SharedLimit) {
    this.#storage = storage;
    this.#limit = limit;
    this.#own = new RateLimiter(limit.seconds);
  }

  /**
   * Counts one.
   * @param key who it is
   * @param limit of a window
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

  /** Forgets what a caller did, for all sidecars but for what another one has reserved. */
  async clear(key: string): Promise<void> {
    this.#reserves.delete(key);
    await this.#write((db) => clearWindow(db, this.#stored(key)));
  }

  #reserveOf(key: string, now: number): Reserve {
    const known = this.#reserves.get(key);
    if (known !== undefined && now < known.ends && known.ends <= now + this.#limit.seconds) return known;
    this.#reserves.delete(key);
    for (const [old, { ends }] of this.#reserves) {
      if (ends > now && this.#reserves.size < MAX_KEYS) break;
      this.#reserves.delete(old);
    }
    const reserve = { ends: now + this.#limit.seconds, left: 0, isSpent: false, pending: undefined };
    this.#reserves.set(key, reserve);
    return reserve;
  }

  async #reserveMore(reserve: Reserve, key: string, limit: number, now: number): Promise<void> {
    const calls = Math.max(1, Math.floor(limit * RESERVED));
    const asked = { key: this.#stored(key), seconds: this.#limit.seconds, calls, now };
    try {
      const { count, ends } = await this.#write(async (db) => {
        if (now >= this.#tidyAt) {
          this.#tidyAt = now + TIDY_EVERY;
          await tidyWindows(db, now);
        }
        return addToWindow(db, asked);
      });
      const granted = Math.min(calls, Math.max(0, limit - (count - calls)));
      reserve.ends = ends;
      reserve.left += granted;
      reserve.isSpent = granted < calls;
    } catch {
      // What is wrong with the database, its own watch says.
      this.#askAgainAt = now + PAUSE;
    }
  }

  /** One statement needs no transaction of its own, but SQLite's other writers must not be waited for meanwhile. */
  #write<T>(work: (db: Database) => Promise<T>): Promise<T> {
    const { db, writeLightly } = this.#storage;
    return writeLightly === undefined ? work(db) : writeLightly(work);
  }

  #stored(key: string): string {
    return sha256(`${this.#limit.name}\n${key}`);
  }
}
