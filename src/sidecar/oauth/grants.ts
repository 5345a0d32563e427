import { isParsableUrl } from '../../core/parsable-url.js';
import type { Storage } from '../../storage/port.js';
import { approvedClients, type OauthClient, removeClient } from '../../storage/tables/oauth-clients.js';
import { toScope } from './authenticate.js';
import type { Scope } from './port.js';

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
