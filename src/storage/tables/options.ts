import { sql } from 'kysely';
import type { Database } from '../port.js';

/** A stored value with its version number. */
interface StoredOption {
  readonly value: unknown;
  readonly version: number;
}

/** The value under a name; undefined when there is none. */
export async function readOption(db: Database, name: string): Promise<StoredOption | undefined> {
  const row = await db
    .selectFrom('options')
    .select(['value', 'version'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { value: JSON.parse(row.value) as unknown, version: row.version };
}

/** Stores a JSON value under a name. */
export async function writeOption(db: Database, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('options')
    .values({ name, value: text, version: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: text, version: sql<number>`options.version + 1` }),
    )
    .execute();
}

/**
 * Stores a value unless there is one, and returns the stored one: when several processes create a secret
 * at once, all use the same.
 */
export async function ensureOption(db: Database, name: string, value: unknown): Promise<unknown> {
  await db
    .insertInto('options')
    .values({ name, value: JSON.stringify(value), version: 1 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readOption(db, name))?.value;
}

/** Removes the value under a name. */
export async function removeOption(db: Database, name: string): Promise<void> {
  await db.deleteFrom('options').where('name', '=', name).execute();
}
