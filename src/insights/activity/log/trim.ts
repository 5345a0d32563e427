import { eraseDeleted } from '../../../storage/erase-deleted.js';
import type { Database, Storage } from '../../../storage/port.js';
import { rewindLogFiles } from '../../../storage/tables/log-files.js';
import { dayOf } from '../days.js';
import type { Retention } from '../port.js';
import { removeCounts, subtractCounts } from './counts.js';
import { locked } from './hit-log.js';
import { removeUnusedKinds } from './kinds.js';
import { dropDay } from './partitions.js';
import { firstIdOf, firstIdOfDay } from './visit-id.js';

/**
 * Removes visits older than the retention, and the oldest ones beyond the maximum number. Days are removed one by
 * one, so that writers need not wait for long.
 */
export async function trimLog(storage: Storage, { floor, maxRows }: Pick<Retention, 'floor' | 'maxRows'>) {
  await removeBefore(storage, floor);
  await trimToSize(storage, maxRows);
}

/** Removes kinds and labels without any visits; the daily part of the work. */
export async function deleteUnusedKinds(storage: Storage): Promise<void> {
  await locked(storage, removeUnusedKinds);
}

/** Removes the oldest visits beyond the maximum number. @param maxRows 0 for no limit */
export async function trimToSize(storage: Storage, maxRows: number): Promise<void> {
  if (maxRows <= 0) return;
  for (let more = true; more; ) {
    more = await locked(storage, async (db) => {
      const excess = (await countOf(db)) - maxRows;
      const oldest = await oldestDay(db);
      if (excess <= 0 || oldest === undefined) return false;
      if (oldest.hits <= excess) await removeDay(db, storage, oldest.day);
      else await removeOldest(db, storage, oldest.day, excess);
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
      await removeRange(db, floorDay, firstIdOf(floor));
      return false;
    });
  }
}

async function removeDay(db: Database, { capabilities }: Storage, day: number): Promise<void> {
  await dropDay(db, capabilities, day);
  await removeCounts(db, day);
}

async function removeOldest(db: Database, storage: Storage, day: number, count: number): Promise<void> {
  const kept = await db
    .selectFrom('visits')
    .select('id')
    .where('id', '>=', firstIdOfDay(day))
    .where('id', '<', firstIdOfDay(day + 1))
    .orderBy('id')
    .offset(count)
    .limit(1)
    .executeTakeFirst();
  if (kept === undefined) await removeDay(db, storage, day);
  else await removeRange(db, day, kept.id);
}

/** Removes visits of a day up to an id from the log and from its counts. */
async function removeRange(db: Database, day: number, high: number): Promise<void> {
  const low = firstIdOfDay(day);
  await subtractCounts(db, { day, low, high });
  await db.deleteFrom('visits').where('id', '>=', low).where('id', '<', high).execute();
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

/** Empties the log, its kinds and the addresses of flagged clients. Access logs may be read into it again. */
export async function clearLog(storage: Storage): Promise<void> {
  await locked(storage, async (db) => {
    await db.deleteFrom('visits').execute();
    await db.deleteFrom('visit_days').execute();
    await db.deleteFrom('visit_label_days').execute();
    await db.deleteFrom('visit_kind_days').execute();
    await db.deleteFrom('flagged_addresses').execute();
    await rewindLogFiles(db);
    await removeUnusedKinds(db);
  });
  await eraseDeleted(storage);
}
