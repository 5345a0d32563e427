import type { Kysely } from 'kysely';

/** Readers whom assistants send, and how far log files have been read. */
export async function up(db: Kysely<unknown>, id: 'integer' | 'bigserial'): Promise<void> {
  const autoId = (column: import('kysely').ColumnDefinitionBuilder) =>
    id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey();
  await db.schema
    .createTable('referrals')
    .addColumn('id', id, autoId)
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('referrals_tally', ['day', 'source', 'path'])
    .execute();
  await db.schema
    .createTable('unknown_sources')
    .addColumn('id', id, autoId)
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('token', 'text', (column) => column.notNull())
    .addColumn('hits', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('unknown_sources_tally', ['day', 'kind', 'token'])
    .execute();
  await db.schema
    .createTable('log_files')
    .addColumn('id', id, autoId)
    .addColumn('opening', 'text', (column) => column.notNull())
    .addColumn('head', 'text', (column) => column.notNull())
    .addColumn('head_bytes', 'bigint', (column) => column.notNull())
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('log_files_head', ['opening', 'head', 'head_bytes'])
    .execute();
}
