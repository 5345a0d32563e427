import { isObject } from '../../core/json.js';
import type { Database, Storage } from '../../storage/port.js';
import {
  countUnapproved,
  type OauthClient,
  putClient,
  removeUnapproved,
  trimUnapproved,
} from '../../storage/tables/oauth-clients.js';
import { cleanText, isAllowedRedirect } from './redirect-uri.js';
import { newToken } from './secrets.js';

/** Maximum number of redirect URIs of a client. */
const MAX_REDIRECTS = 10;
/** Maximum length of a name, in characters. */
const MAX_NAME = 80;
/** Seconds after which an unapproved client is removed. */
const UNAPPROVED_LIFETIME = 86_400;
/** At this number, unapproved clients are removed after an hour, since the registrations look automatic. */
const MANY_UNAPPROVED = 50;
const SHORT_LIFETIME = 3600;
/** Maximum number of stored unapproved clients: the newest, so that a client on a consent page isn't removed. */
const MAX_UNAPPROVED = 1000;

/** A registration, or the reason for its refusal (RFC 7591 section 3.2.2). */
export type Registration =
  | {
      readonly kind: 'registered';
      readonly client: Pick<OauthClient, 'id' | 'name' | 'redirectUris' | 'created'>;
    }
  | {
      readonly kind: 'refused';
      readonly error: 'invalid_redirect_uri' | 'invalid_client_metadata';
      readonly description: string;
    };

/**
 * Registers a public client: it gets an id and no secret. Only two members of the metadata count. Redirect URIs that
 * aren't allowed are left out of the registration; the response lists the registered ones.
 * @param metadata JSON as it was sent
 * @param now Unix seconds
 * @see RFC 7591 section 3
 */
export async function registerClient(
  storage: Pick<Storage, 'db'>,
  metadata: unknown,
  now: number,
): Promise<Registration> {
  if (!isObject(metadata)) {
    return refused('invalid_client_metadata', 'The body must be a JSON object.');
  }
  const { redirect_uris: given, client_name: name } = metadata;
  const redirectUris = allowedRedirects(given);
  if (redirectUris.length === 0) {
    const description =
      'redirect_uris must contain at least one address of the form scheme://something, without spaces, fragment or ' +
      "user name. Schemes that run something or belong to the system aren't allowed; http is allowed only for " +
      'localhost, 127.0.0.1 and [::1].';
    return refused('invalid_redirect_uri', description);
  }
  if (redirectUris.length > MAX_REDIRECTS) {
    return refused('invalid_redirect_uri', `redirect_uris may contain at most ${MAX_REDIRECTS} addresses.`);
  }
  const client = { id: newToken('client'), name: clientName(name), redirectUris, created: now };
  await tidy(storage.db, now);
  await putClient(storage.db, { ...client, freshUntil: 0 });
  return { kind: 'registered', client };
}

/** Removes unapproved clients. Needs no transaction, since an exact count doesn't matter. */
async function tidy(db: Database, now: number): Promise<void> {
  const isCrowded = (await countUnapproved(db)) >= MANY_UNAPPROVED;
  await removeUnapproved(db, now - (isCrowded ? SHORT_LIFETIME : UNAPPROVED_LIFETIME));
  if (isCrowded) await trimUnapproved(db, MAX_UNAPPROVED - 1);
}

/** Returns the addresses of a list that are allowed as redirect URIs, without duplicates. */
export function allowedRedirects(given: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const allowed = list.filter((one): one is string => typeof one === 'string' && isAllowedRedirect(one));
  return [...new Set(allowed)];
}

/** Returns a client's self-chosen name. It is a claim, and is shown as one. */
export function clientName(given: unknown): string {
  const name = typeof given === 'string' ? cleanText(given, MAX_NAME) : '';
  return name === '' ? 'MCP client' : name;
}

function refused(
  error: 'invalid_redirect_uri' | 'invalid_client_metadata',
  description: string,
): Registration {
  return { kind: 'refused', error, description };
}
