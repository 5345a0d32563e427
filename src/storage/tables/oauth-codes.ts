import type { Database } from '../port.js';
import type { OauthCodeRow } from '../rows/oauth.js';

/** An authorization code. */
export interface OauthCode {
  /** SHA-256, hexadecimal. */
  readonly hash: string;
  readonly clientId: string;
  readonly userId: number;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
  readonly resource: string;
  /** Unix seconds. */
  readonly expires: number;
}

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
    .returningAll()
    .executeTakeFirst();
  return row && toCode(row);
}

/** A code, used or not. */
export async function findCode(db: Database, hash: string): Promise<OauthCode | undefined> {
  const row = await db.selectFrom('oauth_codes').selectAll().where('hash', '=', hash).executeTakeFirst();
  return row && toCode(row);
}

/** Removes expired codes. */
export async function deleteExpiredCodes(db: Database, now: number): Promise<void> {
  await db.deleteFrom('oauth_codes').where('forget', '<=', now).execute();
}

function toCode(row: OauthCodeRow): OauthCode {
  return {
    hash: row.hash,
    clientId: row.client_id,
    userId: row.user_id,
    redirectUri: row.redirect_uri,
    challenge: row.challenge,
    scope: row.scope,
    resource: row.resource,
    expires: row.expires,
  };
}
