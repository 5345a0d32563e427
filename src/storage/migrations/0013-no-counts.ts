import type { Kysely } from 'kysely';

/** Counts by day and an index, which earlier versions kept beside the visits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['visit_days', 'visit_label_days', 'visit_kind_days']) {
    await db.schema.dropTable(table).ifExists().execute();
  }
  await db.schema.dropIndex('visits_kind').ifExists().execute();
}
