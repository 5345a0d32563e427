/** Attributes of a cookie. */
export interface CookieOptions {
  /** Seconds; 0 removes the cookie; undefined makes it a session cookie. */
  readonly maxAge?: number;
  readonly path: string;
  readonly secure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * Returns the value of a cookie in a request; undefined when there is none. The first one of a name counts, since
 * browsers send the most specific one first.
 * @see RFC 6265 section 5.4
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** Formats the value of a `Set-Cookie` field. Our cookies are never accessible to scripts. */
export function formatCookie(name: string, value: string, options: CookieOptions): string {
  const { maxAge, path, secure, sameSite } = options;
  return [
    `${name}=${value}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `Path=${path}`,
    'HttpOnly',
    ...(secure ? ['Secure'] : []),
    `SameSite=${sameSite}`,
  ].join('; ');
}
