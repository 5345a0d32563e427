import { sql } from 'kysely';
import type { Database } from '../port.js';

/** A window of a limit: its count, and when it is over. */
export interface CountedWindow {
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
export async function addToWindow(
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

/** Removes a caller's counts. */
export async function clearWindow(db: Database, key: string): Promise<void> {
  await db.deleteFrom('rate_counts').where('key', '=', key).execute();
}

/** Removes windows that are over. @param now Unix seconds */
export async function deleteOldWindows(db: Database, now: number): Promise<void> {
  await db.deleteFrom('rate_counts').where('ends', '<=', now).execute();
}
