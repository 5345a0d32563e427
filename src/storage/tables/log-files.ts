/** The table of access logs that have been read. */

import type { Database } from '../port.js';

/** How a log file begins. */
export interface LogHead {
  /** First digits of a hash of its very first bytes, by which candidates are found. */
  readonly opening: string;
  /** Its first bytes, as many as are compared, or fewer for a shorter file. */
  hashOf(bytes: number): string;
  readonly bytes: number;
}

/** A known log file, and how far it has been read. */
export interface KnownLog {
  readonly id: number;
  /** Bytes, unpacked. */
  readonly position: number;
  /** Bytes up to which referrals have been counted: they stay counted when the log is emptied. */
  readonly counted: number;
}

/**
 * Finds the file that begins like this: the same file under another name or packed is the same file, and so is one
 * that has grown.
 */
export async function findLogFile(db: Database, head: LogHead): Promise<KnownLog | undefined> {
  const sizes = await db
    .selectFrom('log_files')
    .select('head_bytes')
    .distinct()
    .where('opening', '=', head.opening)
    .where('head_bytes', '<=', head.bytes)
    .orderBy('head_bytes', 'desc')
    .execute();
  for (const { head_bytes } of sizes) {
    const row = await db
      .selectFrom('log_files')
      .select(['id', 'position', 'counted'])
      .where('opening', '=', head.opening)
      .where('head_bytes', '=', head_bytes)
      .where('head', '=', head.hashOf(head_bytes))
      .executeTakeFirst();
    if (row !== undefined) return row;
  }
  return undefined;
}

/**
 * Stores a file that has been read for the first time.
 * @returns undefined when another process has noted it in the meantime
 */
export async function addLogFile(
  db: Database,
  head: LogHead,
  { position, counted, now }: Omit<KnownLog, 'id'> & { readonly now: number },
): Promise<number | undefined> {
  const row = await db
    .insertInto('log_files')
    .values({
      opening: head.opening,
      head: head.hashOf(head.bytes),
      head_bytes: head.bytes,
      position,
      counted,
      updated: now,
    })
    .onConflict((conflict) => conflict.columns(['opening', 'head', 'head_bytes']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Stores how far a file has been read. Returns false when another process has read it in the meantime. */
export async function moveLogFile(
  db: Database,
  head: LogHead,
  {
    id,
    from,
    to,
    counted,
    now,
  }: Omit<KnownLog, 'position'> & { readonly from: number; readonly to: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('log_files')
    .set({ position: to, counted, head: head.hashOf(head.bytes), head_bytes: head.bytes, updated: now })
    .where('id', '=', id)
    .where('position', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Resets a file, so that it is read from its beginning. */
export async function rewindLogFile(db: Database, id: number): Promise<void> {
  await db.updateTable('log_files').set({ position: 0 }).where('id', '=', id).execute();
}

/** Resets all files, so that they are read from their beginning: their visits were removed. */
export async function rewindLogFiles(db: Database): Promise<void> {
  await db.updateTable('log_files').set({ position: 0 }).execute();
}

/** Forgets files that were not read since a time. */
export async function deleteOldLogFiles(db: Database, before: number): Promise<void> {
  await db.deleteFrom('log_files').where('updated', '<', before).execute();
}
