import { compareText } from '../../core/compare.js';
import { onSite } from '../../core/paths.js';
import { encodeSegments } from '../../core/percent.js';
import { escapeRegExp } from '../../core/text.js';
import type { AddressPattern, DocumentContext, DocumentRow } from '../../documents/document-row.js';
import { answersPreflight, type Headers, headersOf, profileHeaders } from '../../documents/headers.js';
import { fileOf } from '../../documents/instances.js';
import { documentLinkHeaders, formatLink } from '../../documents/page-head/links.js';
import { withPrefix } from '../../documents/rest-addresses.js';
import { madeInstances, wellKnownPlaces } from '../../documents/well-known-files.js';
import type { Redirect } from './neutral.js';

/** How one address, or every address of a pattern, is answered from a file. */
export interface ServingRule {
  /** Id of the document; `file` for a file of the site, `provider` for a document of a provider. */
  readonly surface: string;
  /** One address below the base, percent-encoded. */
  readonly path?: string;
  /** Or many: `{name}` matches text without a slash, `{+name}` text that may contain some. */
  readonly pattern?: string;
  /** Path below the output folder, decoded; of a pattern with the same names. */
  readonly file: string;
  readonly status: 200;
  /** Whole value of `Content-Type`. */
  readonly contentType: string;
  /** The other headers. */
  readonly headers: Headers;
  /** Values of `Link`, each a field of its own; absent where there are none. */
  readonly links?: readonly string[];
  /** A further `Link` to the page of a twin, `{+path}` being as in the pattern. */
  readonly canonical?: string;
  /** Whether `OPTIONS` is answered. */
  readonly preflight: boolean;
  /** False for signed files: their bytes must arrive as they are. */
  readonly compress: boolean;
}

/** Exact addresses before patterns, longer patterns before shorter ones, then by spelling. */
export function ruleOrder(a: ServingRule, b: ServingRule): number {
  const [one, two] = [a.pattern, b.pattern];
  if (one === undefined || two === undefined) {
    if (one !== two) return one === undefined ? -1 : 1;
    return compareText(a.path ?? '', b.path ?? '');
  }
  return two.length - one.length || compareText(one, two);
}

/** The rules of every served document, from its row alone. */
export function documentRules(ctx: DocumentContext): readonly ServingRule[] {
  const placeOf = wellKnownPlaces(ctx);
  return ctx.table.filter((row) => ctx.served(row.id)).flatMap((row) => rulesOf(row, ctx, placeOf));
}

function rulesOf(
  row: DocumentRow,
  ctx: DocumentContext,
  placeOf: (file: string) => string,
): readonly ServingRule[] {
  const { 'Content-Type': contentType = '', ...headers } = headersOf(row, ctx.settings);
  const canonical = row.id === 'markdown' ? canonicalLink(ctx) : undefined;
  const links = documentLinkHeaders(ctx, row.path).map(formatLink);
  const common = {
    status: 200,
    contentType,
    headers,
    ...(links.length === 0 ? {} : { links }),
    preflight: answersPreflight(row),
    compress: true,
  } as const;
  return [
    ...patternsOf(row, ctx).map(({ pattern, file }) => ({
      surface: row.id,
      pattern,
      file,
      ...common,
      ...(canonical === undefined ? {} : { canonical }),
    })),
    ...exactFiles(row, ctx, placeOf).map(({ path, file }) => ({ surface: row.id, path, file, ...common })),
  ];
}

/**
 * The link from a twin to its page, where all pages have their slash or none has, and none has its canonical address
 * elsewhere: otherwise the address of the twin is ambiguous.
 */
function canonicalLink({ entries, site }: DocumentContext): string | undefined {
  const ends = new Set<boolean>();
  for (const entry of entries) {
    if (entry.canonical !== undefined && entry.twin !== '') return undefined;
    const hasSlash = entry.path.endsWith('/');
    // Once for each kind: the address of a twin is computed on each read.
    if (!ends.has(hasSlash) && entry.twin !== '') ends.add(hasSlash);
  }
  if (ends.size !== 1) return undefined;
  return `<${site.baseUrl}/{+path}${ends.has(true) ? '/' : ''}>; rel="canonical"`;
}

/** Patterns whose files are at their addresses, unless the row says otherwise. */
function patternsOf(row: DocumentRow, ctx: DocumentContext): readonly AddressPattern[] {
  if (row.patterns !== undefined) return row.patterns(ctx);
  return [row.path, ...(row.aliases ?? [])]
    .filter((path) => path.includes('{'))
    .map((path) => withPrefix(path, ctx))
    .map((pattern) => ({ pattern, file: pattern.slice(1) }));
}

/** A pattern with thousands of files is not listed: its row says where they are. */
function exactFiles(
  row: DocumentRow,
  ctx: DocumentContext,
  placeOf: (file: string) => string,
): readonly { path: string; file: string }[] {
  if (row.patterns !== undefined && row.patterns(ctx).length > 0) return [];
  const files = madeInstances(row, ctx).map((one) => ({ path: one.path, file: placeOf(fileOf(one)) }));
  if (!row.path.includes('{') || row.patterns !== undefined) return files;
  // Only what differs from the pattern.
  return files.filter(({ path, file }) => decodeURIComponent(path.slice(1)) !== file);
}

const FOLDER = '/.well-known/';

/** Names without an ending that are JSON by their standards. */
const JSON_NAMES = new Set([
  'apple-app-site-association',
  'oauth-authorization-server',
  'oauth-protected-resource',
  'openid-configuration',
]);

/**
 * The rules of documents below `/.well-known/` that are not ours: files of the site, then what providers serve.
 * @param taken addresses that have a rule
 */
export function wellKnownRules(ctx: DocumentContext, taken: ReadonlySet<string>): readonly ServingRule[] {
  const placeOf = wellKnownPlaces(ctx);
  const rule = (documentId: string, name: string, type: string): ServingRule => {
    const { 'Content-Type': contentType = '', ...headers } = profileHeaders('wellKnown', type, ctx.settings);
    const path = addressOf(name);
    const row = rowAt(ctx, path);
    const file = placeOf(FOLDER.slice(1) + name);
    const preflight = row !== undefined && answersPreflight(row);
    return { surface: documentId, path, file, status: 200, contentType, headers, preflight, compress: true };
  };
  const files = ctx.files.wellKnown
    .filter((name) => !taken.has(addressOf(name)))
    .map((name) => rule('file', name, typeOf(ctx, name)));
  const provided = ctx.published.claims
    .filter(({ name, source }) => source.kind !== 'redirect' && isFree(ctx, taken, name))
    .map(({ name, contentType }) => rule('provider', name, contentType));
  return [...files, ...provided, ...laterFiles(ctx)];
}

/** Files that are put there after the build, such as answers to challenges. */
function laterFiles({ settings }: DocumentContext): readonly ServingRule[] {
  const rule = (name: string, type: string): ServingRule => {
    const { 'Content-Type': contentType = '', ...headers } = profileHeaders('wellKnown', type, settings);
    const pattern = FOLDER + name;
    const file = pattern.slice(1);
    return {
      surface: 'file',
      pattern,
      file,
      status: 200,
      contentType,
      headers,
      preflight: false,
      compress: true,
    };
  };
  return [rule('{+path}.json', 'application/json'), rule('{+path}', 'text/plain')];
}

/** Documents of providers at another address. */
export function wellKnownRedirects(ctx: DocumentContext, taken: ReadonlySet<string>): readonly Redirect[] {
  return ctx.published.claims.flatMap(({ name, source }) =>
    source.kind === 'redirect' && isFree(ctx, taken, name)
      ? [
          {
            from: addressOf(name),
            to: onSite(source.to, ctx.site.baseUrl),
            status: 302 as const,
            headers: { 'Access-Control-Allow-Origin': '*' },
          },
        ]
      : [],
  );
}

function isFree(ctx: DocumentContext, taken: ReadonlySet<string>, name: string): boolean {
  return !taken.has(addressOf(name)) && !ctx.files.has(addressOf(name));
}

function addressOf(name: string): string {
  return FOLDER + encodeSegments(name);
}

/** The type of a file of the site: that of the document that it replaces, else by its name. */
function typeOf(ctx: DocumentContext, name: string): string {
  const row = rowAt(ctx, addressOf(name));
  if (row !== undefined) return row.contentType;
  return name.endsWith('.json') || JSON_NAMES.has(name) ? 'application/json' : 'text/plain';
}

/** The document that has an address, served or not. */
function rowAt(ctx: DocumentContext, address: string): DocumentRow | undefined {
  const isAt = (path: string) =>
    path.includes('{') ? toRegExp(withPrefix(path, ctx)).test(address) : path === address;
  return ctx.table.find(({ path, aliases = [] }) => path.startsWith(FOLDER) && [path, ...aliases].some(isAt));
}

function toRegExp(path: string): RegExp {
  return new RegExp(
    `^${path
      .split(/\{[^}]+\}/)
      .map(escapeRegExp)
      .join('[^/]+')}$`,
  );
}
