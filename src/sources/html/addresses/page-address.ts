/** The address at which a host serves a built page, in one spelling. */

import { isHttpUrl, isParsableUrl } from '../../../core/parsable-url.js';
import type { Warnings } from '../../../core/warnings.js';
import { encodePath } from '../../names.js';
import { MostFrequent } from '../most-frequent.js';

/**
 * A key that all spellings of one page's address share: `/docs/a`, `/docs/a/`, `/docs/a.html` and
 * `/docs/a/index.html` have the key `/docs/a`.
 * @param path path of an address, percent-encoded or not
 */
export function pageKey(path: string): string {
  // Most paths are keys already, and every link is looked up.
  return (/^[ -$&-~]*$/.test(path) ? path : decodePath(path))
    .replace(/\.x?html?$/i, '')
    .replace(/(^|\/)index$/, '$1')
    .replace(/\/+$/, '');
}

function decodePath(path: string): string {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // Not percent-encoded, or not as UTF-8: compared as written.
  }
  return decoded.normalize('NFC');
}

/** How a site writes the addresses of its pages. */
export interface AddressStyle {
  /** What follows the name of `a.html`. */
  readonly file: '' | '/' | '.html';
  /** What follows the folder of `a/index.html`. */
  readonly index: '' | '/';
}

/**
 * The address of a file by its place: `a/index.html` is `/a/`, `a.html` is `/a.html` or `/a`. Servers add no other
 * ending: `a.htm` is `/a.htm`.
 * @returns site-relative path, percent-encoded
 */
export function addressOfFile(file: string, style: AddressStyle): string {
  const index = /^(?:(.*)\/)?index\.x?html?$/i.exec(file);
  if (index !== null) return index[1] === undefined ? '/' : `/${encodePath(index[1])}${style.index}`;
  if (style.file === '.html' || !file.endsWith('.html')) return `/${encodePath(file)}`;
  return `/${encodePath(file.slice(0, -'.html'.length))}${style.file}`;
}

/** The style of a file's address; undefined where the address doesn't show it. */
export function styleOf(file: string, address: string): Partial<AddressStyle> | undefined {
  const isIndex = /(?:^|\/)index\.x?html?$/i.test(file);
  if (isIndex)
    return /\.x?html?$/i.test(address) || address === '/'
      ? undefined
      : { index: address.endsWith('/') ? '/' : '' };
  if (/\.x?html?$/i.test(address)) return { file: '.html' };
  return { file: address.endsWith('/') ? '/' : '' };
}

/** The base address of a site: origin and path without trailing slash. */
export interface SiteBase {
  readonly host: string;
  readonly path: string;
  /** The prefix for a path. */
  readonly url: string;
  /** True for an address of a developer's machine or of an example, where no site can be. */
  readonly isPlaceholder?: boolean;
}

/** Hosts that templates and development servers leave behind; RFC 2606 and RFC 6761 reserve them. */
const PLACEHOLDER =
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]|(?:www\.)?example\.(?:com|net|org))$/i;

/** True for an address at which no site can be. */
export function isPlaceholder({ hostname }: Pick<URL, 'hostname'>): boolean {
  return PLACEHOLDER.test(hostname);
}

/** What precedes the path of a page: nothing where the address of the site is unknown. */
export function prefixOf(base: SiteBase | undefined): string {
  return base === undefined || base.isPlaceholder === true ? '' : base.url;
}

/** Reads a base address; undefined for anything but http(s). */
export function parseSiteBase(text: string): SiteBase | undefined {
  if (!isHttpUrl(text)) return undefined;
  const url = new URL(text);
  const path = url.pathname.replace(/\/+$/, '');
  return {
    host: comparableHost(url),
    path,
    url: url.origin + path,
    ...(isPlaceholder(url) && { isPlaceholder: true }),
  };
}

/** Host and port, without `www.`. */
export function comparableHost(url: URL): string {
  return url.host.replace(/^www\./, '');
}

/** The path of an address below the base, with leading slash; undefined for an address elsewhere. */
export function pathBelow(url: URL, base: SiteBase): string | undefined {
  if (comparableHost(url) !== base.host) return undefined;
  if (url.pathname === base.path) return '/';
  return url.pathname.startsWith(`${base.path}/`) ? url.pathname.slice(base.path.length) : undefined;
}

/** True for the file of the front page. */
export function isHome(path: string): boolean {
  return /^index\.x?html?$/i.test(path);
}

/** A canonical address that so many pages share is a mistake of the template. */
const MIN_SHARED = 3;

/** The addresses that the head of a page states. */
interface StatedAddresses {
  /** The page's file. */
  readonly path: string;
  readonly canonical: string;
  readonly socialUrl: string;
}

/** Canonical paths below the base by file; `foreign` for those elsewhere. */
export type Canonicals = ReadonlyMap<string, string | 'foreign'>;

/** The base of most pages: their own address without the part that their place in the folder explains. */
export function findBase(pages: readonly StatedAddresses[]): SiteBase | undefined {
  const votes = new MostFrequent();
  const origins = new MostFrequent();
  for (const { path, canonical, socialUrl } of pages) {
    for (const written of [canonical, socialUrl]) {
      if (!isHttpUrl(written)) continue;
      const url = new URL(written);
      origins.add(url.origin);
      const [place, key] = [pageKey(`/${path}`), pageKey(url.pathname)];
      if (key.endsWith(place)) votes.add(url.origin + key.slice(0, key.length - place.length));
      break;
    }
  }
  // Where no address fits its file, an origin must be that of most pages: a few may point anywhere.
  return parseSiteBase(votes.top()?.value ?? origins.shared(pages.length, 1) ?? '');
}

/** The canonical address that most pages share, which is then a mistake of their template. */
export function sharedCanonical(pages: readonly StatedAddresses[]): string | undefined {
  const all = new MostFrequent();
  for (const { canonical } of pages) all.add(canonical);
  return all.shared(pages.length, MIN_SHARED);
}

/** Reads where the pages say that they are. One that they all share is reported and doesn't count. */
export function readCanonicals(
  pages: readonly StatedAddresses[],
  base: SiteBase | undefined,
  warnings: Warnings,
): Canonicals {
  const same = sharedCanonical(pages);
  if (same !== undefined) warnAboutShared(same, warnings);
  const found = new Map<string, string | 'foreign'>();
  for (const { path, canonical, socialUrl } of pages) {
    const stated = canonical === '' || canonical === same ? undefined : canonicalPath(canonical, path, base);
    if (stated !== undefined) found.set(path, stated);
    else {
      const social = canonicalPath(socialUrl, path, base);
      if (social !== undefined && pageKey(social) === pageKey(`/${path}`)) found.set(path, social);
    }
  }
  return found;
}

function canonicalPath(
  written: string,
  file: string,
  base: SiteBase | undefined,
): string | 'foreign' | undefined {
  if (written === '') return undefined;
  const isAbsolute = /^(?:https?:)?\/\//i.test(written);
  const own = `${base?.url ?? 'http://site.invalid'}/${file}`;
  if (!isParsableUrl(written, own)) return undefined;
  const url = new URL(written, own);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  const home = base ?? (isAbsolute ? undefined : { host: comparableHost(url), path: '', url: url.origin });
  const below = home === undefined ? undefined : pathBelow(url, home);
  if (below !== undefined) return below.replace(/(^|\/)index\.x?html?$/i, '$1');
  // No page has its original on a developer's machine.
  return isPlaceholder(url) ? undefined : 'foreign';
}

function warnAboutShared(canonical: string, warnings: Warnings): void {
  warnings.add({
    code: 'html-canonical-same',
    message: `Most pages name the same canonical address (${canonical.slice(0, 200)}); it was ignored.`,
    fix: 'Change the template so that it writes the address of each page, or no canonical address.',
  });
}
