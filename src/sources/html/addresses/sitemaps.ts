import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { plainText } from '../../../content/html/text.js';
import { isHttpUrl, isParsableUrl } from '../../../core/parsable-url.js';
import { readStart } from '../../read-start.js';
import { MostFrequent } from '../most-frequent.js';
import { pageKey, parseSiteBase, pathBelow, type SiteBase } from './page-address.js';

/** The limits of the sitemap protocol for one file, and ours for all files together. */
const MAX_BYTES = 52_428_800;
const MAX_FILES = 200;
const MAX_ADDRESSES = 1_000_000;

/** Where generators write sitemaps; `robots.txt` may name others. */
const USUAL_NAMES = [
  'sitemap.xml',
  'sitemap_index.xml',
  'sitemap-index.xml',
  'sitemap.xml.gz',
  'sitemap.txt',
];

/** The addresses in the sitemaps of a site. */
export interface SitemapAddresses {
  readonly base: SiteBase | undefined;
  /** Path below the base by key; undefined for a key that sitemaps write in several ways. */
  readonly paths: ReadonlyMap<string, string | undefined>;
  /** The keys of a page, which comes first, and of its translations: by the `hreflang` links of sitemaps. */
  readonly translations: readonly (readonly string[])[];
}

/**
 * Reads the sitemaps in a folder of built pages: those at the usual places, those that `robots.txt` names, and those
 * that they list.
 * @param root absolute
 * @param places keys of the files of the pages
 */
export function readSitemaps(root: string, places: Pick<ReadonlySet<string>, 'has'>): SitemapAddresses {
  const { urls, groups } = locationsOf(root);
  const base = findBase(urls, places);
  const paths = new Map<string, string | undefined>();
  for (const url of base === undefined ? [] : urls) {
    const below = pathBelow(url, base as SiteBase);
    if (below === undefined || url.search !== '') continue;
    const path = below.replace(/(^|\/)index\.x?html?$/i, '$1');
    const key = pageKey(path);
    paths.set(key, paths.has(key) && paths.get(key) !== path ? undefined : path);
  }
  const translations = base === undefined ? [] : groups.map((group) => keysBelow(group, base));
  return { base, paths, translations };
}

/**
 * The keys of all addresses of a site that the sitemaps in a folder name.
 * @param base of the site, absolute, without trailing slash
 */
export function keysInSitemaps(root: string, base: string): ReadonlySet<string> {
  const home = parseSiteBase(base);
  return new Set(home === undefined ? [] : keysBelow(locationsOf(root).urls, home));
}

function keysBelow(urls: readonly URL[], base: SiteBase): readonly string[] {
  return urls.flatMap((url) => {
    const path = pathBelow(url, base);
    return path === undefined ? [] : [pageKey(path)];
  });
}

/** The base under which most addresses have the place of a page. */
function findBase(urls: readonly URL[], places: Pick<ReadonlySet<string>, 'has'>): SiteBase | undefined {
  const votes = new MostFrequent();
  for (const { origin, pathname } of urls) {
    const key = pageKey(pathname);
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) {
      if (places.has(key.slice(at))) votes.add(origin + key.slice(0, at));
    }
  }
  return parseSiteBase(votes.top()?.value ?? '');
}

/** Returns true if a folder of built pages has a sitemap. */
function hasSitemap(root: string): boolean {
  return usualFiles(root).some((file) => readSitemap(file) !== undefined);
}

function usualFiles(root: string): string[] {
  return [...USUAL_NAMES.map((name) => join(root, name)), ...namedInRobots(root)];
}

interface Locations {
  readonly urls: readonly URL[];
  /** A page with its translations. */
  readonly groups: readonly (readonly URL[])[];
}

function locationsOf(root: string): Locations {
  const open = usualFiles(root);
  const seen = new Set<string>();
  const found: URL[] = [];
  const groups: (readonly URL[])[] = [];
  for (let next = 0; next < open.length && seen.size < MAX_FILES; next += 1) {
    const file = open[next] as string;
    if (seen.has(file)) continue;
    const text = readSitemap(file);
    if (text === undefined) continue;
    seen.add(file);
    const urls = file.endsWith('.txt') ? text.split(/\s+/) : locations(text);
    const isIndex = /<(?:\w+:)?sitemapindex[\s>]/.test(text.slice(0, 4096));
    for (const url of urls) {
      if (!isHttpUrl(url)) continue;
      if (isIndex) open.push(...localFiles(root, url));
      else if (found.length < MAX_ADDRESSES) found.push(new URL(url));
    }
    if (groups.length < MAX_ADDRESSES) for (const group of translationsIn(text)) groups.push(group);
  }
  return { urls: found, groups };
}

/** Translations of a page; more than there are languages in use. */
const MAX_TRANSLATIONS = 500;

/** The page of each `<url>` that has `hreflang` links, and the pages that they lead to. */
function translationsIn(text: string): readonly (readonly URL[])[] {
  if (!text.includes('hreflang')) return [];
  return text.split(/<url>/).flatMap((block) => {
    const links = [...block.matchAll(/<(?:\w+:)?link\s([^<>]*)>/g)]
      .slice(0, MAX_TRANSLATIONS)
      .flatMap(([, attributes = '']) => {
        const [, double, single] = /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(attributes) ?? [];
        return /\bhreflang\s*=/.test(attributes) ? [plainText(double ?? single ?? '')] : [];
      });
    const urls = links.length === 0 ? [] : [...locations(block).slice(0, 1), ...links];
    const valid = urls.filter((url) => isParsableUrl(url)).map((url) => new URL(url));
    return valid.length > 1 ? [valid] : [];
  });
}

/** Only `<loc>` without a prefix: the addresses of images have one. */
function locations(text: string): readonly string[] {
  return [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?([^<\]]*)/g)].map(([, url = '']) =>
    url.includes('&') ? plainText(url) : url.trim(),
  );
}

function namedInRobots(root: string): readonly string[] {
  const text = readSitemap(join(root, 'robots.txt')) ?? '';
  return [...text.matchAll(/^[ \t]*sitemap[ \t]*:[ \t]*(\S+)/gim)].flatMap(([, url = '']) =>
    localFiles(root, url),
  );
}

/** The files that an address may be: the folder may be the root of the host, or a part of it. */
function localFiles(root: string, url: string): readonly string[] {
  if (!isParsableUrl(url, 'http://site.invalid')) return [];
  const names = new URL(url, 'http://site.invalid').pathname.split('/').slice(1, 10);
  if (names.some((name) => /%2f|%5c|\\/i.test(name))) return [];
  return names.map((_, index) => join(root, ...names.slice(index)));
}

/** @returns undefined for a file that is missing, too large, or at a place where none can be; links aren't followed */
function readSitemap(file: string): string | undefined {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    if (stat?.isFile() !== true || stat.size > MAX_BYTES) return undefined;
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: MAX_BYTES }) : bytes).toString(
      'utf8',
    );
  } catch {
    return undefined;
  }
}

/** Parts of a head that may state the address, and NUL bytes: in UTF-16, a text search can't find the parts. */
const STATED = /canonical|og:url|\0/i;
const HEAD_END = /<\/head\s*>|<body[\s>]/i;
const START_BYTES = 1 << 16;

/**
 * Returns true if a page or a sitemap may state the address of the site. Searches the text, which is much faster than
 * parsing pages.
 * @param root absolute
 * @param pages paths from the root
 */
export function mayNameSite(root: string, pages: readonly string[]): boolean {
  return pages.some((page) => mayStateAddress(join(root, page))) || hasSitemap(root);
}

function mayStateAddress(file: string): boolean {
  const start = readStart(file, START_BYTES, 'latin1');
  // The rest of a longer head may state it.
  return STATED.test(start) || (start.length === START_BYTES && !HEAD_END.test(start));
}
