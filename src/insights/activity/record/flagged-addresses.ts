import { sql } from 'kysely';
import type { Hooks } from '../../../config/hooks/hooks.js';
import { formatUtcOffset } from '../../../core/dates.js';
import { eraseDeleted } from '../../../storage/erase-deleted.js';
import type { Storage } from '../../../storage/port.js';
import { DAY } from '../days.js';

/** Maximum number of stored and of returned addresses of one client. */
const KEPT = 25;
const TOLD = 12;
/** Maximum number of rows in the table, and days since an address was last seen. */
const MAX_ROWS = 5000;
const MAX_DAYS = 14;
const MAX_CLIENT = 64;
const MAX_ADDRESS = 45;

/** An address that a flagged client came from. */
interface FlaggedVisit {
  /** Review key. */
  readonly client: string;
  readonly address: string;
  /** Unix seconds. */
  readonly at: number;
}

/** An address in the form of the API. */
export type FlaggedAddress = Awaited<ReturnType<typeof flaggedAddresses>>[number];

/**
 * Keeps addresses of flagged clients, while the owner has it switched on: the only place with addresses of visitors.
 */
export async function keepFlaggedAddresses(storage: Storage, visits: readonly FlaggedVisit[]): Promise<void> {
  if (visits.length === 0) return;
  await storage.write(async (db) => {
    for (const visit of visits) {
      const client = visit.client.slice(0, MAX_CLIENT);
      const address = visit.address.slice(0, MAX_ADDRESS);
      await db
        .insertInto('flagged_addresses')
        .values({ client, address, hits: 1, first_at: visit.at, last_at: visit.at })
        .onConflict((conflict) =>
          conflict
            .columns(['client', 'address'])
            .doUpdateSet({ hits: sql<number>`flagged_addresses.hits + 1`, last_at: visit.at }),
        )
        .execute();
    }
    for (const client of new Set(visits.map((visit) => visit.client.slice(0, MAX_CLIENT)))) {
      const kept = db
        .selectFrom('flagged_addresses')
        .select('id')
        .where('client', '=', client)
        .orderBy('last_at', 'desc')
        .orderBy('id', 'desc')
        .limit(KEPT);
      await db
        .deleteFrom('flagged_addresses')
        .where('client', '=', client)
        .where('id', 'not in', kept)
        .execute();
    }
  });
}

/** The latest addresses of a client. */
export async function flaggedAddresses({ db }: Pick<Storage, 'db'>, client: string) {
  const rows = await db
    .selectFrom('flagged_addresses')
    .select(['address', 'hits', 'last_at'])
    .where('client', '=', client.slice(0, MAX_CLIENT))
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(TOLD)
    .execute();
  return rows.map(({ address, hits, last_at }) => ({
    ip: address,
    hits,
    lastSeen: formatUtcOffset(last_at),
  }));
}

/**
 * Removes everything beyond the limits, and all addresses once the owner has switched it off.
 * @param now Unix seconds
 */
export async function pruneFlaggedAddresses(
  storage: Pick<Storage, 'db' | 'capabilities'>,
  {
    isKept,
    hooks,
    now,
  }: { readonly isKept: boolean; readonly hooks: Pick<Hooks, 'apply'>; readonly now: number },
): Promise<void> {
  const { db } = storage;
  if (!isKept) {
    const { numDeletedRows } = await db.deleteFrom('flagged_addresses').executeTakeFirst();
    if (numDeletedRows > 0n) await eraseDeleted(storage);
    return;
  }
  const days = await hooks.apply('svc_flagged_ip_retention_days', MAX_DAYS);
  const rows = await hooks.apply('svc_flagged_ips_max_rows', MAX_ROWS);
  await db
    .deleteFrom('flagged_addresses')
    .where('last_at', '<', now - days * DAY)
    .execute();
  const kept = db
    .selectFrom('flagged_addresses')
    .select('id')
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .limit(Math.max(0, Math.trunc(rows)));
  await db.deleteFrom('flagged_addresses').where('id', 'not in', kept).execute();
}
