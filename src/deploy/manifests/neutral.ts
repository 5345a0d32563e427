import { AI_AGENTS } from '../../core/ai-agents.js';
import { compareText } from '../../core/compare.js';
import { basePathOf } from '../../core/paths.js';
import type { DocumentContext, DocumentRow } from '../../documents/document-row.js';
import {
  answersPreflight,
  type Headers,
  NOT_FOUND_HEADERS,
  PREFLIGHT_HEADERS,
  profileHeaders,
  untransformed,
  varyOf,
} from '../../documents/headers.js';
import {
  carriesUsageHeaders,
  formatLink,
  linkHeaders,
  pageHeaders,
  usageHeaders,
} from '../../documents/page-head/links.js';
import { withPrefix } from '../../documents/rest-addresses.js';
import type { SignatureRecord, SignedFile, SignedHeaders } from '../../documents/signing/sign.js';
import { listedPatterns } from '../../documents/well-known-files.js';
import { documentRules, ruleOrder, type ServingRule, wellKnownRedirects, wellKnownRules } from './rules.js';

const WELL_KNOWN = '/.well-known/';

/** A signed file with the fields that it is sent with. */
type SignedRule = Pick<SignedFile, 'path' | 'file' | 'bytes'> &
  Pick<SignatureRecord, 'digest' | 'created' | 'expires' | 'keyid'> & {
    readonly surface: string;
    readonly headers: SignedHeaders;
  };

/** A redirected address. */
export interface Redirect {
  /** Below the base address. */
  readonly from: string;
  /** Absolute. */
  readonly to: string;
  readonly status: 301 | 302;
  readonly headers: Headers;
}

/** How Markdown is negotiated at the address of a page. */
export interface Negotiation {
  /** One of these must be in `Accept`, with a weight above 0 and not below that of HTML. */
  readonly accept: readonly string[];
  /** The file for the front page, archives and search results. */
  readonly front: string;
  /** Addresses of the lists of entries and, with `/page/{number}` after them, of their further pages. */
  readonly archives: readonly string[];
  /** The file for `/{+path}` and `/{+path}/`, where it exists; else the page is sent. */
  readonly page: string;
  readonly contentType: string;
  /** In addition to the links of the page. */
  readonly headers: Headers;
  /** Parts of `User-Agent`: a client that has one of them gets Markdown unless it refuses that. */
  readonly userAgents: readonly string[];
}

/** Everything that a web server needs to answer from the files as the sidecar would. */
export interface HeadersManifest {
  readonly version: 1;
  readonly baseUrl: string;
  /** Path of the base address without trailing slash; every address below is relative to it. */
  readonly basePath: string;
  /** The first one that matches an address applies; exact addresses come first. */
  readonly rules: readonly ServingRule[];
  readonly signed: readonly SignedRule[];
  /** The answer to `OPTIONS` where a rule has `preflight`. */
  readonly preflight: {
    readonly status: 204;
    readonly headers: Headers;
    /** All addresses and patterns that answer, including those of missing documents. */
    readonly addresses: readonly string[];
    /** Patterns whose addresses answer only where they are among `addresses`; the others are 404. */
    readonly missing: readonly string[];
  };
  /** The headers of HTML pages. */
  readonly pages: {
    readonly headers: Headers;
    /** Values of `Link`, each a field of its own. */
    readonly links: readonly string[];
    /** A further `Link` on the page of an entry that has a twin; null without twins. */
    readonly alternate: string | null;
    /** Null while Markdown is off. */
    readonly negotiation: Negotiation | null;
  };
  readonly redirects: readonly Redirect[];
  /** Answer for a missing address: never the home page. */
  readonly notFound: {
    readonly status: 404;
    /** Of any such answer; the site's error page, `404.html`, also has those of a page. */
    readonly headers: Headers;
    /** Addresses and patterns of documents that are not there now: like `/.well-known/`, without a page. */
    readonly documents: readonly string[];
    readonly soft: SoftAnswer | null;
  };
  /** Addresses that a sidecar next to the files answers; empty without one. */
  readonly sidecar: readonly string[];
  /** Hosts whose rules a build has made from this. */
  readonly hosts: readonly string[];
}

/** The inputs of the manifest besides the context. */
interface ManifestInput {
  readonly signed: readonly SignedFile[];
  /** Hosts that rules are written for. */
  readonly hosts?: readonly string[];
  /** Addresses below the base of lists of entries that the build knows, in addition to those of terms. */
  readonly archives?: readonly string[];
  /** Addresses that have moved for good. */
  readonly redirects?: readonly Pick<Redirect, 'from' | 'to'>[];
}

/**
 * The neutral manifest of headers, from which the rules of every host are made.
 * @param ctx the context that the documents were made with
 */
export function headersManifest(
  ctx: DocumentContext,
  { signed, archives = [], redirects = [], hosts = [] }: ManifestInput,
): HeadersManifest {
  const { site } = ctx;
  const plain = new Set(signed.map(({ path }) => path));
  const isSigned = ({ path }: ServingRule) => path !== undefined && plain.has(path);
  const own = documentRules(ctx).map((rule) => ({ ...rule, headers: withUsage(ctx, rule) }));
  const taken = new Set(own.flatMap(({ path }) => path ?? []));
  const rules = [...own, ...wellKnownRules(ctx, taken)].map((rule) => ({
    ...rule,
    headers: isSigned(rule) ? untransformed(rule.headers) : rule.headers,
    compress: !isSigned(rule),
    preflight: isRouted(rule, ctx.asked.routed),
  }));
  return {
    version: 1,
    baseUrl: site.baseUrl,
    basePath: basePathOf(site.baseUrl),
    rules: rules.sort(ruleOrder),
    signed: signed.map(signedRule),
    preflight: { status: 204, headers: PREFLIGHT_HEADERS, ...preflightAddresses(ctx, rules) },
    pages: pagesOf(ctx, archives),
    redirects: [
      ...wellKnownRedirects(ctx, taken),
      ...redirects
        .filter(({ from }) => !taken.has(from) && !ctx.files.has(from))
        .map(({ from, to }) => ({ from, to, status: 301 as const, headers: {} })),
    ],
    notFound: notFoundOf(ctx, new Set(rules.map(({ path, pattern }) => path ?? pattern ?? ''))),
    sidecar: sidecarAddresses(ctx),
    hosts: [...hosts].sort(compareText),
  };
}

/** A sidecar elsewhere has no part in the read API, which is files then. */
function sidecarAddresses(ctx: DocumentContext): readonly string[] {
  const { sidecar, sidecarBase, restPrefix, readPrefix } = ctx;
  if (sidecarBase === undefined) return [];
  const own = sidecar ? [...new Set([restPrefix, readPrefix])] : [`${restPrefix}/svc`];
  return [...own.map((folder) => `/${folder}/{+path}`), '/svc/{+path}'];
}

/** The text of `headers.json`. */
export function manifestText(manifest: HeadersManifest): string {
  return `${JSON.stringify(manifest, null, 4)}\n`;
}

function withUsage(ctx: DocumentContext, { path, pattern, headers }: ServingRule): Headers {
  return carriesUsageHeaders(path ?? pattern ?? '', ctx.readPrefix)
    ? { ...headers, ...usageHeaders(ctx) }
    : headers;
}

/** Routed names are ours even while they have no document (spec section 8.2). */
function preflightAddresses(
  ctx: DocumentContext,
  rules: readonly ServingRule[],
): Pick<HeadersManifest['preflight'], 'addresses' | 'missing'> {
  const nested = ctx.table
    .filter(answersPreflight)
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .map((path) => withPrefix(path, ctx))
    .filter((path) => path.startsWith(WELL_KNOWN) && path.slice(WELL_KNOWN.length).includes('/'));
  const answered = rules.flatMap(({ path, pattern, preflight }) =>
    preflight ? [path ?? pattern ?? ''] : [],
  );
  const routed = [...ctx.asked.routed].map((name) => WELL_KNOWN + name);
  const missing = listedPatterns(ctx.table);
  const others = nested.filter((path) => !missing.includes(path));
  const addresses = [...new Set([...answered, ...others, ...routed])].sort(compareText);
  return { addresses, missing };
}

/** Patterns for our nested names, which are routed unchanged. */
function isRouted({ path, preflight }: ServingRule, routed: ReadonlySet<string>): boolean {
  const name = path?.startsWith(WELL_KNOWN) ? path.slice(WELL_KNOWN.length) : undefined;
  return name === undefined || name.includes('/') ? preflight : routed.has(name);
}

function signedRule({ documentId, path, file, bytes, record, headers }: SignedFile): SignedRule {
  const { digest, created, expires, keyid } = record;
  return { surface: documentId, path, file, bytes, digest, created, expires, keyid, headers };
}

function pagesOf(ctx: DocumentContext, archives: readonly string[]): HeadersManifest['pages'] {
  const twins = ctx.served('markdown');
  const alternate = `<${ctx.site.baseUrl}/{+path}.md>; rel="alternate"; type="text/markdown"`;
  return {
    headers: { ...pageHeaders(ctx), Vary: varyOf(ctx.settings) },
    links: linkHeaders(ctx).map(formatLink),
    alternate: twins && !ctx.ceded('link_headers') ? alternate : null,
    negotiation: twins ? negotiation(ctx, archives) : null,
  };
}

function negotiation(ctx: DocumentContext, archives: readonly string[]): Negotiation {
  const { 'Content-Type': contentType = '', ...headers } = profileHeaders(
    'markdown',
    'text/markdown',
    ctx.settings,
  );
  return {
    accept: ['text/markdown', 'text/x-markdown'],
    front: 'index.md',
    archives: archivePaths(ctx, archives),
    page: '{+path}.md',
    contentType,
    headers: { ...headers, Vary: varyOf(ctx.settings), ...usageHeaders(ctx) },
    userAgents: ctx.settings.markdown_for_ai_agents ? AI_AGENTS : [],
  };
}

/** The paths of lists of entries, those of terms included; the front page may be one. */
function archivePaths({ terms, site }: DocumentContext, archives: readonly string[]): readonly string[] {
  const ofTerms = terms.flatMap(({ url }) =>
    url.startsWith(`${site.baseUrl}/`) ? [url.slice(site.baseUrl.length)] : [],
  );
  const plain = [...archives, ...ofTerms].map((path) => path.replace(/\/+$/, ''));
  return [...new Set(plain)].filter((path) => path !== '').sort(compareText);
}

/** The answer for a missing page to clients that read for a language model and name Markdown. */
interface SoftAnswer {
  readonly userAgents: readonly string[];
  readonly contentType: string;
  readonly text: string;
}

/**
 * The answers for missing addresses.
 * @param served addresses and patterns that have a rule
 */
function notFoundOf(ctx: DocumentContext, served: ReadonlySet<string>): HeadersManifest['notFound'] {
  // An address that was given to another program is its own, missing or not.
  const isCeded = ({ cede }: DocumentRow) => cede !== undefined && ctx.ceded(cede);
  const known = ctx.table
    .filter((row) => !ctx.served(row.id) && !isCeded(row))
    .flatMap((row) => [
      row.path,
      ...(row.aliases ?? []),
      ...(row.patterns?.(ctx) ?? []).map(({ pattern }) => pattern),
    ])
    .map((path) => withPrefix(path, ctx));
  const documents = [...known, '/svc-sitemap{+path}'].filter(
    (path) => !path.startsWith('/.well-known/') && !served.has(path) && !ctx.files.has(path),
  );
  return {
    status: 404,
    headers: NOT_FOUND_HEADERS,
    documents: [...new Set(documents)].sort(compareText),
    soft: softAnswer(ctx),
  };
}

function softAnswer(ctx: DocumentContext): SoftAnswer | null {
  if (!ctx.settings.soft_404_markdown || !ctx.served('markdown')) return null;
  const index = ctx.isAvailable('llms') ? ctx.urlOf('llms') : ctx.urlOf('index-markdown');
  return {
    userAgents: AI_AGENTS,
    contentType: 'text/markdown; charset=UTF-8',
    text: `# Page not found\n\nThere is no page at this address. All pages of this site are listed in <${index}>.\n`,
  };
}
