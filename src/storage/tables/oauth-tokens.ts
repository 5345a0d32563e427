import { type CamelCase, camelCase } from '../camel-case.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

/** An access or refresh token. */
export interface OauthToken extends Omit<CamelCase<Tables['oauth_tokens']>, 'rotated'> {
  /** True for a refresh token that has been used. */
  readonly isRotated: boolean;
}

/** A token with the further data that authentication needs. */
export interface TokenOwner extends OauthToken {
  readonly clientName: string;
  readonly clientLastUsed: number;
  readonly userName: string;
  readonly userRole: string;
}

export async function addTokens(db: Database, tokens: readonly OauthToken[]): Promise<void> {
  const rows = tokens.map(({ clientId, userId, isRotated, rotatedAt, ...same }) => ({
    ...same,
    client_id: clientId,
    user_id: userId,
    rotated: isRotated ? 1 : 0,
    rotated_at: rotatedAt,
  }));
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
