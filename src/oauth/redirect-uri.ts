/** The longest redirect URI. */
const MAX_LENGTH = 512;
/** Schemes whose addresses run or read something in place of leading to a client. */
const REFUSED: readonly string[] = ['javascript', 'data', 'vbscript', 'file', 'blob'];
/** Hosts of the own machine, as programs on it register them. */
const LOOPBACK = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]|localhost))(?::\d{1,5})?(?=[/?]|$)/i;

/**
 * Whether an address may be registered to redirect to: `scheme://something` of visible ASCII characters, which also
 * leaves no room for a second line in a header. Custom schemes and loopback addresses are welcome. Not allowed are
 * schemes that run something, fragments (RFC 6749 section 3.1.2), and what shows another host than it leads to: names
 * before an `@`, and backslashes.
 * @see spec section 5, point 3
 */
export function isAllowedRedirect(uri: string): boolean {
  const [, scheme = '', authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?]*)[\x21-\x7e]*$/i.exec(uri) ?? [];
  if (scheme === '' || uri.length > MAX_LENGTH || /[^\x21-\x7e]|[#\\]/.test(uri)) return false;
  if (uri.length === scheme.length + 3 || authority.includes('@')) return false;
  // A browser would take the first part of the path for the host.
  if (authority === '' && /^https?$/i.test(scheme)) return false;
  return !REFUSED.includes(scheme.toLowerCase()) && URL.canParse(uri);
}

/**
 * Whether an address of an authorize request is a registered one: character by character, except that a program on
 * the own machine takes whatever port is free.
 * @see RFC 8252 section 7.3; RFC 9700 section 4.1.3
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  const wanted = withoutPort(uri);
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

/** True for a program on the machine of whoever looks at the consent page. */
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
