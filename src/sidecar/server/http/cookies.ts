/** How a cookie is set. */
export interface CookieOptions {
  /** Seconds; 0 removes it; undefined ends it with the browser. */
  readonly maxAge?: number;
  readonly path: string;
  readonly secure: boolean;
  readonly sameSite: 'Lax' | 'Strict';
}

/**
 * The value of a cookie in a request; undefined when there is none. The first of a name counts, as browsers send
 * the most specific one first.
 * @see RFC 6265 section 5.4
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/** The value of a `Set-Cookie` field. Scripts of pages never see our cookies. */
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
