import type { Database } from '../../storage/port.js';
import { findLock } from '../../storage/tables/locks.js';

/** Seconds after which an editor that was not heard of any more has gone. */
export const LOCK_SECONDS = 150;

/** A user has an entry open. */
export interface EditLock {
  readonly userId: number;
  /** Unix seconds at which their editor was last heard of. */
  readonly at: number;
}

/**
 * Who has an entry open at this moment.
 * @param now Unix seconds
 * @see design section 10, "Content store"
 */
export async function editLock(db: Database, id: number, now: number): Promise<EditLock | undefined> {
  const lock = await findLock(db, id);
  if (lock === undefined || now - lock.at >= LOCK_SECONDS) return undefined;
  return { userId: lock.user_id, at: lock.at };
}
