import type { Kysely } from 'kysely';

/** Removes the counts by day and the order of the index that earlier versions had. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['visit_days', 'visit_label_days', 'visit_kind_days']) {
    await db.schema.dropTable(table).ifExists().execute();
  }
  await db.schema.dropIndex('visits_kind').execute();
  await db.schema.createIndex('visits_kind').on('visits').columns(['kind_id', 'id']).execute();
}
