import type { DocumentContext, DocumentRow, Instance } from '../../../documents/document-row.js';
import { answersPreflight } from '../../../documents/headers.js';
import { addressPattern, fileOf, instancesOf } from '../../../documents/instances.js';
import { withPrefix } from '../../../documents/rest-addresses.js';
import { isRealFile, listedPatterns, wellKnownPlaces } from '../../../documents/well-known-files.js';

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

const WELL_KNOWN = '/.well-known/';

/** A document at an address. */
export interface Document {
  readonly row: DocumentRow;
  readonly instance: Instance<unknown>;
  /** Path of its file below the output folder. */
  readonly file: string;
}

/** The result of a lookup: a document, a known document that currently isn't served, or nothing. */
type Route = Document | 'absent' | undefined;

/** The addresses of one version of the site, all from the table of documents. */
export class Routes {
  readonly #fixed = new Map<string, DocumentRow>();
  readonly #patterns: readonly { readonly pattern: RegExp; readonly row: DocumentRow }[];
  readonly #documents = new Map<DocumentRow, ReadonlyMap<string, Document>>();
  #placeOf: ((file: string) => string) | undefined;

  constructor(private readonly ctx: DocumentContext) {
    const patterns: { pattern: RegExp; row: DocumentRow }[] = [];
    for (const row of ctx.table) {
      for (const form of addressesOf(row, ctx)) {
        const path = withPrefix(form, ctx);
        if (path.includes('{')) patterns.push({ pattern: addressPattern(path), row });
        else this.#fixed.set(path, row);
      }
    }
    this.#patterns = patterns;
  }

  /** @param path below the base, decoded, with leading slash */
  find(path: string): Route {
    const fixed = this.#fixed.get(path);
    let isOurs = fixed !== undefined;
    const found = fixed && this.#document(fixed, path);
    if (found !== undefined) return found;
    for (const { pattern, row } of this.#patterns) {
      if (!pattern.test(path)) continue;
      isOurs = true;
      const document = this.#document(row, path);
      if (document !== undefined) return document;
    }
    return this.#copy(path) ?? (isOurs || path.startsWith('/svc-sitemap') ? 'absent' : undefined);
  }

  /** Finds documents that are also served at a derived address, such as that of the MCP endpoint. */
  #copy(path: string): Document | undefined {
    if (!path.startsWith(WELL_KNOWN)) return undefined;
    return this.ctx.table
      .filter((row) => row.path.startsWith(WELL_KNOWN) && row.instances !== undefined)
      .map((row) => this.#document(row, path))
      .find((document) => document !== undefined);
  }

  /**
   * Checks whether `OPTIONS` is answered: for routed names, including those whose condition doesn't hold, and nested
   * names of the service.
   */
  answersPreflight(path: string): boolean {
    // A trailing slash of a name is ignored.
    const plain = path.startsWith(WELL_KNOWN) ? path.replace(/\/$/, '') : path;
    const name = plain.startsWith(WELL_KNOWN) ? plain.slice(WELL_KNOWN.length) : undefined;
    if (name !== undefined && !name.includes('/')) return this.ctx.asked.routed.has(name);
    const found = this.find(plain);
    if (typeof found === 'object') return answersPreflight(found.row);
    const fixed = this.#fixed.get(plain);
    if (fixed !== undefined) return name !== undefined && answersPreflight(fixed);
    return name !== undefined && /^mcp\/[^/]+\/server-card\.json$/.test(name);
  }

  /** Checks for a missing address of a listed pattern below `/.well-known/`, such as that of a skill. */
  isMissing(path: string): boolean {
    const plain = path.replace(/\/$/, '');
    const isListed = listedPatterns(this.ctx.table).some((pattern) => isOf(plain, pattern));
    return isListed && this.find(plain) === 'absent';
  }

  /** Lists the addresses of all documents with few of them; those of single entries are found by their pattern. */
  *list(): Iterable<Document> {
    for (const row of this.ctx.table) {
      if (!row.perEntry && this.ctx.served(row.id)) yield* this.#of(row).values();
    }
  }

  #document(row: DocumentRow, path: string): Document | undefined {
    return this.ctx.served(row.id) ? this.#of(row).get(path) : undefined;
  }

  /** Lists the addresses of a document on first use: a large site has many. */
  #of(row: DocumentRow): ReadonlyMap<string, Document> {
    const known = this.#documents.get(row);
    if (known !== undefined) return known;
    this.#placeOf ??= wellKnownPlaces(this.ctx);
    const documents = new Map<string, Document>();
    for (const instance of instancesOf(row, this.ctx)) {
      if (isRealFile(this.ctx, instance)) continue;
      const file = this.#placeOf(fileOf(instance));
      documents.set(decodeURIComponent(instance.path).normalize('NFC'), { row, instance, file });
    }
    this.#documents.set(row, documents);
    return documents;
  }
}

function addressesOf(row: DocumentRow, ctx: DocumentContext): readonly string[] {
  const forms = row.patterns?.(ctx).map(({ pattern }) => pattern) ?? [];
  return [row.path, ...(row.aliases ?? []), ...forms];
}

/** Checks whether an address matches a pattern; names contain no slash. */
function isOf(path: string, pattern: string): boolean {
  const parts = pattern.split('{name}');
  const name = path.slice(parts[0]?.length, path.length - (parts[1]?.length ?? 0));
  return path === parts.join(name) && name !== '' && !name.includes('/');
}
