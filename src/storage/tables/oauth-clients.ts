/** The table of the authorization server's clients. */

import { type CamelCase, camelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';
import { canBeKept } from './users.js';

const FIELDS = [
  'id',
  'name',
  'redirect_uris',
  'created',
  'fresh_until',
  'approved',
  'scope',
  'last_used',
] as const;

type ClientRow = Pick<Tables['oauth_clients'], (typeof FIELDS)[number]>;

/** A client of the authorization server. */
export interface OauthClient extends Omit<CamelCase<ClientRow>, 'redirectUris'> {
  readonly redirectUris: readonly string[];
}

type NewClient = Pick<OauthClient, 'id' | 'name' | 'redirectUris' | 'created' | 'freshUntil'>;

/** Adds a client; an existing one is updated and keeps its place and its approval. */
export async function putClient(db: Database, client: NewClient): Promise<void> {
  const { id, redirectUris, ...facts } = client;
  const row = { ...snakeCase(facts), redirect_uris: JSON.stringify(redirectUris) };
  await db
    .insertInto('oauth_clients')
    .values({ id, ...row, approved: 0, approved_by: 0, scope: '', last_used: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function findClient(db: Database, id: string): Promise<OauthClient | undefined> {
  if (!canBeKept(id)) return undefined;
  const row = await db.selectFrom('oauth_clients').select(FIELDS).where('id', '=', id).executeTakeFirst();
  return row && toClient(row);
}

/** Approved clients, in the order of their registration. */
export async function approvedClients(db: Database): Promise<readonly OauthClient[]> {
  const rows = await db
    .selectFrom('oauth_clients')
    .select(FIELDS)
    .where('approved', '>', 0)
    .orderBy('place')
    .execute();
  return rows.map(toClient);
}

/** Stores an approval over the one before. @returns false when there is no such client (any more) */
export async function approveClient(
  db: Database,
  id: string,
  { scope, userId, now }: { readonly scope: string; readonly userId: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_clients')
    .set({ approved: now, approved_by: userId, scope })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the time of a use, unless a later one is stored. */
export async function touchClient(db: Database, id: string, now: number, after: number): Promise<void> {
  await db
    .updateTable('oauth_clients')
    .set({ last_used: now })
    .where('id', '=', id)
    .where('last_used', '<=', after)
    .execute();
}

/** Removes a client with its codes and tokens. @returns false when there was none */
export async function removeClient(db: Database, id: string): Promise<boolean> {
  if (!canBeKept(id)) return false;
  const { numDeletedRows } = await db.deleteFrom('oauth_clients').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The number of unapproved clients. */
export async function countUnapproved(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('oauth_clients')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('approved', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Removes unapproved clients that were created before a time. */
export async function removeUnapproved(db: Database, before: number): Promise<void> {
  await db.deleteFrom('oauth_clients').where('approved', '=', 0).where('created', '<', before).execute();
}

/** Removes unapproved clients, except for the newest ones. */
export async function trimUnapproved(db: Database, keep: number): Promise<void> {
  const newest = db
    .selectFrom('oauth_clients')
    .select('place')
    .where('approved', '=', 0)
    .orderBy('place', 'desc')
    .limit(keep);
  await db.deleteFrom('oauth_clients').where('approved', '=', 0).where('place', 'not in', newest).execute();
}

function toClient(row: ClientRow): OauthClient {
  return { ...camelCase(row), redirectUris: JSON.parse(row.redirect_uris) as readonly string[] };
}
