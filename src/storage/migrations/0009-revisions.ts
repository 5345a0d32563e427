import type { Kysely } from 'kysely';

/** The front matter and the file of a former body, so that all of it can be restored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['head', 'file']) {
    await db.schema
      .alterTable('revisions')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
}
