import type { Storage } from '../../storage/port.js';
import { touchClient } from '../../storage/tables/oauth-clients.js';
import { findTokenOwner } from '../../storage/tables/oauth-tokens.js';
import { findSharedToken, touchSharedToken } from '../../storage/tables/shared-token.js';
import { isSameSecret, secretHash } from '../accounts/secret.js';
import { cleanText } from './clean-text.js';
import type { Bearer, BearerRequest, Credentials, Scope } from './port.js';
import { isSameResource } from './resource.js';
import { PREFIX } from './secrets.js';

/** Seconds within which one use is noted. */
const TOUCH_AFTER = 60;
/** The longest name of a client that is kept. */
const MAX_USER_AGENT = 120;

/**
 * Checks bearer tokens against the database.
 * @param resource address of our MCP endpoint: tokens that were issued for another are invalid here
 * @see reference/abilities-and-oauth.md sections 7.9 and 8
 */
export function createCredentials(storage: Storage, resource: string): Credentials {
  return {
    async authenticateBearer(header, request) {
      const token = bearerToken(header);
      if (token === undefined) return undefined;
      // The beginning of a token says which kind it is; each kind is looked for in its own place only.
      if (token.startsWith(PREFIX.access)) return byAccessToken(storage, { token, resource }, request);
      const isShared = token.startsWith(PREFIX.sharedRead) || token.startsWith(PREFIX.sharedWrite);
      return isShared ? bySharedToken(storage, token, request) : undefined;
    },
  };
}

/** The token of an `Authorization` header; undefined for any other scheme. */
function bearerToken(header: string | undefined): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/=-]{1,200}) *$/i.exec(header ?? '')?.[1];
}

async function byAccessToken(
  { db }: Storage,
  { token, resource }: { readonly token: string; readonly resource: string },
  { now }: BearerRequest,
): Promise<Bearer | undefined> {
  // A hash is looked up: how long that takes tells nothing of the tokens that exist.
  const found = await findTokenOwner(db, secretHash(token));
  if (found === undefined || found.kind !== 'access' || found.expires <= now) return undefined;
  if (!isSameResource(found.resource, resource)) return undefined;
  const { clientId, clientName: name, clientLastUsed } = found;
  if (clientLastUsed <= now - TOUCH_AFTER) await touchClient(db, clientId, now, now - TOUCH_AFTER);
  return {
    actor: { id: found.userId, name: found.userName, role: found.userRole },
    scope: toScope(found.scope),
    credential: { kind: 'oauth', clientId, name },
  };
}

async function bySharedToken(
  { db }: Storage,
  token: string,
  { now, userAgent = '' }: BearerRequest,
): Promise<Bearer | undefined> {
  const found = await findSharedToken(db);
  const hash = secretHash(token);
  if (found === undefined || !isSameSecret(found.hash, hash)) return undefined;
  if (found.lastUsed <= now - TOUCH_AFTER) {
    const use = { now, after: now - TOUCH_AFTER, userAgent: cleanText(userAgent, MAX_USER_AGENT) };
    await touchSharedToken(db, hash, use);
  }
  return {
    actor: { id: found.userId, name: found.userName, role: found.userRole },
    scope: toScope(found.scope),
    credential: { kind: 'shared' },
  };
}

/** Anything that is not `write` may only read. */
export function toScope(text: string): Scope {
  return text === 'write' ? 'write' : 'read';
}
