import type { Storage } from '../../storage/port.js';
import { approvedClients, type OauthClient, removeClient } from '../../storage/tables/oauth-clients.js';
import { toScope } from './authenticate.js';
import type { Scope } from './port.js';

/** A connection that the owner has approved: names and times only. */
export interface Grant {
  readonly clientId: string;
  readonly name: string;
  /** Of the first redirect URI, without its port, which programs on the own machine change. */
  readonly host: string;
  /** Of the last approval. */
  readonly scope: Scope;
  /** Unix seconds. */
  readonly approved: number;
  readonly lastUsed: number | null;
}

/** The connections of the site, in the order of their registration. @see spec section 2.2 */
export async function listGrants({ db }: Pick<Storage, 'db'>): Promise<readonly Grant[]> {
  return (await approvedClients(db)).map(toGrant);
}

/**
 * Ends a connection: registration, codes and tokens go, at once and for every sidecar.
 * @returns false when there is none
 */
export function removeGrant({ write }: Storage, clientId: string): Promise<boolean> {
  return write((db) => removeClient(db, clientId));
}

function toGrant({ id, name, redirectUris: [first = ''], scope, approved, lastUsed }: OauthClient): Grant {
  const host = URL.canParse(first) ? new URL(first).hostname : '';
  return {
    clientId: id,
    name,
    host,
    scope: toScope(scope),
    approved,
    lastUsed: lastUsed === 0 ? null : lastUsed,
  };
}
