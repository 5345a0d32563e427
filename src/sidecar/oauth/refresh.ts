import type { Database, Storage } from '../../storage/port.js';
import { findClient } from '../../storage/tables/oauth-clients.js';
import { findToken, type OauthToken, removeFamily, rotateToken } from '../../storage/tables/oauth-tokens.js';
import { isSameSecret, secretHash } from '../accounts/secret.js';
import { meansResource } from './resource.js';
import { issueTokens, refusedToken, type TokenAnswer, unknownClient } from './token-answer.js';

/** Seconds after its use during which a refresh token may be sent again without consequences. */
const GRACE = 60;

/** A client's refresh request. */
export interface RefreshRequest {
  readonly refreshToken: string;
  /** Empty if the client didn't send it: the token itself names its client. */
  readonly clientId: string;
  readonly resources: readonly string[];
}

/**
 * Exchanges a refresh token for a new pair of tokens; the old pair becomes invalid. This is one transaction: of
 * several concurrent requests, one gets the pair and the others are refused. Later reuse of a used token revokes all
 * tokens of its authorization, and no others.
 * @param now Unix seconds
 * @see RFC 9700 section 4.14
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

/** Returns the refusal of the request; undefined when new tokens can be issued. */
async function problemOf(
  db: Database,
  { clientId, resources }: RefreshRequest,
  token: OauthToken | undefined,
): Promise<TokenAnswer | undefined> {
  const isOwn = token !== undefined && (clientId === '' || isSameSecret(clientId, token.clientId));
  if (!isOwn && clientId !== '' && (await findClient(db, clientId)) === undefined) return unknownClient();
  if (token === undefined) return unknownToken();
  if (token.isRotated) return refusedToken('invalid_grant', 'The refresh token has been used before.');
  if (!isOwn) return refusedToken('invalid_grant', 'The refresh token was given to another client.');
  if (!resources.every((one) => meansResource(one, token.resource))) {
    return refusedToken('invalid_target', 'The refresh token is valid for another resource.');
  }
  return undefined;
}

function unknownToken(): TokenAnswer {
  return refusedToken('invalid_grant', 'The refresh token is unknown, revoked or expired.');
}
