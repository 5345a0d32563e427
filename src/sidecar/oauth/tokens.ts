import { createHash } from 'node:crypto';
import type { Database, Storage } from '../../storage/port.js';
import { findClient } from '../../storage/tables/oauth-clients.js';
import {
  addTokens,
  burnCode,
  deleteExpiredTokens,
  findCode,
  findToken,
  type OauthCode,
  type OauthToken,
  removeFamily,
  removePair,
  removeToken,
  rotateToken,
} from '../../storage/tables/oauth-tokens.js';
import { isSameSecret, secretHash } from '../accounts/sessions.js';
import { meansResource } from './port.js';
import { ACCESS_LIFETIME, newToken, REFRESH_LIFETIME } from './secrets.js';

/** Errors of the token endpoint (RFC 6749 section 5.2; RFC 8707 section 2). */
type TokenError =
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
type Granted = Pick<OauthToken, 'family' | 'clientId' | 'userId' | 'scope' | 'resource'>;

/** Issues an access token with its refresh token, and removes expired tokens. */
async function issueTokens(db: Database, granted: Granted, now: number): Promise<TokenAnswer> {
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
function unknownClient(): TokenAnswer {
  return refusedToken('invalid_client', "This client_id isn't registered here. Register again.");
}

/** A client's request to redeem a code. */
interface CodeRequest {
  readonly code: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly resources: readonly string[];
}

/**
 * Redeems a code. It invalidates the code before it checks it, so a client has one try. A second use of a code
 * revokes all tokens issued for it: one of the two users has stolen it, and it is unknown which one.
 * @param now Unix seconds
 */
export function redeemCode({ write }: Storage, request: CodeRequest, now: number): Promise<TokenAnswer> {
  const hash = secretHash(request.code);
  return write(async (db) => {
    const code = await burnCode(db, hash);
    if (code === undefined && (await findCode(db, hash)) !== undefined) await removeFamily(db, hash);
    const { clientId } = request;
    if (clientId !== '' && (await findClient(db, clientId)) === undefined) return unknownClient();
    if (code === undefined) return refusedToken('invalid_grant', 'The code is unknown or has been used.');
    return refuse(code, request, now) ?? issueTokens(db, { ...code, family: hash }, now);
  });
}

/** Checks a code; returns undefined when it can be redeemed. */
function refuse(code: OauthCode, request: CodeRequest, now: number): TokenAnswer | undefined {
  if (code.expires <= now) return refusedToken('invalid_grant', 'The code has expired.');
  const isOwn = isSameSecret(code.clientId, request.clientId);
  const isBack = isSameSecret(code.redirectUri, request.redirectUri);
  const isProved = isSameSecret(code.challenge, challengeOf(request.verifier));
  if (!isOwn) return refusedToken('invalid_grant', 'The code was given to another client.');
  if (!isBack)
    return refusedToken('invalid_grant', 'The redirect_uri differs from that of the authorize request.');
  if (!isProved) return refusedToken('invalid_grant', "The code_verifier doesn't match the code_challenge.");
  if (!request.resources.every((one) => meansResource(one, code.resource))) {
    return refusedToken('invalid_target', 'The code is valid for another resource.');
  }
  return undefined;
}

/** Returns `''` for an invalid verifier, which matches no challenge (RFC 7636 section 4.1). */
function challengeOf(verifier: string): string {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return '';
  return createHash('sha256').update(verifier, 'ascii').digest('base64url');
}

/** Seconds after its use during which a refresh token may be sent again without consequences. */
const GRACE = 60;

/** A client's refresh request. */
interface RefreshRequest {
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
