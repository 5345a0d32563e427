/** The tables of visits that assistants and unknown sources sent. */

import { type Selectable, sql } from 'kysely';
import { batches } from '../../core/batches.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** Visits of a day that an assistant sent to a page. */
export type ReferralTally = Omit<Selectable<Tables['referrals']>, 'id'>;

/** Visits of a day from a source that isn't a known assistant. */
export type UnknownTally = Omit<Selectable<Tables['unknown_sources']>, 'id'>;

/** A filter for tallies; absent fields match everything. */
export interface ReferralFilter {
  readonly from?: string;
  readonly to?: string;
  /** Labels; any of them matches. */
  readonly sources?: readonly string[];
  /** Beginning of the path. */
  readonly path?: string;
}

/** A name with its visits. */
interface Tallied {
  readonly name: string;
  readonly hits: number;
}

/** Rows of one statement: both databases limit how many values it may have. */
const BATCH = 500;

/** Adds visits to the stored counts. */
export async function addReferrals(db: Database, tallies: readonly ReferralTally[]): Promise<void> {
  for (const part of batches(tallies, BATCH)) {
    await db
      .insertInto('referrals')
      .values(part.map(({ day, source, path, hits }) => ({ day, source, path, hits })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'source', 'path'])
          .doUpdateSet({ hits: sql<number>`referrals.hits + excluded.hits` }),
      )
      .execute();
  }
}

/** Adds visits from unknown sources to the stored counts. */
export async function addUnknownSources(db: Database, tallies: readonly UnknownTally[]): Promise<void> {
  for (const part of batches(tallies, BATCH)) {
    await db
      .insertInto('unknown_sources')
      .values(part.map(({ day, kind, token, hits }) => ({ day, kind, token, hits })))
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'kind', 'token'])
          .doUpdateSet({ hits: sql<number>`unknown_sources.hits + excluded.hits` }),
      )
      .execute();
  }
}

/** Visits by assistant, page or day, the most first; `day` in ascending order. */
export async function referralsBy(
  db: Database,
  column: 'source' | 'path' | 'day',
  filter: ReferralFilter,
  limit?: number,
): Promise<readonly (Tallied & { readonly rows: number })[]> {
  let query = filtered(db, filter)
    .select([
      `${column} as name`,
      (eb) => eb.fn.sum<number>('hits').as('hits'),
      (eb) => eb.fn.countAll<number>().as('rows'),
    ])
    .groupBy(column);
  query = column === 'day' ? query.orderBy('day') : query.orderBy('hits', 'desc').orderBy(column);
  const found = await (limit === undefined ? query : query.limit(limit)).execute();
  return found.map(({ name, hits, rows }) => ({ name, hits: Number(hits), rows: Number(rows) }));
}

/** Tallies themselves, the most visits first. */
export async function listReferrals(
  db: Database,
  filter: ReferralFilter,
  limit: number,
): Promise<readonly ReferralTally[]> {
  return filtered(db, filter)
    .select(['day', 'source', 'path', 'hits'])
    .orderBy('hits', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Number of tallies, their visits, and how many assistants they name. */
export async function referralTotals(
  db: Database,
  filter: ReferralFilter,
): Promise<{ readonly rows: number; readonly hits: number; readonly sources: number }> {
  const found = await filtered(db, filter)
    .select([
      (eb) => eb.fn.countAll<number>().as('rows'),
      (eb) => eb.fn.sum<number | null>('hits').as('hits'),
      (eb) => eb.fn.count<number>('source').distinct().as('sources'),
    ])
    .executeTakeFirst();
  return {
    rows: Number(found?.rows ?? 0),
    hits: Number(found?.hits ?? 0),
    sources: Number(found?.sources ?? 0),
  };
}

/** Unknown sources of a kind, the most visits first. */
export async function unknownSources(
  db: Database,
  kind: UnknownTally['kind'],
  { from, to }: Pick<ReferralFilter, 'from' | 'to'>,
  limit: number,
): Promise<readonly Tallied[]> {
  let query = db
    .selectFrom('unknown_sources')
    .select(['token as name', (eb) => eb.fn.sum<number>('hits').as('hits')])
    .where('kind', '=', kind)
    .groupBy('token')
    .orderBy('hits', 'desc')
    .orderBy('token')
    .limit(limit);
  if (from !== undefined) query = query.where('day', '>=', from);
  if (to !== undefined) query = query.where('day', '<=', to);
  return (await query.execute()).map(({ name, hits }) => ({ name, hits: Number(hits) }));
}

/** Removes the tallies of days before a day. */
export async function pruneReferrals(db: Database, before: string): Promise<void> {
  await db.deleteFrom('referrals').where('day', '<', before).execute();
  await db.deleteFrom('unknown_sources').where('day', '<', before).execute();
}

/** Keeps the busiest tallies of a table; of equal ones the newest. */
export async function keepBusiest(
  db: Database,
  table: 'referrals' | 'unknown_sources',
  most: number,
): Promise<void> {
  const { rows } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  if (Number(rows) <= most) return;
  const kept = db.selectFrom(table).select('id').orderBy('hits', 'desc').orderBy('id', 'desc').limit(most);
  await db.deleteFrom(table).where('id', 'not in', kept).execute();
}

function filtered(db: Database, { from, to, sources, path }: ReferralFilter) {
  let query = db.selectFrom('referrals');
  if (from !== undefined) query = query.where('day', '>=', from);
  if (to !== undefined) query = query.where('day', '<=', to);
  // No stored text contains a NUL, and PostgreSQL refuses it.
  const plain = (text: string) => text.replaceAll('\u0000', '\ufffd');
  if (sources !== undefined) query = query.where('source', 'in', sources.map(plain));
  if (path !== undefined && path !== '') {
    // The prefix is compared without wildcards. Both databases count characters, not UTF-16 units.
    query = query.where(sql<boolean>`substr(path, 1, ${sql.lit([...path].length)}) = ${plain(path)}`);
  }
  return query;
}
