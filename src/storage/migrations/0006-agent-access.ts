import type { Kysely } from 'kysely';
import { counted, filled, type IdType } from './columns.js';

/** Uses and refusals of abilities by account and credential. */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('agent_access')
    .addColumn('id', id, counted(id))
    .addColumn('kind', 'text', filled)
    .addColumn('user_id', 'bigint', filled)
    .addColumn('cred', 'text', filled)
    .addColumn('subject', 'text', filled)
    .addColumn('detail', 'text', filled)
    .addColumn('hits', 'bigint', filled)
    .addColumn('first_at', 'bigint', filled)
    .addColumn('last_at', 'bigint', filled)
    .addColumn('seen', 'integer', filled)
    .addUniqueConstraint('agent_access_rollup', ['kind', 'user_id', 'cred', 'subject'])
    .execute();
  await db.schema.createIndex('agent_access_last').on('agent_access').columns(['last_at', 'id']).execute();
}
