import { attempt } from '../../core/attempt.js';
import { detachString } from '../../core/text.js';
import type { ResolveReference } from './rebase.js';

interface ResolverOptions {
  /** The page's permalink, absolute, below either base address. */
  readonly pageUrl: string;
  /** Base address of the export; empty or undefined where the source has none. */
  readonly exportBase?: string | undefined;
  /** Base address of the site that is built. */
  readonly baseUrl: string;
}

interface Base {
  readonly url: URL;
  /** Host with port, without `www.` and without default ports. */
  readonly host: string;
  /** Path without trailing slash: empty at the root. */
  readonly path: string;
  /** The prefix for a path: origin and path without trailing slash. */
  readonly prefix: string;
}

function comparableHost(url: URL): string {
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  const name = url.hostname.replace(/^www\./, '');
  return port === '' ? name : `${name}:${port}`;
}

function parseUrl(text: string, base?: URL): URL | undefined {
  return attempt(() => new URL(text, base));
}

function parseBase(text: string): Base | undefined {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  return { url, host: comparableHost(url), path, prefix: url.origin + path };
}

/** The part of an address below a base, with its leading slash; undefined outside it. */
function below(url: URL, base: Base): string | undefined {
  if (comparableHost(url) !== base.host || url.username !== '' || url.password !== '') return undefined;
  const { pathname } = url;
  if (pathname === base.path) return url.search + url.hash;
  if (!pathname.startsWith(`${base.path}/`)) return undefined;
  return pathname.slice(base.path.length) + url.search + url.hash;
}

/** The old and the new base of a site. */
interface Move {
  readonly origin: Base;
  readonly site: Base;
  /** Resolved absolute references: pages repeat them, and they mean the same on all. */
  readonly known: Map<string, string>;
}

/** Few: one for each source of a build. */
const moves = new Map<string, Move | undefined>();
const MAX_MOVES = 100;
/** A limit, since untrusted content may never repeat a reference. */
const MAX_KNOWN = 5000;

function moveOf({ exportBase = '', baseUrl }: ResolverOptions): Move | undefined {
  const key = `${exportBase}\n${baseUrl}`;
  if (moves.has(key)) return moves.get(key);
  const site = parseBase(baseUrl);
  const move = site && { site, origin: parseBase(exportBase) ?? site, known: new Map<string, string>() };
  if (moves.size >= MAX_MOVES) moves.clear();
  moves.set(key, move);
  return move;
}

/**
 * Makes the function that turns the references of one page into absolute addresses of the built site.
 *
 * - A relative reference is resolved against the permalink of its page on the export's host.
 * - An address below the export's base moves to `baseUrl`, whether written with http, https, `//`, a default
 *   port, with or without `www.`; one on the same host outside the base path stays on the export's host.
 * - Without an export base, `/path` means a path below `baseUrl`, also where that is in a folder.
 * - Other absolute addresses, and invalid references, are returned exactly as written.
 * @see https://url.spec.whatwg.org/#url-parsing
 */
export function makeResolver(options: ResolverOptions): ResolveReference {
  const move = moveOf(options);
  if (move === undefined) return (url) => url;
  const { site, origin, known } = move;
  const isOwn = origin === site;
  // Many pages have only absolute references.
  let page: URL | undefined;

  return function resolve(reference) {
    if (/^https?:[/\\]{2}/i.test(reference)) {
      const before = known.get(reference);
      if (before !== undefined) return before;
      // The slice would keep its whole body in memory.
      const own = detachString(reference);
      const resolved = moved(parseUrl(own), move) ?? own;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(own, resolved);
      return resolved;
    }
    const rooted = /^\/(?![/\\])/.test(reference);
    const text = isOwn && rooted && !isBelowPath(reference, site.path) ? site.path + reference : reference;
    page ??= exportPage(options.pageUrl, site, origin);
    const url = parseUrl(text, page);
    if (url === undefined) return reference;
    if (/^[/\\]{2}/.test(reference)) url.protocol = site.url.protocol;
    return moved(url, move) ?? url.href;
  };
}

/** The address below the new base; undefined for one outside the old one. */
function moved(url: URL | undefined, { origin, site }: Move): string | undefined {
  const rest = url && below(url, origin);
  return rest === undefined ? undefined : site.prefix + rest;
}

/** The page's address in the export. */
function exportPage(pageUrl: string, site: Base, origin: Base): URL {
  const url = parseUrl(pageUrl, site.url) ?? site.url;
  if (below(url, origin) !== undefined) return url;
  const rest = below(url, site);
  return rest === undefined ? url : (parseUrl(origin.prefix + rest) ?? url);
}

function isBelowPath(reference: string, path: string): boolean {
  const end = reference.slice(path.length, path.length + 1);
  return reference.startsWith(path) && (end === '' || end === '/' || end === '?' || end === '#');
}
