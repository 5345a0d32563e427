/** Longest request target that is looked at, in bytes (design section 10). */
export const MAX_TARGET = 8192;

/** An address of the site, taken apart. */
export interface Target {
  /** Below the base address, decoded once, NFC, with leading slash. */
  readonly path: string;
  /** The same as it was sent, percent-encoded. */
  readonly raw: string;
  /** Without question mark. */
  readonly query: string;
}

/** What a request asks for: an address, one outside of the base address, or nothing that could be one. */
export type ParsedTarget =
  | ({ readonly kind: 'inside' } & Target)
  /** The base address without the slash at its end. */
  | { readonly kind: 'base'; readonly query: string }
  | { readonly kind: 'outside'; readonly raw: string; readonly query: string }
  | { readonly kind: 'refused'; readonly status: 400 | 404 | 414 };

/**
 * Reads the target of a request. It is decoded once and never again: what is encoded twice is a name with a
 * percent sign in it. Anything that a file system or another server could read differently is refused.
 * @param target as in the request line
 * @param basePath of the site's address, without trailing slash
 * @see RFC 9112 section 3.2; RFC 3986 section 6.2.2
 */
export function readTarget(target: string, basePath: string): ParsedTarget {
  if (target.length > MAX_TARGET) return { kind: 'refused', status: 414 };
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '');
  const [whole = ''] = local.split('#', 1);
  const mark = whole.indexOf('?');
  const raw = (mark === -1 ? whole : whole.slice(0, mark)) || '/';
  const query = mark === -1 ? '' : whole.slice(mark + 1);
  if (!raw.startsWith('/')) return { kind: 'refused', status: 400 };
  const path = decodePath(raw);
  if (typeof path === 'number') return { kind: 'refused', status: path };
  if (basePath === '') return { kind: 'inside', path, raw, query };
  const base = decodeURIComponent(basePath);
  if (!`${path}/`.startsWith(`${base}/`)) return { kind: 'outside', raw, query };
  if (path === base) return { kind: 'base', query };
  return { kind: 'inside', path: path.slice(base.length), raw, query };
}

/** Control characters, backslashes, and slashes that are no separators. */
const FORBIDDEN = /[\u0000-\u001f\u007f/\\]/;

function decodePath(raw: string): string | 400 | 404 {
  const segments = raw.split('/').slice(1);
  const decoded: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const plain = decodeSegment(segment);
    if (plain === undefined || FORBIDDEN.test(plain)) return 400;
    if (plain === '.' || plain === '..') return 400;
    // An empty name in the middle: no file and no document has one.
    if (plain === '' && index < segments.length - 1) return 404;
    decoded.push(plain);
  }
  return `/${decoded.join('/')}`;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return undefined;
  }
}
