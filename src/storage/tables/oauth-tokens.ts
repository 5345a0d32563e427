/** The tables of tokens and codes. */

import { type CamelCase, camelCase, snakeCase } from '../columns.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** An access or refresh token. */
export interface OauthToken extends Omit<CamelCase<Tables['oauth_tokens']>, 'rotated'> {
  /** True for a refresh token that has been used. */
  readonly isRotated: boolean;
}

/** A token with the further data that authentication needs. */
interface TokenOwner extends OauthToken {
  readonly clientName: string;
  readonly clientLastUsed: number;
  readonly userName: string;
  readonly userRole: string;
}

export async function addTokens(db: Database, tokens: readonly OauthToken[]): Promise<void> {
  const rows = tokens.map(({ isRotated, ...token }) => ({ ...snakeCase(token), rotated: isRotated ? 1 : 0 }));
  await db.insertInto('oauth_tokens').values(rows).execute();
}

export async function findToken(db: Database, hash: string): Promise<OauthToken | undefined> {
  const row = await db.selectFrom('oauth_tokens').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row && toToken(row);
}

/** A token with its client and the account that approved it, both of which must be there. */
export async function findTokenOwner(db: Database, hash: string): Promise<TokenOwner | undefined> {
  const row = await db
    .selectFrom('oauth_tokens')
    .innerJoin('oauth_clients', 'oauth_clients.id', 'oauth_tokens.client_id')
    .innerJoin('users', 'users.id', 'oauth_tokens.user_id')
    .selectAll('oauth_tokens')
    .select(['oauth_clients.name as client_name', 'oauth_clients.last_used as client_last_used'])
    .select(['users.name as user_name', 'users.role as user_role'])
    .where('oauth_tokens.hash', '=', hash)
    .executeTakeFirst();
  return row && toToken(row);
}

/** Marks a refresh token as used and ends the access token that was issued with it. */
export async function rotateToken(db: Database, { hash, pair }: OauthToken, now: number): Promise<void> {
  await db
    .updateTable('oauth_tokens')
    .set({ rotated: 1, rotated_at: now })
    .where('hash', '=', hash)
    .execute();
  await db.deleteFrom('oauth_tokens').where('pair', '=', pair).where('kind', '=', 'access').execute();
}

/** Removes one token. */
export async function removeToken(db: Database, hash: string): Promise<void> {
  await db.deleteFrom('oauth_tokens').where('hash', '=', hash).execute();
}

/** Removes both tokens that were issued together. */
export async function removePair(db: Database, pair: string): Promise<void> {
  await db.deleteFrom('oauth_tokens').where('pair', '=', pair).execute();
}

/** Removes all tokens that descend from one authorization. */
export async function removeFamily(db: Database, family: string): Promise<void> {
  await db.deleteFrom('oauth_tokens').where('family', '=', family).execute();
}

/** Removes expired tokens. */
export async function deleteExpiredTokens(db: Database, now: number): Promise<void> {
  await db.deleteFrom('oauth_tokens').where('expires', '<=', now).execute();
}

function toToken<Row extends Tables['oauth_tokens']>({ rotated, ...row }: Row) {
  return { ...camelCase(row), isRotated: rotated === 1 };
}

const FIELDS = [
  'hash',
  'client_id',
  'user_id',
  'redirect_uri',
  'challenge',
  'scope',
  'resource',
  'expires',
] as const;

/** An authorization code. */
export type OauthCode = CamelCase<Pick<Tables['oauth_codes'], (typeof FIELDS)[number]>>;

/** @param forget time after which a used code need not be recognised any more */
export async function addCode(db: Database, code: OauthCode, forget: number): Promise<void> {
  await db
    .insertInto('oauth_codes')
    .values({ ...snakeCase(code), used: 0, forget })
    .execute();
}

/** Uses a code up: of several that try at once, one gets it. @returns undefined when it is unknown or used */
export async function burnCode(db: Database, hash: string): Promise<OauthCode | undefined> {
  const row = await db
    .updateTable('oauth_codes')
    .set({ used: 1 })
    .where('hash', '=', hash)
    .where('used', '=', 0)
    .returning(FIELDS)
    .executeTakeFirst();
  return row && camelCase(row);
}

/** A code, used or not. */
export async function findCode(db: Database, hash: string): Promise<OauthCode | undefined> {
  const row = await db.selectFrom('oauth_codes').select(FIELDS).where('hash', '=', hash).executeTakeFirst();
  return row && camelCase(row);
}

/** Removes expired codes. */
export async function deleteExpiredCodes(db: Database, now: number): Promise<void> {
  await db.deleteFrom('oauth_codes').where('forget', '<=', now).execute();
}

/** The token of the whole site, of which there is at most one. */
type SharedToken = CamelCase<Omit<Tables['shared_tokens'], 'id'>>;

/** The shared token with the account that created it. */
interface SharedTokenOwner extends SharedToken {
  readonly userName: string;
  readonly userRole: string;
}

/** Stores the token in place of the one before. */
export async function putSharedToken(
  db: Database,
  token: Pick<SharedToken, 'hash' | 'scope' | 'userId' | 'created'>,
): Promise<void> {
  const facts = { ...snakeCase(token), last_used: 0, last_user_agent: '' };
  await db
    .insertInto('shared_tokens')
    .values({ id: 1, ...facts })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(facts))
    .execute();
}

/** The token, if there is one and its account still exists. */
export async function findSharedToken(db: Database): Promise<SharedTokenOwner | undefined> {
  const row = await db
    .selectFrom('shared_tokens')
    .innerJoin('users', 'users.id', 'shared_tokens.user_id')
    .selectAll('shared_tokens')
    .select(['users.name as user_name', 'users.role as user_role'])
    .executeTakeFirst();
  return row && camelCase(row);
}

/** Stores the time of a use, unless a later one is stored. */
export async function touchSharedToken(
  db: Database,
  hash: string,
  { now, after, userAgent }: { readonly now: number; readonly after: number; readonly userAgent: string },
): Promise<void> {
  await db
    .updateTable('shared_tokens')
    .set({ last_used: now, last_user_agent: userAgent })
    .where('hash', '=', hash)
    .where('last_used', '<=', after)
    .execute();
}

/** Removes the token, if there is one. */
export async function removeSharedToken(db: Database): Promise<void> {
  await db.deleteFrom('shared_tokens').execute();
}
