import type { Database } from '../port.js';
import type { LockRow } from '../rows/content.js';

/** Who has an entry open, and since when they were last heard of. */
export function findLock(db: Database, postId: number): Promise<LockRow | undefined> {
  return db.selectFrom('locks').selectAll().where('post_id', '=', postId).executeTakeFirst();
}

/** Notes that somebody has an entry open, in place of whoever had. */
export async function putLock(db: Database, lock: LockRow): Promise<void> {
  const { user_id, at } = lock;
  await db
    .insertInto('locks')
    .values(lock)
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ user_id, at }))
    .execute();
}

/** Notes that somebody has closed an entry. */
export async function removeLock(db: Database, postId: number, userId: number): Promise<void> {
  await db.deleteFrom('locks').where('post_id', '=', postId).where('user_id', '=', userId).execute();
}

/** Forgets locks of whoever was last heard of before a time. */
export async function tidyLocks(db: Database, before: number): Promise<void> {
  await db.deleteFrom('locks').where('at', '<', before).execute();
}
