import { type Kysely, sql } from 'kysely';

type Id = 'integer' | 'bigserial';

/** Seconds of a day times 2^20. */
const IDS_PER_DAY = 90_596_966_400;

/**
 * The log of visits. What visits have in common is stored once: labels (endpoint, agent, verdict and so on), and
 * kinds (a label and a User-Agent). A visit is then two numbers: its id, which begins with the second, so that the
 * order of ids is that of time; and its kind. Beside it stand counts by day, of which totals, charts and lists of
 * values are made.
 */
export async function up(db: Kysely<unknown>, id: Id): Promise<void> {
  await addKinds(db, id);
  await (id === 'integer' ? sqliteVisits(db) : postgresVisits(db));
  await addCounts(db, id);
  await addFlagged(db, id);
}

async function addKinds(db: Kysely<unknown>, id: Id): Promise<void> {
  await db.schema
    .createTable('visit_labels')
    .addColumn('id', id, (column) => autoId(column, id))
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('agent', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('verdict', 'integer', (column) => column.notNull())
    .addColumn('signer', 'text', (column) => column.notNull())
    .addColumn('refused', 'integer', (column) => column.notNull())
    .addUniqueConstraint('visit_labels_all', ['endpoint', 'agent', 'network', 'verdict', 'signer', 'refused'])
    .execute();
  await db.schema
    .createTable('visit_kinds')
    .addColumn('id', id, (column) => autoId(column, id))
    .addColumn('label_id', 'bigint', (column) => column.notNull())
    .addColumn('ua', 'text', (column) => column.notNull())
    .addUniqueConstraint('visit_kinds_all', ['label_id', 'ua'])
    .execute();
}

async function sqliteVisits(db: Kysely<unknown>): Promise<void> {
  await sql`create table visits (id integer primary key, kind_id integer not null)`.execute(db);
  // By day: visits come in the order of time, and an index that all of them reach into everywhere is slow to write.
  await sql`create index visits_kind on visits (id / ${sql.raw(String(IDS_PER_DAY))}, kind_id)`.execute(db);
}

/** One partition for each day, made by whoever writes: old ones are dropped and not emptied. */
async function postgresVisits(db: Kysely<unknown>): Promise<void> {
  await sql`create table visits (
    id bigint primary key, kind_id bigint not null
  ) partition by range (id)`.execute(db);
  await sql`create index visits_kind on visits (kind_id, id)`.execute(db);
}

async function addCounts(db: Kysely<unknown>, id: Id): Promise<void> {
  const compact = id === 'integer' ? sql`without rowid` : sql``;
  await db.schema
    .createTable('visit_days')
    .addColumn('day', 'integer', (column) => column.primaryKey())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('visit_label_days')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('label_id', 'bigint', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('visit_label_days_all', ['day', 'label_id'])
    .modifyEnd(compact)
    .execute();
  await db.schema
    .createTable('visit_kind_days')
    .addColumn('day', 'integer', (column) => column.notNull())
    .addColumn('kind_id', 'bigint', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    // Written by day in the one, where the order of the table matters; read by kind in the other.
    .addPrimaryKeyConstraint(
      'visit_kind_days_all',
      id === 'integer' ? ['day', 'kind_id'] : ['kind_id', 'day'],
    )
    .modifyEnd(compact)
    .execute();
}

/** Addresses of flagged clients, only while the owner wishes to keep them. */
async function addFlagged(db: Kysely<unknown>, id: Id): Promise<void> {
  await db.schema
    .createTable('flagged_addresses')
    .addColumn('id', id, (column) => autoId(column, id))
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('flagged_addresses_all', ['client', 'address'])
    .execute();
}

function autoId(
  column: import('kysely').ColumnDefinitionBuilder,
  id: Id,
): import('kysely').ColumnDefinitionBuilder {
  return id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey();
}
