import { type CamelCase, camelCase } from '../camel-case.js';
import type { Database } from '../port.js';
import type { Tables } from '../schema.js';

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
  const { hash, challenge, scope, resource, expires } = code;
  await db
    .insertInto('oauth_codes')
    .values({
      hash,
      client_id: code.clientId,
      user_id: code.userId,
      redirect_uri: code.redirectUri,
      challenge,
      scope,
      resource,
      used: 0,
      expires,
      forget,
    })
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
