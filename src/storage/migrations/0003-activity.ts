import { type Kysely, sql } from 'kysely';
import { counted, filled, type IdType, key } from './columns.js';

/** Seconds of a day times 2^20. */
const IDS_PER_DAY = 90_596_966_400;

/**
 * The log of visits. What visits have in common is stored once: labels (endpoint, agent, verdict and so on), and
 * kinds (a label and a User-Agent). A visit is then two numbers: its id, which begins with the second, so that the
 * order of ids is that of time; and its kind. Next to them are counts by day, from which totals, charts and lists of
 * values are computed.
 */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await addKinds(db, id);
  await (id === 'integer' ? sqliteVisits(db) : postgresVisits(db));
  await addCounts(db, id);
  await addFlagged(db, id);
}

async function addKinds(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('visit_labels')
    .addColumn('id', id, counted(id))
    .addColumn('endpoint', 'text', filled)
    .addColumn('agent', 'text', filled)
    .addColumn('network', 'text', filled)
    .addColumn('verdict', 'integer', filled)
    .addColumn('signer', 'text', filled)
    .addColumn('refused', 'integer', filled)
    .addUniqueConstraint('visit_labels_all', ['endpoint', 'agent', 'network', 'verdict', 'signer', 'refused'])
    .execute();
  await db.schema
    .createTable('visit_kinds')
    .addColumn('id', id, counted(id))
    .addColumn('label_id', 'bigint', filled)
    .addColumn('ua', 'text', filled)
    .addUniqueConstraint('visit_kinds_all', ['label_id', 'ua'])
    .execute();
}

async function sqliteVisits(db: Kysely<unknown>): Promise<void> {
  await sql`create table visits (id integer primary key, kind_id integer not null)`.execute(db);
  // By day: visits come in the order of time, and an index that all of them update at random places is slow to write.
  await sql`create index visits_kind on visits (id / ${sql.raw(String(IDS_PER_DAY))}, kind_id)`.execute(db);
}

/** One partition for each day, created by the writer: old ones are dropped and not emptied. */
async function postgresVisits(db: Kysely<unknown>): Promise<void> {
  await sql`create table visits (
    id bigint primary key, kind_id bigint not null
  ) partition by range (id)`.execute(db);
  await sql`create index visits_kind on visits (kind_id, id)`.execute(db);
}

async function addCounts(db: Kysely<unknown>, id: IdType): Promise<void> {
  const compact = id === 'integer' ? sql`without rowid` : sql``;
  await db.schema
    .createTable('visit_days')
    .addColumn('day', 'integer', key)
    .addColumn('hits', 'bigint', filled)
    .execute();
  await db.schema
    .createTable('visit_label_days')
    .addColumn('day', 'integer', filled)
    .addColumn('label_id', 'bigint', filled)
    .addColumn('hits', 'bigint', filled)
    .addPrimaryKeyConstraint('visit_label_days_all', ['day', 'label_id'])
    .modifyEnd(compact)
    .execute();
  await db.schema
    .createTable('visit_kind_days')
    .addColumn('day', 'integer', filled)
    .addColumn('kind_id', 'bigint', filled)
    .addColumn('hits', 'bigint', filled)
    .addColumn('first_at', 'bigint', filled)
    .addColumn('last_at', 'bigint', filled)
    // Written by day in the one, where the order of the table matters; read by kind in the other.
    .addPrimaryKeyConstraint(
      'visit_kind_days_all',
      id === 'integer' ? ['day', 'kind_id'] : ['kind_id', 'day'],
    )
    .modifyEnd(compact)
    .execute();
}

/** Addresses of flagged clients, only while the owner keeps them. */
async function addFlagged(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('flagged_addresses')
    .addColumn('id', id, counted(id))
    .addColumn('client', 'text', filled)
    .addColumn('address', 'text', filled)
    .addColumn('hits', 'bigint', filled)
    .addColumn('first_at', 'bigint', filled)
    .addColumn('last_at', 'bigint', filled)
    .addUniqueConstraint('flagged_addresses_all', ['client', 'address'])
    .execute();
}
