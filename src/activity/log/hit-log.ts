import { CompiledQuery, sql } from 'kysely';
import type { Database, Storage } from '../../storage/port.js';
import type { Hit } from '../port.js';
import { addCounts } from './counts.js';
import { type Kind, Kinds, kindKey } from './kinds.js';
import { Partitions } from './partitions.js';
import { rowsOf } from './rows-of.js';
import { dayOfId, firstIdOf, timeOf } from './visit-id.js';

/** The longest texts of a line (reference/admin-api.md section 3.1). */
const LENGTHS = { endpoint: 64, agent: 64, ua: 255, network: 128, signer: 64 } as const;
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
    const wanted = new Map(hits.map((hit) => [kindKey(hit), hit]));
    const { found, days } = await locked(storage, async (db) => {
      const found = await kinds.find(db, wanted);
      const visits = hits.map((hit) => ({ at: hit.at, kind: found.get(kindKey(hit)) as Kind }));
      const ids = await freeIds(db, storage, visits);
      const days = new Set(ids.map(dayOfId));
      await partitions.ensure(db, days);
      await insertVisits(db, storage, ids, visits);
      const counted = visits.map(({ kind }, index) => ({ at: timeOf(ids[index] ?? 0), kind }));
      await addCounts(db, capabilities, counted);
      await also?.(db);
      return { found, days };
    });
    kinds.keep(found);
    partitions.keep(days);
  }

  return {
    async add(given, also) {
      const hits = given.map(tidy);
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
  const seconds = [...new Set(visits.map(({ at }) => at))];
  const bounds = seconds.map((at) => [at, firstIdOf(at), firstIdOf(at + 1)]);
  const columns = ['at', 'low', 'high'].map((name) => [name, 'bigint'] as const);
  const { rows } = await sql<{ at: number; last: number | null }>`
    select at, (select max(id) from visits where id >= low and id < high) as last
    from ${rowsOf(capabilities, columns, bounds)} as given`.execute(db);
  const next = new Map(rows.map(({ at, last }) => [at, last === null ? firstIdOf(at) : last + 1]));
  return visits.map(({ at }) => {
    const id = next.get(at) ?? firstIdOf(at);
    next.set(at, id + 1);
    return id;
  });
}

async function insertVisits(
  db: Database,
  { capabilities }: Storage,
  ids: readonly number[],
  visits: readonly { readonly kind: Kind }[],
): Promise<void> {
  const kindIds = visits.map(({ kind }) => kind.id);
  if (capabilities.dialect === 'postgres') {
    await sql`insert into visits (id, kind_id)
      select * from unnest(${[...ids]}::bigint[], ${kindIds}::bigint[])`.execute(db);
    return;
  }
  for (let at = 0; at < ids.length; at += CHUNK) {
    const part = ids.slice(at, at + CHUNK).flatMap((id, index) => [id, kindIds[at + index] ?? 0]);
    const places = new Array(part.length / 2).fill('(?,?)').join();
    await db.executeQuery(CompiledQuery.raw(`insert into visits (id, kind_id) values ${places}`, part));
  }
}

const UNSTORABLE = /[\u0000\p{Cs}]/u;

/** PostgreSQL takes no NUL in texts, and no database half a character. */
function tidy(hit: Hit): Hit {
  const cut = (name: keyof typeof LENGTHS) => {
    const text = hit[name];
    const short = text.length > LENGTHS[name] ? text.slice(0, LENGTHS[name]) : text;
    return UNSTORABLE.test(short) ? short.replace(/[\u0000\p{Cs}]/gu, '\ufffd') : short;
  };
  return {
    ...hit,
    endpoint: cut('endpoint'),
    agent: cut('agent'),
    ua: cut('ua'),
    network: cut('network'),
    signer: cut('signer'),
  };
}

/** SQLSTATE of a row that no partition takes. */
function isMissingPartition(error: unknown): boolean {
  return (error as { readonly code?: unknown }).code === '23514';
}
