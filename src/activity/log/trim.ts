import type { Database, Storage } from '../../storage/port.js';
import { dayOf } from '../days.js';
import type { Retention } from '../port.js';
import { recountDay, removeCounts } from './counts.js';
import { locked } from './hit-log.js';
import { removeUnusedKinds } from './kinds.js';
import { dropDay } from './partitions.js';
import { firstIdOf, firstIdOfDay } from './visit-id.js';

/**
 * Removes what is older than the retention, and the oldest of what is more than the log may hold. Days go one by
 * one, so that writers need not wait for long.
 * @see reference/admin-api.md section 3.9
 */
export async function trimLog(storage: Storage, { floor, maxRows }: Pick<Retention, 'floor' | 'maxRows'>) {
  await removeBefore(storage, floor);
  await trimToSize(storage, maxRows);
}

/** Removes kinds and labels that no visit has any more; the daily part of the work. */
export async function tidyKinds(storage: Storage): Promise<void> {
  await locked(storage, removeUnusedKinds);
}

/** Removes the oldest visits of a log that holds more than it may. @param maxRows 0 for no limit */
export async function trimToSize(storage: Storage, maxRows: number): Promise<void> {
  if (maxRows <= 0) return;
  for (let more = true; more; ) {
    more = await locked(storage, async (db) => {
      const excess = (await countOf(db)) - maxRows;
      const oldest = await oldestDay(db);
      if (excess <= 0 || oldest === undefined) return false;
      if (oldest.hits <= excess) await removeDay(db, storage, oldest.day);
      else await removeOldest(db, oldest.day, excess);
      return true;
    });
  }
}

async function removeBefore(storage: Storage, floor: number): Promise<void> {
  const floorDay = dayOf(floor);
  for (let more = true; more; ) {
    more = await locked(storage, async (db) => {
      const oldest = await oldestDay(db);
      if (oldest === undefined || oldest.day > floorDay) return false;
      if (oldest.day < floorDay) {
        await removeDay(db, storage, oldest.day);
        return true;
      }
      const below = db
        .deleteFrom('visits')
        .where('id', '>=', firstIdOfDay(floorDay))
        .where('id', '<', firstIdOf(floor));
      const { numDeletedRows } = await below.executeTakeFirst();
      if (numDeletedRows > 0n) await recountDay(db, floorDay);
      return false;
    });
  }
}

async function removeDay(db: Database, { capabilities }: Storage, day: number): Promise<void> {
  await dropDay(db, capabilities, day);
  await removeCounts(db, day);
}

async function removeOldest(db: Database, day: number, count: number): Promise<void> {
  const kept = await db
    .selectFrom('visits')
    .select('id')
    .where('id', '>=', firstIdOfDay(day))
    .where('id', '<', firstIdOfDay(day + 1))
    .orderBy('id')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  const end = kept?.id ?? firstIdOfDay(day + 1);
  await db.deleteFrom('visits').where('id', '>=', firstIdOfDay(day)).where('id', '<', end).execute();
  await recountDay(db, day);
}

/** All visits that are stored. */
export async function countOf(db: Database): Promise<number> {
  const row = await db
    .selectFrom('visit_days')
    .select(({ fn }) => fn.sum('hits').as('hits'))
    .executeTakeFirst();
  return Number(row?.hits ?? 0);
}

async function oldestDay(db: Database): Promise<{ readonly day: number; readonly hits: number } | undefined> {
  return db.selectFrom('visit_days').select(['day', 'hits']).orderBy('day').limit(1).executeTakeFirst();
}

/** Empties the log, its kinds and the addresses of flagged clients. */
export async function clearLog(storage: Storage): Promise<void> {
  await locked(storage, async (db) => {
    await db.deleteFrom('visits').execute();
    await db.deleteFrom('visit_days').execute();
    await db.deleteFrom('visit_label_days').execute();
    await db.deleteFrom('visit_kind_days').execute();
    await db.deleteFrom('flagged_addresses').execute();
    await removeUnusedKinds(db);
  });
}
