import type { Database, Storage } from '../../storage/port.js';
import { findClient } from '../../storage/tables/oauth-clients.js';
import { findToken, type OauthToken, removeFamily, rotateToken } from '../../storage/tables/oauth-tokens.js';
import { isSameSecret, secretHash } from '../accounts/secret.js';
import { isSameResource } from './resource.js';
import { issueTokens, refusedToken, type TokenAnswer, unknownClient } from './token-answer.js';

/** Seconds after its use in which a refresh token may come again without consequences. */
const GRACE = 60;

/** What a client sends to refresh. */
export interface RefreshRequest {
  readonly refreshToken: string;
  readonly clientId: string;
  readonly resources: readonly string[];
}

/**
 * Gives a new pair of tokens for a refresh token, which dies with its access token. All of it is one transaction: of
 * several that refresh at once one gets the pair, and the others are refused. A used token that comes again later ends
 * all tokens of its authorization, and no others.
 * @param now Unix seconds
 * @see spec section 3; reference/abilities-and-oauth.md section 7.7; RFC 9700 section 4.14
 */
export function refresh({ write }: Storage, request: RefreshRequest, now: number): Promise<TokenAnswer> {
  const hash = secretHash(request.refreshToken);
  return write(async (db) => {
    const token = await findToken(db, hash);
    const found = token?.kind === 'refresh' && token.expires > now ? token : undefined;
    if (found?.isRotated && now - found.rotatedAt > GRACE) await removeFamily(db, found.family);
    const problem = await problemOf(db, request, found);
    if (problem !== undefined || found === undefined) return problem ?? unknownToken();
    await rotateToken(db, found, now);
    return issueTokens(db, found, now);
  });
}

/** Why there are no new tokens; undefined when there are. */
async function problemOf(
  db: Database,
  { clientId, resources }: RefreshRequest,
  token: OauthToken | undefined,
): Promise<TokenAnswer | undefined> {
  if (clientId === '') return refusedToken('invalid_request', 'The parameter client_id is missing.');
  const isOwn = token !== undefined && isSameSecret(clientId, token.clientId);
  if (!isOwn && (await findClient(db, clientId)) === undefined) return unknownClient();
  if (token === undefined) return unknownToken();
  if (token.isRotated) return refusedToken('invalid_grant', 'The refresh token has been used before.');
  if (!isOwn) return refusedToken('invalid_grant', 'The refresh token was given to another client.');
  if (!resources.every((one) => isSameResource(one, token.resource))) {
    return refusedToken('invalid_target', 'The refresh token is good for another resource.');
  }
  return undefined;
}

function unknownToken(): TokenAnswer {
  return refusedToken('invalid_grant', 'The refresh token is unknown, revoked or expired.');
}
