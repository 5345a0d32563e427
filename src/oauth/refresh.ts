import { isSameSecret, secretHash } from '../accounts/secret.js';
import type { Storage } from '../storage/port.js';
import { findToken, rotateToken } from '../storage/tables/oauth-tokens.js';
import { isSameResource } from './resource.js';
import { endGrant, issueTokens, refusedToken, type TokenAnswer } from './token-answer.js';

/** What a client sends to refresh. */
export interface RefreshRequest {
  readonly refreshToken: string;
  /** Empty: not said. */
  readonly clientId: string;
  readonly resources: readonly string[];
}

/**
 * Gives a new pair of tokens for a refresh token, which dies with its access token. All of it is one transaction: of
 * several that refresh at once one gets the pair. A token that has been used before ends its grant.
 * @param now Unix seconds
 * @see spec section 3; reference/abilities-and-oauth.md section 7.7
 */
export function refresh(
  { write }: Storage,
  { refreshToken, clientId, resources }: RefreshRequest,
  now: number,
): Promise<TokenAnswer> {
  const hash = secretHash(refreshToken);
  return write(async (db) => {
    const token = await findToken(db, hash);
    if (token === undefined || token.kind !== 'refresh' || token.expires <= now) {
      return refusedToken('invalid_grant', 'The refresh token is unknown, revoked or expired.');
    }
    if (token.isRotated) {
      await endGrant(db, token);
      return refusedToken(
        'invalid_grant',
        'The refresh token has been used before: the connection has ended.',
      );
    }
    if (clientId !== '' && !isSameSecret(clientId, token.clientId)) {
      return refusedToken('invalid_grant', 'The refresh token was given to another client.');
    }
    if (!resources.every((one) => isSameResource(one, token.resource))) {
      return refusedToken('invalid_target', 'The refresh token is good for another resource.');
    }
    await rotateToken(db, token);
    return issueTokens(db, token, now);
  });
}
