import { isParsableUrl } from '../../core/parsable-url.js';
import type { Storage } from '../../storage/port.js';
import { approvedClients, type OauthClient, removeClient } from '../../storage/tables/oauth-clients.js';
import { findSharedToken, putSharedToken } from '../../storage/tables/shared-token.js';
import { secretHash } from '../accounts/secret.js';
import { toScope } from './authenticate.js';
import type { Scope } from './port.js';
import { newToken } from './secrets.js';

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
