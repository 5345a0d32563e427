import type { Kysely } from 'kysely';
import { counted, filled, type IdType } from './columns.js';

/** Readers that assistants send, and how far log files have been read. */
export async function up(db: Kysely<unknown>, id: IdType): Promise<void> {
  await db.schema
    .createTable('referrals')
    .addColumn('id', id, counted(id))
    .addColumn('day', 'text', filled)
    .addColumn('source', 'text', filled)
    .addColumn('path', 'text', filled)
    .addColumn('hits', 'bigint', filled)
    .addUniqueConstraint('referrals_tally', ['day', 'source', 'path'])
    .execute();
  await db.schema
    .createTable('unknown_sources')
    .addColumn('id', id, counted(id))
    .addColumn('day', 'text', filled)
    .addColumn('kind', 'text', filled)
    .addColumn('token', 'text', filled)
    .addColumn('hits', 'bigint', filled)
    .addUniqueConstraint('unknown_sources_tally', ['day', 'kind', 'token'])
    .execute();
  await db.schema
    .createTable('log_files')
    .addColumn('id', id, counted(id))
    .addColumn('opening', 'text', filled)
    .addColumn('head', 'text', filled)
    .addColumn('head_bytes', 'bigint', filled)
    .addColumn('position', 'bigint', filled)
    .addColumn('updated', 'bigint', filled)
    .addUniqueConstraint('log_files_head', ['opening', 'head', 'head_bytes'])
    .execute();
}
