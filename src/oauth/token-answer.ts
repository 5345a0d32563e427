import { secretHash } from '../accounts/secret.js';
import type { Database } from '../storage/port.js';
import { removeCodes } from '../storage/tables/oauth-codes.js';
import { addTokens, type OauthToken, removeTokens, tidyTokens } from '../storage/tables/oauth-tokens.js';
import { ACCESS_LIFETIME, newToken, REFRESH_LIFETIME } from './secrets.js';

/** Errors of the token endpoint (RFC 6749 section 5.2; RFC 8707 section 2). */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target';

/** Two tokens, or why there are none. */
export type TokenAnswer =
  | { readonly kind: 'issued'; readonly access: string; readonly refresh: string; readonly scope: string }
  | { readonly kind: 'refused'; readonly error: TokenError; readonly description: string };

/** What tokens are issued for. */
export type Granted = Pick<OauthToken, 'clientId' | 'userId' | 'scope' | 'resource'>;

/** Issues an access and a refresh token that belong together, and forgets those that have expired. */
export async function issueTokens(db: Database, granted: Granted, now: number): Promise<TokenAnswer> {
  const { clientId, userId, scope, resource } = granted;
  const [access, refresh] = [newToken('access'), newToken('refresh')];
  const both = { pair: secretHash(refresh), clientId, userId, scope, resource, isRotated: false };
  await tidyTokens(db, now);
  await addTokens(db, [
    { ...both, hash: secretHash(access), kind: 'access', expires: now + ACCESS_LIFETIME },
    { ...both, hash: secretHash(refresh), kind: 'refresh', expires: now + REFRESH_LIFETIME },
  ]);
  return { kind: 'issued', access, refresh, scope };
}

/**
 * Ends the codes and tokens that a client has by the approval of an account, because one of them was used twice: one
 * of the two users has stolen it, and nobody can tell which. Registration and approval stay.
 * @see design section 11; RFC 9700 section 4.14
 */
export async function endGrant(
  db: Database,
  { clientId, userId }: Pick<Granted, 'clientId' | 'userId'>,
): Promise<void> {
  await removeTokens(db, clientId, userId);
  await removeCodes(db, clientId, userId);
}

/** An answer without tokens. */
export function refusedToken(error: TokenError, description: string): TokenAnswer {
  return { kind: 'refused', error, description };
}
