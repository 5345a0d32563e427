import type { Storage } from '../../storage/port.js';
import { SharedLimiter } from '../../storage/shared-limiter.js';
import { hasSessionFrom } from '../../storage/tables/sessions.js';
import {
  addFailure,
  clearFailures,
  lastFailures,
  type SignInPair,
  tidyFailures,
} from '../../storage/tables/sign-in-failures.js';
import { secretHash } from './secret.js';
import { roughAddress } from './sessions.js';

/** Failures within the window that lock a name for one client. */
const MAX_FAILURES = 10;
/** Seconds of the window, and of the lock. */
const WINDOW = 900;
/** Attempts of one client within the window, whatever names it tries. */
const MAX_OF_CLIENT = 100;
/** Attempts at one name within the window, by clients that its account has not signed in from. */
const MAX_OF_NAME = 50;
/** Seconds between two attempts at a name that had that many. */
const SLOWED = 10;
/** Seconds between two times that failures of the past are forgotten. */
const TIDY_EVERY = 300;

/** Whether an attempt may be made, and if not, for how long. */
export type Attempt = { readonly isLocked: false } | { readonly isLocked: true; readonly retryAfter: number };

/** An attempt to sign in. */
export interface Attempted {
  /** Lower case. */
  readonly name: string;
  /** Address of the client. */
  readonly address: string;
  /** What the client is counted by: all addresses of a subscriber are one. */
  readonly client: string;
}

/**
 * Limits attempts to sign in: of a client, at a name, and of a client at a name. A name that is tried from everywhere
 * becomes slow, but for clients that its account has signed in from; it is never locked for all.
 * @see design section 10
 */
export class SignInThrottle {
  readonly #storage: Storage;
  readonly #clients: SharedLimiter;
  readonly #names: SharedLimiter;
  readonly #slowed: SharedLimiter;
  #tidyAt = Number.NEGATIVE_INFINITY;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#clients = new SharedLimiter(storage, { name: 'sign-in client', seconds: WINDOW });
    this.#names = new SharedLimiter(storage, { name: 'sign-in name', seconds: WINDOW });
    this.#slowed = new SharedLimiter(storage, { name: 'sign-in slowed', seconds: SLOWED });
  }

  /**
   * Counts an attempt before its password is looked at, so that many at once are counted too. Attempts during a lock
   * do not lengthen it.
   * @param now Unix seconds
   */
  async begin(attempted: Attempted, now: number): Promise<Attempt> {
    const wait =
      (await this.#clients.take(attempted.client, MAX_OF_CLIENT, now)) || (await this.#slow(attempted, now));
    if (wait > 0) return { isLocked: true, retryAfter: wait };
    const isTidied = now < this.#tidyAt;
    if (!isTidied) this.#tidyAt = now + TIDY_EVERY;
    const pair = pairOf(attempted);
    return this.#storage.write(async (db) => {
      if (!isTidied) await tidyFailures(db, now - 2 * WINDOW);
      const failures = await lastFailures(db, pair, MAX_FAILURES);
      const [latest = 0] = failures;
      const first = failures.at(MAX_FAILURES - 1);
      if (first !== undefined && latest - first <= WINDOW && now - latest < WINDOW) {
        return { isLocked: true, retryAfter: latest + WINDOW - now };
      }
      await addFailure(db, pair, now);
      return { isLocked: false };
    });
  }

  /** Forgets the failures of a client that has signed in. */
  async succeeded(attempted: Attempted): Promise<void> {
    await this.#storage.write((db) => clearFailures(db, pairOf(attempted)));
  }

  /** @returns seconds to wait */
  async #slow({ name, address }: Attempted, now: number): Promise<number> {
    if (await hasSessionFrom(this.#storage.db, { name, address: roughAddress(address), now })) return 0;
    if ((await this.#names.take(name, MAX_OF_NAME, now)) === 0) return 0;
    return this.#slowed.take(name, 1, now);
  }
}

/** Identifies a client by a hash, so that its address isn't stored. */
function pairOf({ name, client }: Attempted): SignInPair {
  return { name, address: secretHash(`${name}\n${client}`) };
}
