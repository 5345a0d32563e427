import { type Kysely, sql } from 'kysely';

/** The position up to which referrals have been counted: an access log that is read again does not count them twice. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('log_files')
    .addColumn('counted', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update log_files set counted = position`.execute(db);
}
