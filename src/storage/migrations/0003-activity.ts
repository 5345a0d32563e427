import { type Kysely, sql } from 'kysely';
import { counted, filled, type IdType } from './columns.js';

/**
 * The log of visits. What visits have in common is stored once: labels (endpoint, agent, verdict and so on), and
 * kinds (a label and a User-Agent). A visit is then two numbers: its id, which begins with the second, so that the
 * order of ids is that of time; and its kind.
 */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await addKinds(db, id);
  const partitions = id === 'integer' ? sql`` : sql`partition by range (id)`;
  // In PostgreSQL one partition for each day, created by the writer: old ones are dropped and not emptied.
  await sql`create table visits (
    id ${sql.raw(id === 'integer' ? id : 'bigint')} primary key, kind_id bigint not null
  ) ${partitions}`.execute(db);
  await db.schema.createIndex('visits_kind').on('visits').columns(['kind_id', 'id']).execute();
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
