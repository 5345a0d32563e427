import { CompiledQuery, sql } from 'kysely';
import type { Capabilities, Database, Storage } from '../../../storage/port.js';
import type { Hit } from '../port.js';
import { dayOfId, firstIdOf, Kinds, kindKey, Partitions } from './kinds.js';
import { numbers, overRows } from './over-rows.js';

/** Key of the lock that writers of visits take in PostgreSQL. */
const LOCK = 7_340_033;
/** Up to so many seconds are all queried; of more it is worthwhile to find out first which ones have visits. */
const FEW = 8;

/** Many visits of few kinds: their common data is stored once. */
export interface HitGroups {
  /** One hit of each kind, whatever its time. */
  readonly kinds: readonly Hit[];
  /** Unix seconds of every visit. */
  readonly at: readonly number[];
  /** The kind of every visit: its index in `kinds`. */
  readonly of: readonly number[];
}

/** Writes lines of the log. */
export interface HitLog {
  /**
   * Writes lines, in any order of time, all of them or none.
   * @param also writes that must happen together with them
   */
  add(hits: readonly Hit[], also?: (db: Database) => Promise<void>): Promise<void>;
  /** Writes lines that are grouped by their common fields. */
  addGroups(groups: HitGroups, also?: (db: Database) => Promise<void>): Promise<void>;
}

/** Makes the writer of a database. Several may write to one database at the same time. */
export function createHitLog(storage: Storage): HitLog {
  const { capabilities } = storage;
  const kinds = new Kinds(capabilities);
  const partitions = new Partitions(capabilities);
  const insertVisits = visitInserter(capabilities);
  const freeIds = idFinder(capabilities);

  async function write(groups: HitGroups, also?: (db: Database) => Promise<void>): Promise<void> {
    const keys = groups.kinds.map(kindKey);
    const wanted = new Map(groups.kinds.map((hit, index) => [keys[index] as string, hit]));
    const { found, days } = await lightly(storage, async (db) => {
      const found = await kinds.find(db, wanted);
      const stored = keys.map((key) => found.get(key) as number);
      const ids = await freeIds(db, groups.at);
      const days = new Set(ids.map(dayOfId));
      await partitions.ensure(db, days);
      await insertVisits(db, { ids, kinds: groups.of.map((place) => stored[place] as number) });
      await also?.(db);
      return { found, days };
    });
    kinds.keep(found);
    partitions.keep(days);
  }

  async function addGroups(groups: HitGroups, also?: (db: Database) => Promise<void>): Promise<void> {
    if (groups.at.length === 0) {
      if (also !== undefined) await lightly(storage, also);
      return;
    }
    try {
      await write(groups, also);
    } catch (error) {
      // Another process may have dropped the partition of a day since it was last written to.
      if (!isMissingPartition(error)) throw error;
      partitions.forget();
      await write(groups, also);
    }
  }

  return { add: (hits, also) => addGroups(groupsOf(hits), also), addGroups };
}

function groupsOf(hits: readonly Hit[]): HitGroups {
  const places = new Map<string, number>();
  const kinds: Hit[] = [];
  const of = hits.map((hit) => {
    const key = kindKey(hit);
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, kinds.length);
    return kinds.push(hit) - 1;
  });
  return { kinds, at: hits.map(({ at }) => at), of };
}

/** Runs a task while no other process writes visits. */
export async function locked<T>(
  { db, capabilities }: Storage,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  // In SQLite a transaction excludes every other writer. In PostgreSQL writers of visits wait for each other; each
  // statement then sees the writes of the one before.
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

/** Runs a task that writes often and need not survive a crash of the machine, while no other process writes visits. */
async function lightly<T>(storage: Storage, work: (db: Database) => Promise<T>): Promise<T> {
  return storage.writeLightly?.(work) ?? locked(storage, work);
}

type IdFinder = (db: Database, times: readonly number[]) => Promise<readonly number[]>;

/** Ids of visits in their order: the next free ones of their seconds. */
function idFinder(capabilities: Capabilities): IdFinder {
  const lastIds = overRows<{ readonly at: number; readonly last: number | null }>(
    capabilities,
    numbers('at', 'low', 'high'),
    (given) => `select at, (select max(id) from visits where id >= low and id < high) as last from ${given}`,
  );
  return async (db, times) => {
    const seconds = [...new Set(times)].sort((a, b) => a - b);
    const asked = seconds.length <= FEW ? seconds : await usedSeconds(db, seconds);
    const bounds = asked.map((at) => [at, firstIdOf(at), firstIdOf(at + 1)]);
    const rows = bounds.length === 0 ? [] : await lastIds(db, bounds);
    const next = new Map(rows.map(({ at, last }) => [at, last === null ? firstIdOf(at) : last + 1]));
    return times.map((at) => {
      const id = next.get(at) ?? firstIdOf(at);
      next.set(at, id + 1);
      return id;
    });
  };
}

/** The seconds among many that have visits: mostly none, or only the first. */
async function usedSeconds(db: Database, seconds: readonly number[]): Promise<readonly number[]> {
  const latest = await lastIdBetween(db, seconds[0] ?? 0, seconds.at(-1) ?? 0);
  return latest === null ? [] : seconds.filter((at) => firstIdOf(at) <= latest);
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

/** The id of each visit, and that of its kind: two lists, since there may be very many. */
interface Visits {
  readonly ids: readonly number[];
  readonly kinds: readonly number[];
}

type VisitInserter = (db: Database, visits: Visits) => Promise<void>;

function visitInserter({ dialect }: Capabilities): VisitInserter {
  if (dialect === 'postgres') {
    return async (db, { ids, kinds }) => {
      await sql`insert into visits (id, kind_id)
        select * from unnest(${ids}::bigint[], ${kinds}::bigint[])`.execute(db);
    };
  }
  return async (db, { ids, kinds }) => {
    // One JSON object, written by hand: there may be thousands of visits, and SQLite need not parse each of them.
    const pairs = ids.map((id, index) => `"${id}":${kinds[index]}`).join();
    await db.executeQuery(CompiledQuery.raw(INSERT_VISITS, [`{${pairs}}`]));
  };
}

const INSERT_VISITS = 'insert into visits (id, kind_id) select cast(key as integer), value from json_each(?)';

/** SQLSTATE of a row without a partition. */
function isMissingPartition(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '23514';
}
