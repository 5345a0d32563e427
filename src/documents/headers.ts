/** Response headers of documents, by profile. */

import type { Settings } from '../config/settings.js';
import { escapeRegExp } from '../core/text.js';
import type { DocumentRow, HeaderProfile } from './document-row.js';

/** Response headers in the order and spelling in which they are sent. */
export type Headers = Readonly<Record<string, string>>;

const NOSNIFF = { 'X-Content-Type-Options': 'nosniff' };
const CORS = { 'Access-Control-Allow-Origin': '*' };
const VARY_ACCEPT = { Vary: 'Accept' };
const HOUR = { 'Cache-Control': 'public, max-age=3600' };
const FIVE_MINUTES = { 'Cache-Control': 'public, max-age=300' };
const NO_STORE = { 'Cache-Control': 'no-store, max-age=0', 'CDN-Cache-Control': 'no-store' };
const NO_STORE_ANYWHERE = { ...NO_STORE, 'Cloudflare-CDN-Cache-Control': 'no-store', 'X-Accel-Expires': '0' };

/**
 * The headers of a 404. Caches don't keep it, since the page may exist a moment later. Scripts of other origins, such as
 * OAuth clients, may read it.
 */
export const NOT_FOUND_HEADERS: Headers = { 'Cache-Control': 'no-store, max-age=0', ...CORS };

const PROFILES: Readonly<Record<HeaderProfile, Headers>> = {
  wellKnown: { ...NOSNIFF, ...CORS, ...HOUR },
  agentText: { ...NOSNIFF, ...CORS, ...VARY_ACCEPT, ...HOUR },
  markdown: { ...NOSNIFF, ...CORS, ...VARY_ACCEPT, ...NO_STORE_ANYWHERE },
  changeFeed: { ...NOSNIFF, ...CORS, ...VARY_ACCEPT, ...FIVE_MINUTES },
  plain: { ...NOSNIFF, ...HOUR },
  // As fresh as the change feed, which refers its readers to it.
  restApi: { ...NOSNIFF, ...CORS, ...FIVE_MINUTES },
};

/** Answer to `OPTIONS` on a name that the service owns (spec section 8.2); its status is 204. */
export const PREFLIGHT_HEADERS: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
  'Access-Control-Allow-Headers': '*',
  'Access-Control-Max-Age': '86400',
  'Content-Length': '0',
};

/**
 * The headers of a profile (spec section 8.1).
 * @param contentType media type without charset
 * @param settings `bypass_shared_cache` turns every cacheable answer into `no-store`
 */
export function profileHeaders(
  profile: HeaderProfile,
  contentType: string,
  settings: Pick<Settings, 'bypass_shared_cache'>,
): Headers {
  const type = { 'Content-Type': `${contentType}; charset=UTF-8` };
  const caching = settings.bypass_shared_cache ? NO_STORE : {};
  return { ...type, ...PROFILES[profile], ...caching };
}

/**
 * The headers of a document at its own address. Markdown addresses also keep search engines from listing the
 * copy next to the page; the same Markdown negotiated at the page's address takes `profileHeaders` alone.
 */
export function headersOf(
  row: Pick<DocumentRow, 'contentType' | 'registeredType' | 'headers' | 'extraHeaders'>,
  settings: Pick<Settings, 'bypass_shared_cache'> & Partial<Pick<Settings, 'registered_directory_type'>>,
): Headers {
  const { contentType, registeredType } = row;
  const headers = profileHeaders(row.headers, contentType, settings);
  if (settings.registered_directory_type && registeredType !== undefined)
    return { ...headers, 'Content-Type': registeredType, ...row.extraHeaders };
  const robots = row.headers === 'markdown' ? { 'X-Robots-Tag': 'noindex' } : {};
  return { ...headers, ...robots, ...row.extraHeaders };
}

/**
 * The headers of a signed document: a cache or proxy that compressed or rewrote it would break its signature.
 * @see RFC 9111 section 5.2.2.6
 */
export function untransformed<H extends Readonly<Record<string, string | readonly string[]>>>(headers: H): H {
  const { 'Cache-Control': caching = '' } = headers;
  return { ...headers, 'Cache-Control': caching === '' ? 'no-transform' : `${caching}, no-transform` };
}

/**
 * True where `OPTIONS` is answered: generated well-known documents, except those that opt out, and the read API, whose
 * clients in a browser send fields of their own (spec section 8.2).
 */
export function answersPreflight({
  headers,
  preflight,
}: Pick<DocumentRow, 'headers' | 'preflight'>): boolean {
  return (headers === 'wellKnown' || headers === 'restApi') && preflight !== false;
}

/** The request fields that decide between a page and its Markdown, for `Vary`. */
export function varyOf(settings: Pick<Settings, 'markdown_for_ai_agents' | 'soft_404_markdown'>): string {
  return settings.markdown_for_ai_agents || settings.soft_404_markdown ? 'Accept, User-Agent' : 'Accept';
}

/** Where the catalog of APIs may be requested in addition to its well-known name. */
const CATALOG = '/api-catalog';

/**
 * The paths that a cache which ignores response headers has to leave alone, `*` for any text: what is read as
 * news, and what is counted when it is read.
 */
export function cacheExclusions(table: readonly DocumentRow[]): readonly string[] {
  return [...new Set([...table.flatMap(patternsOf), CATALOG])];
}

/** Sitemaps, feeds, pages and the read API may be cached as their headers allow. */
function patternsOf({ path, aliases = [], headers, contentType }: DocumentRow): readonly string[] {
  if (path.startsWith('/.well-known/')) return ['/.well-known/*'];
  if (headers === 'markdown') return ['*.md'];
  const isText = headers === 'agentText' && contentType === 'text/plain';
  if (!isText && headers !== 'changeFeed') return [];
  return [path, ...aliases].map((one) => one.replace(/\{[^}]+\}/g, '*'));
}

/**
 * Whether caches have to leave a path alone.
 * @param path below the base, with leading slash and without query
 */
export function isCacheExcluded(path: string, exclusions: readonly string[]): boolean {
  return exclusions.some((pattern) => {
    const source = pattern.split('*').map(escapeRegExp);
    return new RegExp(`^${source.join('.*')}$`).test(path);
  });
}
