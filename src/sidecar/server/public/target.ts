/** Maximum length of a request target in bytes. */
const MAX_TARGET = 8192;

/** A parsed address of the site. */
export interface Target {
  /** Below the base address, decoded once, NFC, with leading slash. */
  readonly path: string;
  /** The path as sent, percent-encoded. */
  readonly raw: string;
  /** Without the question mark. */
  readonly query: string;
}

/** The kind of a request target: an address of the site, one outside of the base address, or an invalid one. */
export type ParsedTarget =
  | ({ readonly kind: 'inside' } & Target)
  /** The base address without its trailing slash. */
  | { readonly kind: 'base'; readonly query: string }
  | { readonly kind: 'outside'; readonly raw: string; readonly query: string }
  | { readonly kind: 'refused'; readonly status: 400 | 404 | 414 };

/**
 * Parses the target of a request. It is decoded exactly once: a doubly encoded name contains a percent sign. Anything
 * that a file system or another server could interpret differently is refused.
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

/** Control characters, backslashes, and slashes that aren't separators. */
const FORBIDDEN = /[\u0000-\u001f\u007f/\\]/;

function decodePath(raw: string): string | 400 | 404 {
  const segments = raw.split('/').slice(1);
  const decoded: string[] = [];
  for (const [index, segment] of segments.entries()) {
    const plain = decodeSegment(segment);
    if (plain === undefined || FORBIDDEN.test(plain)) return 400;
    if (plain === '.' || plain === '..') return 400;
    // An empty name in the middle: no file or document has one.
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
