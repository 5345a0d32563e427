/** Removes old visits, and the oldest beyond the maximum. */

import type { Hooks } from '../../../config/hooks/hooks.js';
import type { Settings } from '../../../config/settings.js';
import { eraseDeleted } from '../../../storage/erase-deleted.js';
import type { Database, Storage } from '../../../storage/port.js';
import { rewindLogFiles } from '../../../storage/tables/log-files.js';
import { DAY } from '../days.js';
import type { Retention } from '../port.js';
import { locked } from './hit-log.js';
import { dayOfId, dropDay, firstIdOf, firstIdOfDay, removeUnusedKinds } from './kinds.js';

/** Removes visits older than the retention, and the oldest ones beyond the maximum number. */
export async function trimLog(storage: Storage, { floor, maxRows }: Pick<Retention, 'floor' | 'maxRows'>) {
  await removeBefore(storage, firstIdOf(floor));
  await trimToSize(storage, maxRows);
}

/** Removes kinds and labels without any visits; the daily part of the work. */
export async function deleteUnusedKinds(storage: Storage): Promise<void> {
  await locked(storage, removeUnusedKinds);
}

/** Removes the oldest visits beyond the maximum number. @param maxRows 0 for no limit */
export async function trimToSize(storage: Storage, maxRows: number): Promise<void> {
  const excess = maxRows > 0 ? (await countOf(storage.db)) - maxRows : 0;
  if (excess <= 0) return;
  const kept = await idAt(storage.db, excess);
  if (kept !== undefined) await removeBefore(storage, kept);
}

/** Removes all visits before an id, day by day, so that writers need not wait for long. */
async function removeBefore(storage: Storage, high: number): Promise<void> {
  for (let more = true; more; ) {
    more = await locked(storage, async (db) => {
      const oldest = await idAt(db, 0);
      if (oldest === undefined || oldest >= high) return false;
      const day = dayOfId(oldest);
      if (firstIdOfDay(day + 1) <= high) await dropDay(db, storage.capabilities, day);
      else await db.deleteFrom('visits').where('id', '<', high).execute();
      return true;
    });
  }
}

/** The id of the visit that so many others precede. */
async function idAt(db: Database, offset: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('visits')
    .select('id')
    .orderBy('id')
    .offset(offset)
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** All visits that are stored. */
export async function countOf(db: Database): Promise<number> {
  const row = await db
    .selectFrom('visits')
    .select(({ fn }) => fn.countAll().as('hits'))
    .executeTakeFirst();
  return Number(row?.hits ?? 0);
}

/** Empties the log, its kinds and the addresses of flagged clients. Access logs may be read into it again. */
export async function clearLog(storage: Storage): Promise<void> {
  await locked(storage, async (db) => {
    await db.deleteFrom('visits').execute();
    await db.deleteFrom('flagged_addresses').execute();
    await rewindLogFiles(db);
    await removeUnusedKinds(db);
  });
  await eraseDeleted(storage);
}

/** Maximum number of days in reports. */
const MAX_WINDOW = 30;

/**
 * How long visits are kept, after `svc_activity_retention_days` and `svc_activity_max_rows`.
 * @param now Unix seconds
 */
export async function retentionOf(
  settings: Settings,
  hooks: Pick<Hooks, 'apply'>,
  now: number,
): Promise<Retention> {
  const asked = await hooks.apply('svc_activity_retention_days', settings.activity_retention_days);
  const days = Math.max(1, Math.trunc(asked));
  const autoPrune = settings.activity_auto_prune;
  return {
    enabled: settings.enable_activity,
    days,
    autoPrune,
    maxRows: await hooks.apply('svc_activity_max_rows', settings.activity_max_rows),
    window: Math.min(MAX_WINDOW, days),
    floor: autoPrune ? Math.max(0, now - days * DAY) : 0,
  };
}
