import type { Kysely } from 'kysely';
import { filled, key } from './columns.js';

/** The counts of callers within the windows of their limits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_counts')
    .addColumn('key', 'text', key)
    .addColumn('ends', 'bigint', filled)
    .addColumn('count', 'bigint', filled)
    .execute();
  await db.schema.createIndex('rate_counts_ends').on('rate_counts').column('ends').execute();
}
