import { compareText } from '../../core/compare.js';
import type { AddressPattern, DocumentContext, DocumentRow } from '../../documents/document-row.js';
import { answersPreflight, type Headers, headersOf } from '../../documents/headers.js';
import { fileOf } from '../../documents/instances.js';
import { documentLinkHeaders, formatLink } from '../../documents/page-head/links.js';
import { withPrefix } from '../../documents/rest-addresses.js';
import { madeInstances, wellKnownPlaces } from '../../documents/well-known-files.js';

/** How one address, or every address of a pattern, is answered from a file. */
export interface Rule {
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
export function ruleOrder(a: Rule, b: Rule): number {
  const [one, two] = [a.pattern, b.pattern];
  if (one === undefined || two === undefined) {
    if (one !== two) return one === undefined ? -1 : 1;
    return compareText(a.path ?? '', b.path ?? '');
  }
  return two.length - one.length || compareText(one, two);
}

/** The rules of every served document, from its row alone. */
export function documentRules(ctx: DocumentContext): readonly Rule[] {
  const placeOf = wellKnownPlaces(ctx);
  return ctx.table.filter((row) => ctx.served(row.id)).flatMap((row) => rulesOf(row, ctx, placeOf));
}

function rulesOf(row: DocumentRow, ctx: DocumentContext, placeOf: (file: string) => string): readonly Rule[] {
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
