import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** The user who has an entry open, and the time of the last renewal. */
export function findLock(db: Database, postId: number): Promise<Tables['locks'] | undefined> {
  return db.selectFrom('locks').selectAll().where('post_id', '=', postId).executeTakeFirst();
}

/** Notes that a user has an entry open, and replaces an earlier note. */
export async function putLock(db: Database, lock: Tables['locks']): Promise<void> {
  const { user_id, at } = lock;
  await db
    .insertInto('locks')
    .values(lock)
    .onConflict((conflict) => conflict.column('post_id').doUpdateSet({ user_id, at }))
    .execute();
}

/** Notes that a user has closed an entry. */
export async function removeLock(db: Database, postId: number, userId: number): Promise<void> {
  await db.deleteFrom('locks').where('post_id', '=', postId).where('user_id', '=', userId).execute();
}

/** Removes locks that were last renewed before a time. */
export async function deleteOldLocks(db: Database, before: number): Promise<void> {
  await db.deleteFrom('locks').where('at', '<', before).execute();
}
