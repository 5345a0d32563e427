/** Registers clients of the authorization server (RFC 7591). */

import { isObject, listOf } from '../../core/json.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import type { Database, Storage } from '../../storage/port.js';
import {
  countUnapproved,
  type OauthClient,
  putClient,
  removeUnapproved,
  trimUnapproved,
} from '../../storage/tables/oauth-clients.js';
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
type Registration =
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
  const list: readonly unknown[] = listOf(given);
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

/** Maximum length of a redirect URI. */
const MAX_LENGTH = 512;
/** Schemes whose addresses run, read or show something instead of leading to a client. */
const REFUSED = new Set([
  ...['javascript', 'data', 'vbscript', 'file', 'blob', 'filesystem', 'jar', 'mhtml', 'mk', 'res', 'its'],
  ...['about', 'view-source', 'chrome', 'edge', 'opera', 'brave', 'resource', 'moz-icon', 'devtools'],
  // Handled by the operating system itself.
  ...[
    'intent',
    'android-app',
    'market',
    'search',
    'search-ms',
    'shell',
    'hcp',
    'microsoft-edge',
    'onenote-cmd',
  ],
  ...['x-apple.systempreferences', 'x-man-page', 'x-help-action', 'help', 'applescript', 'itms-services'],
  // Of other protocols.
  ...[
    'ftp',
    'ftps',
    'sftp',
    'ssh',
    'telnet',
    'smb',
    'nfs',
    'afp',
    'dav',
    'davs',
    'ldap',
    'ldaps',
    'ws',
    'wss',
  ],
  ...['mailto', 'tel', 'sms', 'facetime', 'facetime-audio', 'magnet', 'rdp', 'vnc', 'urn', 'cid', 'mid'],
]);
/** Schemes of Windows: ms-msdt, ms-settings, ms-officecmd, ms-word, and others. */
const OF_WINDOWS = /^ms-/;
/** Loopback hosts, as programs on the user's machine register them. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i;

/** A host name or an IP address, as `URL` writes it. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Checks whether an address may be registered as a redirect URI: `scheme://something` of visible ASCII characters,
 * which also prevents header injection. Custom schemes and loopback addresses are allowed; `http` is allowed for
 * loopback addresses only. Not allowed are schemes that run something or that the system handles itself, fragments
 * (RFC 6749 section 3.1.2), patterns such as `https://*.example/`, and anything that disguises the host: user names
 * before an `@`, and backslashes.
 */
export function isAllowedRedirect(uri: string): boolean {
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?]*)[\x21-\x7e]*$/i.exec(uri) ?? [];
  if (scheme === '' || uri.length > MAX_LENGTH || /[^\x21-\x7e]|[#\\]/.test(uri)) return false;
  if (uri.length === scheme.length + 3 || authority.includes('@')) return false;
  // A browser would take the first part of the path as the host.
  if (authority === '' && /^https?$/i.test(scheme)) return false;
  const name = scheme.toLowerCase();
  if (REFUSED.has(name) || OF_WINDOWS.test(name) || (name === 'http' && !isLoopback(uri))) return false;
  if (!isParsableUrl(uri)) return false;
  // Rejects patterns such as `*.example`, also percent-encoded ones, which browsers decode.
  return !/^https?$/.test(name) || HOST.test(new URL(uri).hostname);
}

/**
 * Checks whether the redirect URI of an authorize request is registered. The comparison is exact, except that a
 * program on the user's machine may use any free port.
 * @see RFC 8252 section 7.3; RFC 9700 section 4.1.3
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return isAllowedRedirect(uri);
  const wanted = withoutPort(uri);
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

/** Checks whether an address leads to a program on the user's machine. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri);
}

function withoutPort(uri: string): string | undefined {
  if (!isLoopback(uri) || !isAllowedRedirect(uri)) return undefined;
  return uri.replace(LOOPBACK, '$1');
}

/** Builds the redirect of an authorize request: the redirect URI with further parameters. Existing ones are kept. */
export function responseAddress(uri: string, parameters: Readonly<Record<string, string>>): string {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return uri + separator + text;
}

// Control, invisible and direction-changing characters, which could disguise a name as another one.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Cleans a self-chosen name: one line of limited length.
 * @param max characters
 */
export function cleanText(text: string, max: number): string {
  const line = text.replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim();
  return Array.from(line).slice(0, max).join('').trim();
}
