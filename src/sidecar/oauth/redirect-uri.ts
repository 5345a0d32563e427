/** The longest redirect URI. */
const MAX_LENGTH = 512;
/** Schemes whose addresses run, read or show something in place of leading to a client. */
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
/** Schemes of Windows: ms-msdt, ms-settings, ms-officecmd, ms-word, and whatever else it adds. */
const OF_WINDOWS = /^ms-/;
/** Hosts of the own machine, as programs on it register them. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i;

/**
 * Whether an address may be registered to redirect to: `scheme://something` of visible ASCII characters, which also
 * leaves no room for a second line in a header. Custom schemes and loopback addresses are welcome; `http` leads to the
 * own machine alone. Not allowed are schemes that run something or that the system handles itself, fragments (RFC 6749 section 3.1.2), and what shows another host than it leads to: names
 * before an `@`, and backslashes.
 * @see spec section 5, point 3
 */
export function isAllowedRedirect(uri: string): boolean {
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?]*)[\x21-\x7e]*$/i.exec(uri) ?? [];
  if (scheme === '' || uri.length > MAX_LENGTH || /[^\x21-\x7e]|[#\\]/.test(uri)) return false;
  if (uri.length === scheme.length + 3 || authority.includes('@')) return false;
  // A browser would take the first part of the path for the host.
  if (authority === '' && /^https?$/i.test(scheme)) return false;
  const name = scheme.toLowerCase();
  if (REFUSED.has(name) || OF_WINDOWS.test(name) || (name === 'http' && !isLoopback(uri))) return false;
  return URL.canParse(uri);
}

/**
 * Whether an address of an authorize request is a registered one: character by character, except that a program on
 * the own machine takes whatever port is free.
 * @see RFC 8252 section 7.3; RFC 9700 section 4.1.3
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return isAllowedRedirect(uri);
  const wanted = withoutPort(uri);
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

/** True for a program on the user's own machine. */
export function isLoopback(uri: string): boolean {
  return LOOPBACK.test(uri);
}

function withoutPort(uri: string): string | undefined {
  if (!isLoopback(uri) || !isAllowedRedirect(uri)) return undefined;
  return uri.replace(LOOPBACK, '$1');
}

/** The answer of an authorize request: the redirect URI with further parameters. Those that it has are kept. */
export function responseAddress(uri: string, parameters: Readonly<Record<string, string>>): string {
  const text = Object.entries(parameters)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const separator = !uri.includes('?') ? '?' : /[?&]$/.test(uri) ? '' : '&';
  return uri + separator + text;
}
