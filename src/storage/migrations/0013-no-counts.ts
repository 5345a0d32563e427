import type { Kysely } from 'kysely';

/** Removes tables of earlier versions that repeated others, and the former order of an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of [
    'visit_days',
    'visit_label_days',
    'visit_kind_days',
    'verdict_flags',
    'verdict_images',
  ]) {
    await db.schema.dropTable(table).ifExists().execute();
  }
  await db.schema.dropIndex('visits_kind').execute();
  await db.schema.createIndex('visits_kind').on('visits').columns(['kind_id', 'id']).execute();
}
