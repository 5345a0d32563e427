import type { Database } from '../../storage/port.js';
import { addTokens, deleteExpiredTokens, type OauthToken } from '../../storage/tables/oauth-tokens.js';
import { secretHash } from '../accounts/secret.js';
import { ACCESS_LIFETIME, newToken, REFRESH_LIFETIME } from './secrets.js';

/** Errors of the token endpoint (RFC 6749 section 5.2; RFC 8707 section 2). */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target';

/** Two tokens, or the reason why none were issued. */
export type TokenAnswer =
  | { readonly kind: 'issued'; readonly access: string; readonly refresh: string; readonly scope: string }
  | { readonly kind: 'refused'; readonly error: TokenError; readonly description: string };

/** The grant that tokens are issued for. */
export type Granted = Pick<OauthToken, 'family' | 'clientId' | 'userId' | 'scope' | 'resource'>;

/** Issues an access token with its refresh token, and removes expired tokens. */
export async function issueTokens(db: Database, granted: Granted, now: number): Promise<TokenAnswer> {
  const { family, clientId, userId, scope, resource } = granted;
  const [access, refresh] = [newToken('access'), newToken('refresh')];
  const both = {
    ...{ pair: secretHash(refresh), family, clientId, userId, scope, resource },
    ...{ isRotated: false, rotatedAt: 0 },
  };
  await deleteExpiredTokens(db, now);
  await addTokens(db, [
    { ...both, hash: secretHash(access), kind: 'access', expires: now + ACCESS_LIFETIME },
    { ...both, hash: secretHash(refresh), kind: 'refresh', expires: now + REFRESH_LIFETIME },
  ]);
  return { kind: 'issued', access, refresh, scope };
}

/** Returns a refusal. */
export function refusedToken(error: TokenError, description: string): TokenAnswer {
  return { kind: 'refused', error, description };
}

/** Returns the refusal of an unknown or removed client, which has to register again (RFC 6749 section 5.2). */
export function unknownClient(): TokenAnswer {
  return refusedToken('invalid_client', "This client_id isn't registered here. Register again.");
}
