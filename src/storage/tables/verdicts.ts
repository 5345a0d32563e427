import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { batches } from '../../core/batches.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** A verdict as it is stored. */
export type StoredVerdict = Selectable<Tables['verdicts']>;

/** Pages that count alike. */
export interface CountedVerdicts {
  readonly type: string;
  readonly gradeable: number;
  readonly flag_ids: string;
  readonly coverage: string;
  readonly ruleset: string;
  /** 0 for pages that have been written since. */
  readonly current: number;
  readonly pages: number;
  readonly points: number;
}

/** A filter for rows. */
export interface VerdictSelection {
  readonly types: readonly string[];
  readonly needsWork?: boolean;
  readonly gradeable?: boolean;
  /** A check that the pages do not pass. */
  readonly flag?: string;
  /** Only these pages, or all except these. */
  readonly only?: readonly number[];
  readonly without?: readonly number[];
  readonly offset: number;
  readonly limit: number;
}

/** Stores verdicts over those of the same pages. */
export async function putVerdicts(db: Database, rows: readonly StoredVerdict[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('verdicts')
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column('post_id').doUpdateSet(({ ref }) => ({
        type: ref('excluded.type'),
        needs_work: ref('excluded.needs_work'),
        flags: ref('excluded.flags'),
        stake: ref('excluded.stake'),
        coverage: ref('excluded.coverage'),
        focus: ref('excluded.focus'),
        gradeable: ref('excluded.gradeable'),
        points: ref('excluded.points'),
        flag_ids: ref('excluded.flag_ids'),
        ruleset: ref('excluded.ruleset'),
        content_hash: ref('excluded.content_hash'),
        graded_at: ref('excluded.graded_at'),
        title: ref('excluded.title'),
        url: ref('excluded.url'),
        modified: ref('excluded.modified'),
        images: ref('excluded.images'),
      })),
    )
    .execute();
}

/** Removes the verdicts of pages. */
export async function removeVerdicts(db: Database, ids: readonly number[]): Promise<void> {
  for (const part of batches(ids, CHUNK))
    await db.deleteFrom('verdicts').where('post_id', 'in', part).execute();
}

/** Marks verdicts as out of date without changing them otherwise. */
export async function clearContentHash(db: Database, ids: readonly number[]): Promise<void> {
  for (const part of batches(ids, CHUNK)) {
    await db.updateTable('verdicts').set({ content_hash: '' }).where('post_id', 'in', part).execute();
  }
}

/** The verdicts of pages, unordered. */
export async function verdictsByIds(db: Database, ids: readonly number[]): Promise<readonly StoredVerdict[]> {
  const rows: StoredVerdict[] = [];
  for (const part of batches(ids, CHUNK)) {
    rows.push(...(await db.selectFrom('verdicts').selectAll().where('post_id', 'in', part).execute()));
  }
  return rows;
}

/** Ids of all pages that have a verdict. */
export async function verdictIds(db: Database): Promise<readonly number[]> {
  const rows = await db.selectFrom('verdicts').select('post_id').execute();
  return rows.map((row) => row.post_id);
}

/** Ids of the pages that show an image, ascending. */
export async function pagesWithImage(db: Database, image: string): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('verdicts')
    .select('post_id')
    .where(lists('images', ' ', image))
    .orderBy('post_id')
    .execute();
  return rows.map((row) => row.post_id);
}

/** Counts all pages, grouped by those that count alike. */
export async function countVerdicts(db: Database): Promise<readonly CountedVerdicts[]> {
  const current = sql<number>`case when content_hash = '' then 0 else 1 end`;
  const rows = await db
    .selectFrom('verdicts')
    .select(['type', 'gradeable', 'flag_ids', 'coverage', 'ruleset'])
    .select(current.as('current'))
    .select(({ fn }) => [fn.countAll().as('pages'), fn.sum('points').as('points')])
    .groupBy(['type', 'gradeable', 'flag_ids', 'coverage', 'ruleset', current])
    .execute();
  // Sums and counts may come as texts.
  return rows.map((row) => ({ ...row, pages: Number(row.pages), points: Number(row.points) }));
}

/** Verdicts by need of work, stake and id, the highest first. */
export async function selectVerdicts(
  db: Database,
  { types, needsWork, gradeable, flag, only, without = [], offset, limit }: VerdictSelection,
): Promise<readonly StoredVerdict[]> {
  if (types.length === 0 || only?.length === 0) return [];
  let query = db
    .selectFrom('verdicts')
    .selectAll()
    .where('type', 'in', types)
    .orderBy('needs_work', 'desc')
    .orderBy('stake', 'desc')
    .orderBy('post_id', 'desc');
  if (flag !== undefined) query = query.where(lists('flag_ids', ',', flag));
  if (needsWork !== undefined) query = query.where('needs_work', '=', needsWork ? 1 : 0);
  if (gradeable !== undefined) query = query.where('gradeable', '=', gradeable ? 1 : 0);
  if (only !== undefined) query = query.where('post_id', 'in', only);
  if (without.length > 0) query = query.where('post_id', 'not in', without);
  return query.limit(limit).offset(offset).execute();
}

/** Splits lists, since statements limit their length. */
const CHUNK = 500;

/** Whether a column with a list contains an item, in the same letters. */
function lists(column: 'flag_ids' | 'images', separator: ',' | ' ', item: string) {
  const list = sql`${separator} || ${sql.ref(column)} || ${separator}`;
  return sql<boolean>`replace(${list}, ${separator + item + separator}, '') <> ${list}`;
}
