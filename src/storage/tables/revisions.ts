/** The table of former versions of entries. */

import type { Selectable } from 'kysely';
import { type CamelCase, camelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** A former body of an entry with its front matter: head and body together are the file as it was. */
export type Revision = CamelCase<Selectable<Tables['revisions']>>;

/** Stores a body before it is replaced. Returns id of the revision. */
export async function addRevision(db: Database, revision: Omit<Revision, 'id'>): Promise<number> {
  const { id } = await db
    .insertInto('revisions')
    .values(snakeCase(revision))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Removes revisions of an entry that are neither among its latest nor young. Both have to hold: many writes within an
 * hour never push out an older body.
 * @param keep the latest that stay, from 1
 * @param before Unix seconds; younger ones stay too
 */
export async function pruneRevisions(
  db: Database,
  postId: number,
  { keep, before }: { readonly keep: number; readonly before: number },
): Promise<void> {
  await db
    .deleteFrom('revisions')
    .where('post_id', '=', postId)
    .where('created', '<', before)
    .where('id', 'not in', (latest) =>
      latest
        .selectFrom('revisions')
        .select('id')
        .where('post_id', '=', postId)
        .orderBy('id', 'desc')
        .limit(keep),
    )
    .execute();
}

/**
 * The pages without a young revision, each with the file of its latest one.
 * @param before Unix seconds
 */
export async function restingPages(
  db: Database,
  before: number,
): Promise<readonly Pick<Revision, 'postId' | 'file'>[]> {
  const rows = await db
    .selectFrom('revisions')
    .select(['post_id', 'file'])
    .where('id', 'in', (latest) =>
      latest
        .selectFrom('revisions')
        .select(({ fn }) => fn.max('id').as('id'))
        .groupBy('post_id')
        .having(({ fn }) => fn.max('created'), '<', before),
    )
    .execute();
  return rows.map(camelCase);
}

/**
 * Removes the revisions of a page.
 * @param before Unix seconds; younger ones stay
 */
export async function removeRevisions(db: Database, postId: number, before: number): Promise<void> {
  await db.deleteFrom('revisions').where('post_id', '=', postId).where('created', '<', before).execute();
}

/** A revision by its id. */
export async function findRevision(db: Database, id: number): Promise<Revision | undefined> {
  const row = await db.selectFrom('revisions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && camelCase(row);
}

/** The latest revisions of an entry, the latest first. */
export async function revisionsOf(db: Database, postId: number, limit: number): Promise<readonly Revision[]> {
  const rows = await db
    .selectFrom('revisions')
    .selectAll()
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(camelCase);
}
