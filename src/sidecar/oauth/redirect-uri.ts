import { isParsableUrl } from '../../core/parsable-url.js';

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
