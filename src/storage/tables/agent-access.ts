/** The table of the uses of abilities by agents. */

import { type Selectable, sql } from 'kysely';
import { batches } from '../../core/batches.js';
import { type CamelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** Repeated events, in one row. */
export type AccessTally = Omit<CamelCase<Tables['agent_access']>, 'id' | 'seen'>;

/** A cursor in the list: the last row that was shown. */
export interface AccessPlace {
  readonly lastAt: number;
  readonly id: number;
}

/** A row with the current names of the account and the client; null when they are gone. */
export type AccessEntry = Selectable<Tables['agent_access']> & {
  readonly user: string | null;
  readonly client: string | null;
};

/** The prefix of `cred` for a client of the authorization server. */
export const OAUTH_CRED = 'svc-oauth:';

/** Rows of one statement: both databases limit how many values it may have. */
const BATCH = 100;

/** Adds to the recorded counts; a row that was marked as seen is new again. */
export async function addAccess(db: Database, tallies: readonly AccessTally[]): Promise<void> {
  for (const part of batches(tallies, BATCH)) {
    await db
      .insertInto('agent_access')
      .values(part.map((tally) => ({ ...snakeCase(tally), seen: 0 })))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'user_id', 'cred', 'subject']).doUpdateSet(({ ref }) => ({
          detail: ref('excluded.detail'),
          hits: sql<number>`agent_access.hits + excluded.hits`,
          last_at: ref('excluded.last_at'),
          seen: 0,
        })),
      )
      .execute();
  }
}

/** The latest rows first, from a place on. */
export function listAccess(
  db: Database,
  { before, limit }: { readonly before: AccessPlace | undefined; readonly limit: number },
): Promise<readonly AccessEntry[]> {
  return db
    .selectFrom('agent_access')
    .leftJoin('users', 'users.id', 'agent_access.user_id')
    .leftJoin('oauth_clients', (join) =>
      join.on('agent_access.cred', '=', sql<string>`${OAUTH_CRED} || oauth_clients.id`),
    )
    .selectAll('agent_access')
    .select(['users.display_name as user', 'oauth_clients.name as client'])
    .$if(before !== undefined, (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('last_at', '<', before?.lastAt ?? 0),
          and([eb('last_at', '=', before?.lastAt ?? 0), eb('agent_access.id', '<', before?.id ?? 0)]),
        ]),
      ),
    )
    .orderBy('last_at', 'desc')
    .orderBy('agent_access.id', 'desc')
    .limit(limit)
    .execute();
}

/** Rows in all, and unseen ones. */
export async function countAccess(db: Database): Promise<{
  readonly total: number;
  readonly unseen: number;
  readonly used: number;
  readonly lastAt: number;
}> {
  const row = await db
    .selectFrom('agent_access')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      sql<number>`coalesce(sum(case when seen = 0 then 1 else 0 end), 0)`.as('unseen'),
      sql<number>`count(distinct case when kind = 'ability_used' then subject end)`.as('used'),
      sql<number>`coalesce(max(last_at), 0)`.as('last'),
    ])
    .executeTakeFirstOrThrow();
  const { total, unseen, used, last } = row;
  return { total: Number(total), unseen: Number(unseen), used: Number(used), lastAt: Number(last) };
}

/**
 * How often abilities have been run, and by how many credentials recently.
 * @param since Unix seconds
 */
export async function countRuns(
  db: Database,
  since: number,
): Promise<{ readonly total: number; readonly agents: number }> {
  const row = await db
    .selectFrom('agent_access')
    .where('kind', '=', 'ability_used')
    .select([
      sql<number>`coalesce(sum(hits), 0)`.as('total'),
      // A session has no credential, so its account identifies it.
      sql<number>`count(distinct case when last_at >= ${since} then user_id || ' ' || cred end)`.as('agents'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(row.total), agents: Number(row.agents) };
}

/** Marks every row as seen. */
export async function markAccessSeen(db: Database): Promise<void> {
  await db.updateTable('agent_access').set({ seen: 1 }).where('seen', '=', 0).execute();
}

export async function clearAccess(db: Database): Promise<void> {
  await db.deleteFrom('agent_access').execute();
}

/** Forgets what was last seen before a time, and of the rest all but the latest rows. */
export async function pruneAccess(db: Database, before: number, maxRows: number): Promise<void> {
  await db.deleteFrom('agent_access').where('last_at', '<', before).execute();
  const last = await db
    .selectFrom('agent_access')
    .select(['last_at', 'id'])
    .orderBy('last_at', 'desc')
    .orderBy('id', 'desc')
    .offset(maxRows)
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return;
  await db
    .deleteFrom('agent_access')
    .where(({ eb, and, or }) =>
      or([
        eb('last_at', '<', last.last_at),
        and([eb('last_at', '=', last.last_at), eb('id', '<=', last.id)]),
      ]),
    )
    .execute();
}
