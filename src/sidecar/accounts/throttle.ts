import type { Storage } from '../../storage/port.js';
import { SharedLimiter } from '../../storage/shared-limiter.js';
import { hasSessionFrom } from '../../storage/tables/sessions.js';
import {
  addFailure,
  clearFailures,
  deleteFailuresOutside,
  lastFailures,
  type SignInPair,
} from '../../storage/tables/sign-in-failures.js';
import { roughAddress, secretHash } from './sessions.js';

/** Number of failures within the window that locks a name for one client. */
const MAX_FAILURES = 10;
/** Length of the window and of the lock in seconds. */
const WINDOW = 900;
/** Maximum attempts of one client within the window, regardless of the names. */
const MAX_OF_CLIENT = 100;
/** Maximum attempts for one name within the window, by clients that its account has not signed in from. */
const MAX_OF_NAME = 50;
/** Seconds between two attempts for a name that has reached this maximum. */
const SLOWED = 10;
/** Seconds between two deletions of old failures. */
const TIDY_EVERY = 300;

/** Whether an attempt is allowed, and if not, after how many seconds it is. */
type Attempt = { readonly isLocked: false } | { readonly isLocked: true; readonly retryAfter: number };

/** An attempt to sign in. */
interface Attempted {
  /** Lower case. */
  readonly name: string;
  /** Address of the client. */
  readonly address: string;
  /** Key that the client's attempts are counted under: all addresses of a subscriber share one. */
  readonly client: string;
}

/**
 * Limits attempts to sign in: per client, per name, and per client and name. A name that is tried from many clients is
 * slowed down, except for clients that its account has signed in from; it is never locked for everyone.
 */
export class SignInThrottle {
  readonly #clients: SharedLimiter;
  readonly #names: SharedLimiter;
  readonly #slowed: SharedLimiter;
  #tidyAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly storage: Storage) {
    this.#clients = new SharedLimiter(storage, { name: 'sign-in client', seconds: WINDOW });
    this.#names = new SharedLimiter(storage, { name: 'sign-in name', seconds: WINDOW });
    this.#slowed = new SharedLimiter(storage, { name: 'sign-in slowed', seconds: SLOWED });
  }

  /**
   * Counts an attempt before its password is checked, so that parallel attempts are counted too. Attempts during a
   * lock don't extend it.
   * @param now Unix seconds
   */
  async begin(attempted: Attempted, now: number): Promise<Attempt> {
    const wait =
      (await this.#clients.take(attempted.client, MAX_OF_CLIENT, now)) || (await this.#slow(attempted, now));
    if (wait > 0) return { isLocked: true, retryAfter: wait };
    // A time far ahead is one from before the clock was set back.
    const isTidied = now < this.#tidyAt && this.#tidyAt <= now + TIDY_EVERY;
    if (!isTidied) this.#tidyAt = now + TIDY_EVERY;
    const pair = pairOf(attempted);
    return this.storage.write(async (db) => {
      if (!isTidied) await deleteFailuresOutside(db, now - 2 * WINDOW, now + WINDOW);
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

  /** Deletes the failures of a client that has signed in. */
  async succeeded(attempted: Attempted): Promise<void> {
    await this.storage.write((db) => clearFailures(db, pairOf(attempted)));
  }

  /** Limits the attempts for a name; returns the seconds to wait. */
  async #slow({ name, address }: Attempted, now: number): Promise<number> {
    if (await hasSessionFrom(this.storage.db, { name, address: roughAddress(address), now })) return 0;
    if ((await this.#names.take(name, MAX_OF_NAME, now)) === 0) return 0;
    return this.#slowed.take(name, 1, now);
  }
}

/** Identifies a client by a hash, so that its address isn't stored. */
function pairOf({ name, client }: Attempted): SignInPair {
  return { name, address: secretHash(`${name}\n${client}`) };
}
