import type { Storage } from '../../storage/port.js';
import { findToken, removePair, removeToken } from '../../storage/tables/oauth-tokens.js';
import { isSameSecret, secretHash } from '../accounts/secret.js';

/**
 * Revokes a token at the request of its client: an access token alone, a refresh token with its access token. Unknown
 * tokens count as revoked.
 * @param clientId empty when not given
 * @returns false, without any change, when the token belongs to another client
 * @see RFC 7009 section 2
 */
export function revokeToken(
  { write }: Storage,
  { token, clientId }: { readonly token: string; readonly clientId: string },
): Promise<boolean> {
  const hash = secretHash(token);
  return write(async (db) => {
    const found = await findToken(db, hash);
    if (found === undefined) return true;
    if (clientId !== '' && !isSameSecret(clientId, found.clientId)) return false;
    // A used refresh token stays stored, so that its reuse is still detected.
    if (found.kind === 'refresh' && !found.isRotated) await removePair(db, found.pair);
    else if (found.kind === 'access') await removeToken(db, hash);
    return true;
  });
}
