import type { ResolveReference } from './rebase.js';

export interface ResolverOptions {
  /** The page's permalink, absolute, below either base address. */
  readonly pageUrl: string;
  /** Base address of the export; empty or undefined where the source has none. */
  readonly exportBase?: string | undefined;
  /** Base address of the site that is built. */
  readonly baseUrl: string;
}

interface Base {
  readonly url: URL;
  /** Host with port, without `www.`, the default ports of both schemes left out. */
  readonly host: string;
  /** Path without trailing slash: empty at the root. */
  readonly path: string;
  /** The address as it is put before a path: origin and path without trailing slash. */
  readonly prefix: string;
}

function comparableHost(url: URL): string {
  const port = url.port === '80' || url.port === '443' ? '' : url.port;
  const name = url.hostname.replace(/^www\./, '');
  return port === '' ? name : `${name}:${port}`;
}

function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function parseBase(text: string): Base | undefined {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined;
  const path = url.pathname.replace(/\/+$/, '');
  return { url, host: comparableHost(url), path, prefix: url.origin + path };
}

/** The part of an address below a base, with its leading slash; undefined outside of it. */
function below(url: URL, base: Base): string | undefined {
  if (comparableHost(url) !== base.host || url.username !== '' || url.password !== '') return undefined;
  const { pathname } = url;
  if (pathname === base.path) return url.search + url.hash;
  if (!pathname.startsWith(`${base.path}/`)) return undefined;
  return pathname.slice(base.path.length) + url.search + url.hash;
}

/**
 * Makes the function that turns the references of one page into absolute addresses of the built site.
 *
 * - A relative reference is read as on the page it was written for: against the permalink on the export's host.
 * - An address below the export's base moves to `baseUrl`, whether written with http, https, `//`, a default
 *   port, with or without `www.`; one on the same host outside of the base path stays on the export's host.
 * - Without an export base, `/path` means a path below `baseUrl`, also where that lies in a folder.
 * - Other absolute addresses, and references that are no valid address, are returned exactly as written.
 * @see https://url.spec.whatwg.org/#url-parsing
 */
export function makeResolver(options: ResolverOptions): ResolveReference {
  const site = parseBase(options.baseUrl);
  if (site === undefined) return (url) => url;
  const origin = parseBase(options.exportBase ?? '') ?? site;
  const isOwn = origin === site;
  const page = exportPage(options.pageUrl, site, origin);
  const move = (url: URL): string => {
    const rest = below(url, origin);
    return rest === undefined ? url.href : site.prefix + rest;
  };

  return function resolve(reference) {
    const isAbsolute = /^https?:[/\\]{2}/i.test(reference);
    if (isAbsolute) {
      const url = parseUrl(reference);
      return url === undefined || below(url, origin) === undefined ? reference : move(url);
    }
    const rooted = /^\/(?![/\\])/.test(reference);
    const text = isOwn && rooted && !isBelowPath(reference, site.path) ? site.path + reference : reference;
    const url = parseUrl(text, page);
    if (url === undefined) return reference;
    if (/^[/\\]{2}/.test(reference)) url.protocol = site.url.protocol;
    return move(url);
  };
}

/** The page's address as the export knew it. */
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
