import type { DocumentContext, DocumentRow, Instance } from '../../../documents/document-row.js';
import { answersPreflight } from '../../../documents/headers.js';
import { addressPattern, fileOf, instancesOf } from '../../../documents/instances.js';
import { withPrefix } from '../../../documents/rest-addresses.js';
import { listedPatterns } from '../../../documents/routed.js';
import { isRealFile, wellKnownPlaces } from '../../../documents/well-known-files.js';

const WELL_KNOWN = '/.well-known/';

/** A document at an address. */
export interface Document {
  readonly row: DocumentRow;
  readonly instance: Instance<unknown>;
  /** Path of its file below the output folder. */
  readonly file: string;
}

/** The result of a lookup: a document, a known document that currently isn't served, or nothing. */
export type Route = Document | 'absent' | undefined;

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
      documents.set(decodePath(instance.path), { row, instance, file });
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

function decodePath(path: string): string {
  return decodeURIComponent(path).normalize('NFC');
}
