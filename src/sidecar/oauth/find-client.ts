import type { GuardedFetch } from '../../core/net/guarded-fetch.js';
import type { Storage } from '../../storage/port.js';
import { findClient as findStored, type OauthClient, putClient } from '../../storage/tables/oauth-clients.js';
import { fetchClientDocument, isDocumentAddress } from './client-document.js';

/** A client, or a sentence for the owner that describes why it is unknown. */
export type FoundClient =
  | { readonly kind: 'client'; readonly client: OauthClient }
  | { readonly kind: 'unknown'; readonly problem: string };

const UNKNOWN =
  "This client isn't registered here. Start again from the assistant, so that it registers again.";

/**
 * Finds the client of an authorize request: a registered one, or one whose id is the address of its metadata document.
 * The document is fetched and cached for as long as its headers allow, at most a day.
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
