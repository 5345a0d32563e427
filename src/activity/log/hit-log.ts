import { CompiledQuery, sql } from 'kysely';
import type { Database, Storage } from '../../storage/port.js';
import type { Hit } from '../port.js';
import { addCounts, type Counted } from './counts.js';
import { type Kind, Kinds, kindKey } from './kinds.js';
import { Partitions } from './partitions.js';
import { rowsOf } from './rows-of.js';
import { dayOfId, firstIdOf } from './visit-id.js';

/** Key of the lock that writers of visits take in PostgreSQL. */
const LOCK = 7_340_033;
/** Visits in one statement. */
const CHUNK = 400;

/** Writes lines of the log. */
export interface HitLog {
  /**
   * Writes lines, in any order of time, all of them or none.
   * @param also what has to happen with them or not at all
   */
  add(hits: readonly Hit[], also?: (db: Database) => Promise<void>): Promise<void>;
}

/** Makes the writer of a database. Several may write to one database at the same time. */
export function createHitLog(storage: Storage): HitLog {
  const { capabilities } = storage;
  const kinds = new Kinds(capabilities);
  const partitions = new Partitions(capabilities);

  async function write(hits: readonly Hit[], also?: (db: Database) => Promise<void>): Promise<void> {
    const keys = hits.map(kindKey);
    const wanted = new Map<string, Hit>();
    for (const [index, hit] of hits.entries()) wanted.set(keys[index] as string, hit);
    const { found, days } = await locked(storage, async (db) => {
      const found = await kinds.find(db, wanted);
      const kindOf = (index: number) => found.get(keys[index] as string) as Kind;
      const ids = await freeIds(db, storage, hits);
      const days = new Set(ids.map(dayOfId));
      await partitions.ensure(db, days);
      const visits = ids.map((id, index) => ({ id, kind: kindOf(index) }));
      await insertVisits(db, storage, visits);
      await addCounts(db, capabilities, visits);
      await also?.(db);
      return { found, days };
    });
    kinds.keep(found);
    partitions.keep(days);
  }

  return {
    async add(hits, also) {
      if (hits.length === 0) {
        if (also !== undefined) await locked(storage, also);
        return;
      }
      try {
        await write(hits, also);
      } catch (error) {
        // The partition of a day may have been dropped by somebody else since it was last written to.
        if (!isMissingPartition(error)) throw error;
        partitions.forget();
        await write(hits, also);
      }
    },
  };
}

/** Does something while nobody else writes visits. */
export async function locked<T>(
  { db, capabilities }: Storage,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  // In SQLite a transaction keeps every other writer out. In PostgreSQL writers of visits wait for each other; each
  // statement then sees what the one before has done.
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (transaction) => {
      if (capabilities.dialect === 'postgres') {
        await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
      }
      return work(transaction);
    });
}

/** Ids of visits in the order in which they are given: the next ones of their seconds. */
async function freeIds(
  db: Database,
  { capabilities }: Storage,
  visits: readonly { readonly at: number }[],
): Promise<readonly number[]> {
  const seconds = [...new Set(visits.map(({ at }) => at))].sort((a, b) => a - b);
  const latest = await lastIdBetween(db, seconds[0] ?? 0, seconds.at(-1) ?? 0);
  // Mostly there is nothing yet at that time, or only in the first of these seconds.
  const taken = latest === null ? [] : seconds.filter((at) => firstIdOf(at) <= latest);
  const bounds = taken.map((at) => [at, firstIdOf(at), firstIdOf(at + 1)]);
  const columns = ['at', 'low', 'high'].map((name) => [name, 'bigint'] as const);
  const { rows } =
    taken.length === 0
      ? { rows: [] }
      : await sql<{ at: number; last: number | null }>`
          select at, (select max(id) from visits where id >= low and id < high) as last
          from ${rowsOf(capabilities, columns, bounds)} as given`.execute(db);
  const next = new Map(rows.map(({ at, last }) => [at, last === null ? firstIdOf(at) : last + 1]));
  return visits.map(({ at }) => {
    const id = next.get(at) ?? firstIdOf(at);
    next.set(at, id + 1);
    return id;
  });
}

async function lastIdBetween(db: Database, first: number, last: number): Promise<number | null> {
  const row = await db
    .selectFrom('visits')
    .select('id')
    .where('id', '>=', firstIdOf(first))
    .where('id', '<', firstIdOf(last + 1))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

async function insertVisits(
  db: Database,
  { capabilities }: Storage,
  visits: readonly Counted[],
): Promise<void> {
  if (capabilities.dialect === 'postgres') {
    const ids = visits.map(({ id }) => id);
    const kindIds = visits.map(({ kind }) => kind.id);
    await sql`insert into visits (id, kind_id)
      select * from unnest(${ids}::bigint[], ${kindIds}::bigint[])`.execute(db);
    return;
  }
  for (let at = 0; at < visits.length; at += CHUNK) {
    const part = visits.slice(at, at + CHUNK).flatMap(({ id, kind }) => [id, kind.id]);
    const places = new Array(part.length / 2).fill('(?,?)').join();
    await db.executeQuery(CompiledQuery.raw(`insert into visits (id, kind_id) values ${places}`, part));
  }
}

/** SQLSTATE of a row that no partition takes. */
function isMissingPartition(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '23514';
}
