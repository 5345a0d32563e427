/** The table of accounts. */

import type { Selectable } from 'kysely';
import { type CamelCase, camelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** An account with the hash of its password. */
type StoredUser = CamelCase<Selectable<Tables['users']>>;

/** An account. */
export type User = Omit<StoredUser, 'password'>;

/** How many accounts there are. */
export async function countUsers(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Every account, by name. */
export async function listUsers(db: Database): Promise<readonly User[]> {
  const rows = await db.selectFrom('users').selectAll().orderBy('name').execute();
  return rows.map(toUser);
}

/** @param name in any case */
export async function findUser(db: Database, name: string): Promise<StoredUser | undefined> {
  if (!canBeKept(name)) return undefined;
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where('name', '=', name.toLowerCase())
    .executeTakeFirst();
  return row && camelCase(row);
}

export async function userById(db: Database, id: number): Promise<User | undefined> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** @returns undefined when the name is taken */
export async function addUser(db: Database, user: Omit<StoredUser, 'id'>): Promise<number | undefined> {
  const row = await db
    .insertInto('users')
    .values({ ...snakeCase(user), name: user.name.toLowerCase() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** @returns false when there is no such account */
export async function setPassword(db: Database, name: string, password: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password })
    .where('name', '=', name.toLowerCase())
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes an account with its sessions. */
export async function removeUser(db: Database, name: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('name', '=', name.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

function toUser({ password: _, ...row }: Selectable<Tables['users']>): User {
  return camelCase(row);
}

/** Whether a text can stand in every database: PostgreSQL takes no NUL, and refuses the whole query. */
export function canBeKept(text: string): boolean {
  return !text.includes('\0');
}
