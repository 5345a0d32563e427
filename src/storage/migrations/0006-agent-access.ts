import type { Kysely } from 'kysely';

/** Who used which ability through which credential, and who was refused. */
export async function up(db: Kysely<unknown>, id: 'integer' | 'bigserial'): Promise<void> {
  await db.schema
    .createTable('agent_access')
    .addColumn('id', id, (column) =>
      id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('cred', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addColumn('first_at', 'bigint', (column) => column.notNull())
    .addColumn('last_at', 'bigint', (column) => column.notNull())
    .addColumn('seen', 'integer', (column) => column.notNull())
    .addUniqueConstraint('agent_access_rollup', ['kind', 'user_id', 'cred', 'subject'])
    .execute();
  await db.schema.createIndex('agent_access_last').on('agent_access').columns(['last_at', 'id']).execute();
}
