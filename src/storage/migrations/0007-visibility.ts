import type { Kysely } from 'kysely';
import { counted, filled, type IdType, key } from './columns.js';

/** Answers of language models that were asked about the site, by run. */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('citation_runs')
    // Unix seconds of its start: the name of the run.
    .addColumn('id', 'bigint', key)
    .addColumn('completed', 'bigint', filled)
    .addColumn('checks', 'bigint', filled)
    .addColumn('capped', 'integer', filled)
    .execute();
  await db.schema
    .createTable('citation_checks')
    .addColumn('id', id, counted(id))
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
