import { sql } from 'kysely';
import { memoisedByObject } from '../../core/memoised.js';
import type { Database, Storage } from '../port.js';
import type { Tables } from '../schema.js';

/** Letters that an index of trigrams needs at least. */
const TRIGRAM = 3;

/** An indexed entry without its words. */
type IndexedEntry = Pick<Tables['content_index'], 'post_id' | 'place' | 'stamp'>;

/** An entry as a search returns it. */
type FoundEntry = Pick<Tables['content_index'], 'post_id' | 'type' | 'status' | 'title' | 'url'>;

/** All indexed entries. */
export function indexedEntries(db: Database): Promise<readonly IndexedEntry[]> {
  return db.selectFrom('content_index').select(['post_id', 'place', 'stamp']).execute();
}

/** Removes entries from the index. */
export async function removeIndexed(db: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .deleteFrom('content_index')
    .where('post_id', 'in', [...ids])
    .execute();
}

/** Adds missing entries to the index; of two processes that do so at once, one does it. */
export async function addIndexed(db: Database, rows: readonly Tables['content_index'][]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('content_index')
    .values([...rows])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A search query. */
export interface IndexSearch {
  /** Folded as the index is; each has to occur somewhere. */
  readonly words: readonly string[];
  readonly types: readonly string[];
  readonly statuses: readonly string[];
  readonly limit: number;
}

/** The entries that a search finds, last modified first. */
export async function searchIndex(
  storage: Pick<Storage, 'db' | 'capabilities'>,
  { words, types, statuses, limit }: IndexSearch,
): Promise<readonly FoundEntry[]> {
  if (types.length === 0 || statuses.length === 0) return [];
  const long = words.filter((word) => [...word].length >= TRIGRAM);
  const isSqlite = storage.capabilities.dialect === 'sqlite';
  const matches = isSqlite && long.length > 0 && (await hasTrigrams(storage.db));
  let query = storage.db
    .selectFrom('content_index')
    .select(['post_id', 'type', 'status', 'title', 'url'])
    .where('type', 'in', [...types])
    .where('status', 'in', [...statuses])
    .limit(limit);
  if (matches) {
    // The index returns its rows in the order of their places, and the database stops when it has enough.
    query = query
      .innerJoin(sql<{ rowid: number }>`content_words`.as('found'), 'found.rowid', 'content_index.place')
      .where(sql<boolean>`content_words match ${long.map(quoted).join(' ')}`)
      .orderBy('found.rowid', 'desc');
  } else {
    query = query.orderBy('place', 'desc');
  }
  for (const word of matches ? words.filter((one) => !long.includes(one)) : words) {
    query = query.where(isSqlite ? sql<boolean>`instr(content_index.words, ${word}) > 0` : like(word));
  }
  return query.execute();
}

function like(word: string) {
  return sql<boolean>`content_index.words like ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`;
}

/** A phrase of FTS5: a run of letters, whatever they are. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

const hasTrigrams = memoisedByObject(async (db: Database): Promise<boolean> => {
  const { rows } = await sql`select 1 from sqlite_master where name = 'content_words'`.execute(db);
  return rows.length > 0;
});
