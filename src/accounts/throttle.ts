import type { Storage } from '../storage/port.js';
import {
  addFailure,
  clearFailures,
  lastFailures,
  type SignInPair,
  tidyFailures,
} from '../storage/tables/sign-in-failures.js';

/** Failures within the window that lock a pair of name and address. */
const MAX_FAILURES = 10;
/** Seconds of the window, and of the lock. */
const WINDOW = 900;

/** Whether somebody may try, and if not, for how long. */
export type Attempt = { readonly isLocked: false } | { readonly isLocked: true; readonly retryAfter: number };

/**
 * Counts an attempt to sign in before its password is looked at, so that many at once are counted too. Attempts
 * during a lock do not lengthen it.
 * @param now Unix seconds
 * @see design section 10
 */
export async function beginAttempt({ write }: Storage, pair: SignInPair, now: number): Promise<Attempt> {
  return write(async (db) => {
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

/** Forgets the failures of a pair that has signed in, and those of everybody that no longer count. */
export async function endAttempts({ write }: Storage, pair: SignInPair, now: number): Promise<void> {
  await write(async (db) => {
    await clearFailures(db, pair);
    await tidyFailures(db, now - 2 * WINDOW);
  });
}
