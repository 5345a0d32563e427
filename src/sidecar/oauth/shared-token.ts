import type { Storage } from '../../storage/port.js';
import { findSharedToken, putSharedToken } from '../../storage/tables/shared-token.js';
import { secretHash } from '../accounts/secret.js';
import { toScope } from './authenticate.js';
import type { Scope } from './port.js';
import { newToken } from './secrets.js';

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
