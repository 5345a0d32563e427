/** Checks the credentials of requests, and lists the grants of an account. */

import { isParsableUrl } from '../../core/parsable-url.js';
import type { Storage } from '../../storage/port.js';
import {
  approvedClients,
  type OauthClient,
  removeClient,
  touchClient,
} from '../../storage/tables/oauth-clients.js';
import {
  findSharedToken,
  findTokenOwner,
  putSharedToken,
  touchSharedToken,
} from '../../storage/tables/oauth-tokens.js';
import { isSameSecret, secretHash } from '../accounts/sessions.js';
import { type Bearer, type BearerRequest, type Credentials, isSameResource, type Scope } from './port.js';
import { cleanText } from './register.js';
import { newToken, PREFIX } from './secrets.js';

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
function toScope(text: string): Scope {
  return text === 'write' ? 'write' : 'read';
}

/** A connection that the owner has approved; contains only names and times. */
export interface Grant {
  readonly clientId: string;
  readonly name: string;
  /** Host of the first redirect URI, without its port, which local programs change. */
  readonly host: string;
  /** Scope of the last approval. */
  readonly scope: Scope;
  /** Unix seconds. */
  readonly approved: number;
  readonly lastUsed: number | null;
}

/** Lists the connections of the site in order of registration. */
export async function listGrants({ db }: Pick<Storage, 'db'>): Promise<readonly Grant[]> {
  return (await approvedClients(db)).map(toGrant);
}

/**
 * Removes a connection with its registration, codes and tokens, immediately and for every sidecar.
 * @returns false when there is none
 */
export function removeGrant({ write }: Storage, clientId: string): Promise<boolean> {
  return write((db) => removeClient(db, clientId));
}

function toGrant({ id, name, redirectUris: [first = ''], scope, approved, lastUsed }: OauthClient): Grant {
  const host = isParsableUrl(first) ? new URL(first).hostname : '';
  return {
    clientId: id,
    name,
    host,
    scope: toScope(scope),
    approved,
    lastUsed: lastUsed === 0 ? null : lastUsed,
  };
}

/** The visible facts of the shared token. */
export interface SharedTokenMetadata {
  readonly scope: Scope;
  /** Unix seconds. */
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly last_used_ua: string;
}

/** Returns the shared token of the site without its secret; null when there is none. */
export async function describeSharedToken({ db }: Pick<Storage, 'db'>): Promise<SharedTokenMetadata | null> {
  const found = await findSharedToken(db);
  if (found === undefined) return null;
  return {
    scope: toScope(found.scope),
    created_at: found.created,
    last_used_at: found.lastUsed === 0 ? null : found.lastUsed,
    last_used_ua: found.lastUserAgent,
  };
}

/**
 * Creates a shared token that replaces the previous one, which stops working immediately.
 * @param now Unix seconds
 * @returns the only copy of the token; only its hash is stored
 */
export async function makeSharedToken(
  { db }: Pick<Storage, 'db'>,
  { scope, userId }: { readonly scope: Scope; readonly userId: number },
  now: number,
): Promise<string> {
  const token = newToken(scope === 'write' ? 'sharedWrite' : 'sharedRead');
  await putSharedToken(db, { hash: secretHash(token), scope, userId, created: now });
  return token;
}
