import type { Database } from '../../storage/port.js';
import { findLock } from '../../storage/tables/locks.js';

/** Seconds without a heartbeat after which an editor counts as closed. */
export const LOCK_SECONDS = 150;

/** A lock of a user who has the entry open. */
export interface EditLock {
  readonly userId: number;
  /** Unix seconds of the editor's last heartbeat. */
  readonly at: number;
}

/**
 * Returns the lock of the user who currently has an entry open.
 * @param now Unix seconds
 */
export async function editLock(db: Database, id: number, now: number): Promise<EditLock | undefined> {
  const lock = await findLock(db, id);
  if (lock === undefined || now - lock.at >= LOCK_SECONDS) return undefined;
  return { userId: lock.user_id, at: lock.at };
}
