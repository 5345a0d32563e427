import type { ColumnDefinitionBuilder, Kysely } from 'kysely';

/** Answers of language models that were asked about the site, by run. */
export async function up(db: Kysely<unknown>, id: 'integer' | 'bigserial'): Promise<void> {
  const filled = (column: ColumnDefinitionBuilder) => column.notNull();
  await db.schema
    .createTable('citation_runs')
    // Unix seconds of its start: the name of the run.
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('completed', 'bigint', filled)
    .addColumn('checks', 'bigint', filled)
    .addColumn('capped', 'integer', filled)
    .execute();
  await db.schema
    .createTable('citation_checks')
    .addColumn('id', id, (column) =>
      id === 'integer' ? column.primaryKey().autoIncrement() : column.primaryKey(),
    )
    .addColumn('run_id', 'bigint', filled)
    .addColumn('checked_at', 'bigint', filled)
    .addColumn('brand', 'text', filled)
    .addColumn('provider', 'text', filled)
    .addColumn('model', 'text', filled)
    .addColumn('prompt_hash', 'text', filled)
    .addColumn('prompt', 'text', filled)
    .addColumn('mentioned', 'integer', filled)
    .addColumn('cited', 'integer', filled)
    .addColumn('position', 'integer', filled)
    .addColumn('competitors', 'text', filled)
    .addColumn('answer_excerpt', 'text', filled)
    .addColumn('sources', 'text', filled)
    .addColumn('error', 'text', filled)
    .execute();
  await db.schema
    .createIndex('citation_checks_run')
    .on('citation_checks')
    .columns(['run_id', 'id'])
    .execute();
}
