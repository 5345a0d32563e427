import { detachString } from '../../../core/detach-string.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import { lastName } from '../../../core/paths.js';
import { apiFolders } from '../../../documents/rest-addresses.js';
import type { EndpointFinder } from '../endpoints.js';

/** The target of an address in a log: a document, a page, or something that is not recorded. */
export type Place =
  | { readonly kind: 'document'; readonly endpoint: string }
  | { readonly kind: 'page'; readonly path: string }
  | undefined;

/** Number of cached addresses. */
const MAX_KEPT = 50_000;

export interface PlaceOptions {
  readonly endpoints: EndpointFinder;
  /** Host of the site, possibly with a port; empty where it is unknown. */
  readonly host: string;
  /** Path of the site's address, without trailing slash. */
  readonly basePath: string;
  readonly restPrefix: string;
}

/**
 * Makes a finder of places. Pages can only be guessed from their addresses: one without an ending, or with that
 * of HTML.
 */
export function placeFinder(options: PlaceOptions): (target: string) => Place {
  const kept = new Map<string, Place>();
  return function findPlace(target) {
    const mark = target.indexOf('?');
    const path = mark === -1 ? target : target.slice(0, mark);
    const known = kept.get(path);
    if (known !== undefined || kept.has(path)) return known;
    if (kept.size >= MAX_KEPT) kept.clear();
    const own = detachString(path);
    const place = placeOf(own, options);
    kept.set(own, place);
    return place;
  };
}

function placeOf(target: string, { endpoints, host, basePath, restPrefix }: PlaceOptions): Place {
  const whole = isElsewhere(target, host) ? undefined : pathOf(target);
  if (whole === undefined) return undefined;
  const path = below(whole, basePath);
  if (path === undefined) return undefined;
  const endpoint = endpoints(path);
  if (endpoint !== undefined) return { kind: 'document', endpoint };
  return isPage(path, restPrefix) ? { kind: 'page', path: target } : undefined;
}

/** Scanners for open proxies request addresses of other hosts. */
function isElsewhere(target: string, host: string): boolean {
  if (target.startsWith('/') || host === '' || !isParsableUrl(target)) return false;
  return !isSameHost(new URL(target).host, host);
}

/** Whether two hosts are one, with or without `www.` and whatever the port. */
export function isSameHost(one: string, other: string): boolean {
  const plain = (host: string) =>
    host
      .toLowerCase()
      .replace(/:\d+$/, '')
      .replace(/^www\./, '')
      .replace(/\.$/, '');
  return plain(one) === plain(other);
}

/** Decoded once, as the server reads it; web servers merge slashes. */
function pathOf(target: string): string | undefined {
  const written = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/]*/i, '') || '/';
  if (!written.startsWith('/')) return undefined;
  const local = written.replace(/\/{2,}/g, '/');
  try {
    return local.includes('%') ? decodeURIComponent(local).normalize('NFC') : local;
  } catch {
    return undefined;
  }
}

function below(path: string, basePath: string): string | undefined {
  if (basePath === '') return path;
  const base = decodeURIComponent(basePath);
  return `${path}/`.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined;
}

function isPage(path: string, restPrefix: string): boolean {
  if (path.replace(/\/$/, '') === `/${restPrefix}`) return false;
  const folders = [...apiFolders({ restPrefix, readPrefix: restPrefix }), '/svc/', '/.well-known/'];
  const isOfService = folders.some((folder) => `${path}/`.startsWith(folder));
  if (isOfService || /(?:^|\/)feed(?:\/|$)/.test(path)) return false;
  const name = lastName(path);
  return !name.includes('.') || /\.html?$/i.test(name);
}
