import type { GuardedFetch } from '../../core/net/guarded-fetch.js';
import type { Storage } from '../../storage/port.js';
import { findClient as findStored, type OauthClient, putClient } from '../../storage/tables/oauth-clients.js';
import { fetchClientDocument, isDocumentAddress } from './client-document.js';

/** A client, or a sentence for the owner that says why it is not known. */
export type FoundClient =
  | { readonly kind: 'client'; readonly client: OauthClient }
  | { readonly kind: 'unknown'; readonly problem: string };

const UNKNOWN =
  'No client of this name is registered here (any more). Start again from the assistant, so that it registers anew.';

/**
 * Finds the client of an authorize request: a registered one, or one whose id is the address of its own document,
 * which is fetched and kept as long as it says, a day at most.
 * @param now Unix seconds
 */
export async function findClient(
  { storage, fetch }: { readonly storage: Storage; readonly fetch: GuardedFetch },
  id: string,
  now: number,
): Promise<FoundClient> {
  const stored = await findStored(storage.db, id);
  if (!isDocumentAddress(id)) {
    return stored === undefined ? { kind: 'unknown', problem: UNKNOWN } : { kind: 'client', client: stored };
  }
  if (stored !== undefined && stored.freshUntil > now) return { kind: 'client', client: stored };
  const result = await fetchClientDocument(fetch, id, now);
  if (result.kind === 'problem') return { kind: 'unknown', problem: result.problem };
  await putClient(storage.db, { id, created: now, ...result.document });
  const client = await findStored(storage.db, id);
  return client === undefined ? { kind: 'unknown', problem: UNKNOWN } : { kind: 'client', client };
}
