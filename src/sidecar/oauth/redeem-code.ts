import { createHash } from 'node:crypto';
import type { Storage } from '../../storage/port.js';
import { findClient } from '../../storage/tables/oauth-clients.js';
import { burnCode, findCode, type OauthCode } from '../../storage/tables/oauth-codes.js';
import { removeFamily } from '../../storage/tables/oauth-tokens.js';
import { isSameSecret, secretHash } from '../accounts/secret.js';
import { meansResource } from './resource.js';
import { issueTokens, refusedToken, type TokenAnswer, unknownClient } from './token-answer.js';

/** A client's request to redeem a code. */
export interface CodeRequest {
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
  // Clients of OAuth 2.1 send none here: the proof below replaces it.
  const isBack = request.redirectUri === '' || isSameSecret(code.redirectUri, request.redirectUri);
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
