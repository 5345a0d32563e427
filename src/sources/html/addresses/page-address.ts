import { isParsableUrl } from '../../../core/parsable-url.js';
import { encodePath } from '../../names.js';

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
  if (!/^https?:\/\//i.test(text) || !isParsableUrl(text)) return undefined;
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
