import type { Database } from '../../storage/port.js';
import { addTokens, type OauthToken, tidyTokens } from '../../storage/tables/oauth-tokens.js';
import { secretHash } from '../accounts/secret.js';
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
export type Granted = Pick<OauthToken, 'family' | 'clientId' | 'userId' | 'scope' | 'resource'>;

/** Issues an access and a refresh token that belong together, and forgets those that have expired. */
export async function issueTokens(db: Database, granted: Granted, now: number): Promise<TokenAnswer> {
  const { family, clientId, userId, scope, resource } = granted;
  const [access, refresh] = [newToken('access'), newToken('refresh')];
  const both = {
    ...{ pair: secretHash(refresh), family, clientId, userId, scope, resource },
    ...{ isRotated: false, rotatedAt: 0 },
  };
  await tidyTokens(db, now);
  await addTokens(db, [
    { ...both, hash: secretHash(access), kind: 'access', expires: now + ACCESS_LIFETIME },
    { ...both, hash: secretHash(refresh), kind: 'refresh', expires: now + REFRESH_LIFETIME },
  ]);
  return { kind: 'issued', access, refresh, scope };
}

/** An answer without tokens. */
export function refusedToken(error: TokenError, description: string): TokenAnswer {
  return { kind: 'refused', error, description };
}

/** For a client that is not known (any more): it has to register anew (RFC 6749 section 5.2). */
export function unknownClient(): TokenAnswer {
  return refusedToken(
    'invalid_client',
    'No client of this client_id is registered here (any more). Register anew.',
  );
}
