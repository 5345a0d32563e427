import { isHiddenName } from '../core/paths.js';

/** The longest name that common file systems take, in bytes. */
export const MAX_NAME_BYTES = 255;
/** The longest path that a sitemap may name is 2,048 characters; the rest is for the base address. */
const MAX_PATH_CHARACTERS = 1800;

/** A surrogate without its other half, which escapes in JSON and YAML can produce; it has no UTF-8 form. */
const HALF_CHARACTER = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The address of an entry and the file of its twin. */
export interface Address {
  /** Below the base, leading slash, percent-encoded, NFC; may carry a query. */
  readonly path: string;
  /** Path of the twin below `out/`, decoded; empty when it has none. */
  readonly twin: string;
  /** Why there is no twin although there is a page. */
  readonly noTwin?: 'query' | 'home' | 'long';
}

/** Why an address cannot be used. */
export interface BadAddress {
  readonly problem: 'elsewhere' | 'unsafe' | 'long';
  readonly detail: string;
}

const LEAVES_FOLDER = 'it contains a path segment that could lead out of the output folder';
const HIDDEN = 'it contains a path segment that begins with a dot, which web servers hide';

/** No name in a path of so many characters can be too long, even with the ending of a twin. */
const MAX_PLAIN = MAX_NAME_BYTES - '.md'.length;

/** A path that needs no change, like most: no name in it begins with a dot or needs encoding. */
const PLAIN = /^\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*\/?$/;
const PLAIN_BASE = /^https?:\/\/[^/?#]+(?:\/[^/?#]+)*$/;

// encodeURIComponent leaves `!'()*~` alone; these may stand in a path as well (RFC 3986 section 3.3).
const KEPT = /%(?:24|26|2B|2C|3B|3D|3A|40)/g;

/**
 * Moves the permalink of an export below the new base address and finds the file of its twin.
 * @param url absolute or site-relative permalink, as the source has it
 * @param bases base addresses that count as the site's own: the export's, the built site's
 */
export function placeEntry(url: string, bases: readonly string[]): Address | BadAddress {
  return placePlain(url, bases[0] ?? '') ?? placeAny(url, bases);
}

function placePlain(url: string, base: string): Address | undefined {
  const path = plainPath(url, base);
  return path === undefined ? undefined : { path, twin: twinFile(path) };
}

/**
 * The path of a permalink that needs no further checks, like most; it has a twin.
 * @param url absolute or site-relative
 * @param base the first of those for `placeEntry`; empty where only a site-relative one will do
 * @returns undefined where `placeEntry` has to decide
 */
function plainPath(url: string, base: string): string | undefined {
  const isBelow = url.startsWith('/');
  if (!isBelow && !(url.startsWith(base) && PLAIN_BASE.test(base))) return undefined;
  const path = isBelow ? url : url.slice(base.length);
  return path.length <= MAX_PLAIN && PLAIN.test(path) ? path : undefined;
}

function placeAny(url: string, bases: readonly string[]): Address | BadAddress {
  const trimmed = url.trim();
  const rest = trimmed.startsWith('/') && !trimmed.startsWith('//') ? trimmed : belowBase(trimmed, bases);
  if (rest === undefined) return { problem: 'elsewhere', detail: `it's on another site` };
  if (HALF_CHARACTER.test(rest)) return { problem: 'unsafe', detail: 'it contains half of a character' };
  const [beforeHash = ''] = rest.split('#', 1);
  const mark = beforeHash.indexOf('?');
  const pathname = mark === -1 ? beforeHash : beforeHash.slice(0, mark);
  const query = mark === -1 ? '' : beforeHash.slice(mark);
  const segments = decodeSegments(pathname);
  if (typeof segments === 'string') return { problem: 'unsafe', detail: segments };
  const path = segments.map(encodeSegment).join('/') + encodeQuery(query);
  if (path.length > MAX_PATH_CHARACTERS) return { problem: 'long', detail: 'it is too long' };
  return withTwin(path, segments, query);
}

function withTwin(path: string, segments: readonly string[], query: string): Address {
  if (query !== '') return { path, twin: '', noTwin: 'query' };
  const names = segments.filter(
    (segment, index) => segment !== '' || (index > 0 && index < segments.length - 1),
  );
  if (names.length === 0) return { path, twin: '', noTwin: 'home' };
  const twin = names.join('/') + (path.endsWith('.md') ? '' : '.md');
  const isLong = twin.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  return isLong ? { path, twin: '', noTwin: 'long' } : { path, twin };
}

/** The twin's file of an address without a query that has one. */
export function twinFile(path: string): string {
  const name = path.slice(1, path.endsWith('/') ? -1 : undefined);
  return (name.includes('%') ? decodeURIComponent(name) : name) + (path.endsWith('.md') ? '' : '.md');
}

/** The part of an absolute URL below one of the bases: `/tea/?x=1`. Schemes and `www.` are ignored. */
function belowBase(url: string, bases: readonly string[]): string | undefined {
  const match = /^(?:https?:)?\/\/([^/?#]*)(.*)$/is.exec(url);
  if (match === null) return /^[a-z][a-z0-9+.-]*:/i.test(url) ? undefined : `/${url}`;
  const host = comparableHost(match[1] ?? '');
  const rest = match[2] ?? '';
  for (const base of bases) {
    const own = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(base);
    if (own === null || comparableHost(own[1] ?? '') !== host) continue;
    const folder = (own[2] ?? '').replace(/\/+$/, '');
    if (!rest.startsWith(folder)) continue;
    const below = rest.slice(folder.length);
    if (below === '' || below.startsWith('/')) return below === '' ? '/' : below;
    if (below.startsWith('?') || below.startsWith('#')) return `/${below}`;
  }
  return undefined;
}

function comparableHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/^www\./, '');
}

/** The decoded segments, the first one empty; a reason where one of them is dangerous, hidden or not UTF-8. */
function decodeSegments(pathname: string): readonly string[] | string {
  const segments: string[] = [];
  for (const segment of pathname.replace(/\/{2,}/g, '/').split('/')) {
    let name: string;
    try {
      name = decodeURIComponent(segment).normalize('NFC');
    } catch {
      return LEAVES_FOLDER;
    }
    if (name === '.' || name === '..' || /[/\\\u0000-\u001f\u007f]/.test(name)) return LEAVES_FOLDER;
    if (isHiddenName(name)) return HIDDEN;
    segments.push(name);
  }
  return segments;
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment).replace(KEPT, decodeURIComponent);
}

// RFC 3986 section 3.4, and the brackets that many servers put there.
function encodeQuery(query: string): string {
  return query
    .replace(/%(?![0-9a-f]{2})/gi, '%25')
    .replace(/[^\w.~!$&'()*+,;=:@/?%[\]-]/gu, encodeURIComponent);
}
