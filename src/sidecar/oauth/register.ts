import { isObject } from '../../core/is-object.js';
import type { Database, Storage } from '../../storage/port.js';
import {
  countUnapproved,
  type OauthClient,
  putClient,
  removeUnapproved,
  trimUnapproved,
} from '../../storage/tables/oauth-clients.js';
import { cleanText } from './clean-text.js';
import { isAllowedRedirect } from './redirect-uri.js';
import { newToken } from './secrets.js';

/** The most redirect URIs of a client that registers. */
const MAX_REDIRECTS = 10;
/** The longest name, in characters. */
const MAX_NAME = 80;
/** Seconds after which an unapproved client is removed. */
const UNAPPROVED_LIFETIME = 86_400;
/** From this number on an unapproved client is removed after an hour, since the registrations look automatic. */
const MANY_UNAPPROVED = 50;
const SHORT_LIFETIME = 3600;
/** The most that are kept at all: the newest, so that a client on a consent page is not removed. */
const MAX_UNAPPROVED = 1000;

/** A registration, or why there is none (RFC 7591 section 3.2.2). */
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
 * Registers a public client: it gets an id and no secret. Of the metadata two members count; redirect URIs that are
 * not allowed are left out of the registration, which the answer shows.
 * @param metadata JSON as it was sent
 * @param now Unix seconds
 * @see RFC 7591 section 3; reference/abilities-and-oauth.md section 7.3
 */
export async function registerClient(
  storage: Pick<Storage, 'db'>,
  metadata: unknown,
  now: number,
): Promise<Registration> {
  if (!isObject(metadata)) {
    return refused('invalid_client_metadata', 'The body has to be a JSON object.');
  }
  const { redirect_uris: given, client_name: name } = metadata;
  const redirectUris = allowedRedirects(given);
  if (redirectUris.length === 0) {
    const description =
      'redirect_uris needs an address of the form scheme://something, without spaces, fragment or user name, of no ' +
      'scheme that runs something or belongs to the system, and with http only on localhost, 127.0.0.1 or [::1].';
    return refused('invalid_redirect_uri', description);
  }
  if (redirectUris.length > MAX_REDIRECTS) {
    return refused('invalid_redirect_uri', `redirect_uris may have ${MAX_REDIRECTS} addresses.`);
  }
  const client = { id: newToken('client'), name: clientName(name), redirectUris, created: now };
  await tidy(storage.db, now);
  await putClient(storage.db, { ...client, freshUntil: 0 });
  return { kind: 'registered', client };
}

/** Removes unapproved clients. No transaction: it does not matter which are counted at which moment. */
async function tidy(db: Database, now: number): Promise<void> {
  const isCrowded = (await countUnapproved(db)) >= MANY_UNAPPROVED;
  await removeUnapproved(db, now - (isCrowded ? SHORT_LIFETIME : UNAPPROVED_LIFETIME));
  if (isCrowded) await trimUnapproved(db, MAX_UNAPPROVED - 1);
}

/** The addresses of a list that may be redirected to, each once. */
export function allowedRedirects(given: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  const allowed = list.filter((one): one is string => typeof one === 'string' && isAllowedRedirect(one));
  return [...new Set(allowed)];
}

/** What a client calls itself. It is a claim, and shown as one. */
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
