import type { Kysely } from 'kysely';

/** What stood before a former body in its file, and which file that was: so that all of it can be brought back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ['head', 'file']) {
    await db.schema
      .alterTable('revisions')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  }
}
