import type { Storage } from '../../storage/port.js';
import { touchClient } from '../../storage/tables/oauth-clients.js';
import { findTokenOwner } from '../../storage/tables/oauth-tokens.js';
import { findSharedToken, touchSharedToken } from '../../storage/tables/shared-token.js';
import { isSameSecret, secretHash } from '../accounts/secret.js';
import { type Bearer, type BearerRequest, type Credentials, isSameResource, type Scope } from './port.js';
import { cleanText } from './register.js';
import { PREFIX } from './secrets.js';

/** Minimum seconds between two updates of `lastUsed`. */
const TOUCH_AFTER = 60;
/** Maximum length of a stored user agent. */
const MAX_USER_AGENT = 120;

/**
 * Checks bearer tokens against the database.
 * @param resource address of the MCP endpoint: tokens issued for another resource are invalid
 */
export function createCredentials(storage: Storage, resource: string): Credentials {
  return {
    async authenticateBearer(header, request) {
      const token = bearerToken(header);
      if (token === undefined) return undefined;
      // The prefix determines the kind of token; each kind is looked up only in its own table.
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
  // Looking up a hash keeps the timing independent of the tokens that exist.
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

/** Returns `read` for anything other than `write`. */
export function toScope(text: string): Scope {
  return text === 'write' ? 'write' : 'read';
}
