import { isUtf8 } from 'node:buffer';
import { type Dirent, readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Config } from '../config/config.js';
import type { Hooks } from '../config/hooks/hooks.js';
import { attempt } from '../core/attempt.js';
import { compareText } from '../core/compare.js';
import { isParsableUrl } from '../core/parsable-url.js';
import { onSite } from '../core/paths.js';
import { decodePercent } from '../core/percent.js';
import { parseRobots } from '../core/robots-rules.js';
import type { SiteFiles } from '../documents/document-row.js';
import { encodingOf } from '../sources/decode.js';

/** Files that the site brings along; the service never replaces them. */
export interface RealFiles {
  readonly files: SiteFiles;
  readonly robots: string | undefined;
  /** Absolute URL of a sitemap or feed that the site brings or the configuration names. */
  readonly sitemap: string | undefined;
  readonly feed: string | undefined;
  /** The files in `.well-known` and its subfolders, as paths below the output folder, with their origin. */
  readonly wellKnown: readonly { readonly file: string; readonly source: string }[];
}

const FEEDS = ['feed.xml', 'rss.xml', 'atom.xml', 'feed/index.xml', 'index.xml'];
const WELL_KNOWN = '.well-known';

/**
 * Searches `publicDir` and `siteDir` for the site's own files; the first match wins.
 * @param isOurs true for a file that an earlier build wrote: in a site that is its own output folder such a file
 * is not the site's
 */
export function findRealFiles(config: Config, baseUrl: string, isOurs: (file: string) => boolean): RealFiles {
  const folders = [config.publicDir, config.siteDir]
    .filter((folder) => folder !== undefined)
    .filter(isFolder);
  const outputs = folders.filter((folder) => isSame(folder, config.out));
  // Only the build knows which files an earlier build wrote, so the list is kept only where it is needed.
  return filesIn({ folders, outputs, config, baseUrl }, outputs.length === 0 ? () => false : isOurs);
}

interface Places {
  readonly folders: readonly string[];
  /** The folders among them that are the output folder too. */
  readonly outputs: readonly string[];
  readonly config: Config;
  readonly baseUrl: string;
}

function filesIn(
  { folders, outputs, config, baseUrl }: Places,
  isOurs: (file: string) => boolean,
): RealFiles {
  // robots.txt is extended: an earlier build's version contains the site's part too.
  const isMade = (file: string) => file !== 'robots.txt' && isOurs(file);
  const find = (file: string): string | undefined =>
    folders
      .filter((folder) => !(isMade(file) && outputs.includes(folder)))
      .map((folder) => fileInside(folder, file))
      .find((path) => path !== undefined);
  const urlOf = (files: readonly string[]): string | undefined => {
    const file = files.find((name) => find(decodePercent(name)) !== undefined);
    return file === undefined ? undefined : `${baseUrl}/${file}`;
  };
  const absolute = (url: string | undefined) => url && onSite(url, baseUrl);
  const robots = textAt(find('robots.txt'), percentEncoded);
  const home = textAt(find('index.html'));
  const wellKnown = [...new Set(folders.flatMap(wellKnownFiles))]
    .sort(compareText)
    .flatMap((file) => withSource(file, find(file)));
  const listed = new Set(wellKnown.map(({ file }) => file));
  // Below `.well-known` only the copied files count.
  const hasFile = (file: string) =>
    file.startsWith(`${WELL_KNOWN}/`) ? listed.has(file) : find(file) !== undefined;
  return {
    files: {
      has: (path) => !path.includes('{') && hasFile(decodePercent(path).slice(1)),
      wellKnown: wellKnown.map(({ file }) => file.slice(WELL_KNOWN.length + 1)),
    },
    robots,
    sitemap: absolute(config.sitemap.url) ?? urlOf(sitemapFiles({ robots, home }, baseUrl)),
    feed: absolute(config.feed.url) ?? urlOf(FEEDS),
    wellKnown,
  };
}

/**
 * The sitemap that another program makes, after the plugins' filters.
 * @returns absolute URL; undefined when there is none and ours is built
 */
export async function filterSitemap(hooks: Hooks, found: string | undefined): Promise<string | undefined> {
  const asked = { url: found ?? '', source: found === undefined ? '' : 'site', label: '' };
  const { url } = await hooks.apply('svc_sitemap', asked);
  if (url === '') return undefined;
  return typeof url === 'string' && /^https?:\/\//i.test(url) ? url : found;
}

function withSource(file: string, source: string | undefined): readonly { file: string; source: string }[] {
  return source === undefined ? [] : [{ file, source }];
}

/**
 * Every file in the `.well-known` of a folder except hidden ones, as a path below the folder. Linked folders are left
 * out.
 */
function wellKnownFiles(folder: string): readonly string[] {
  const list = (below: string): readonly string[] =>
    entriesOf(join(folder, below))
      .filter(({ name }) => !name.startsWith('.'))
      .flatMap((entry) =>
        entry.isDirectory() ? list(`${below}/${entry.name}`) : [`${below}/${entry.name}`],
      );
  return list(WELL_KNOWN);
}

function entriesOf(folder: string): readonly Dirent[] {
  return isFolder(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}

/**
 * The real path of a file below a folder, or below its `.well-known` for such a path; undefined
 * when there is none, or when a link leads out.
 */
function fileInside(folder: string, file: string): string | undefined {
  const path = join(folder, file);
  if (!isFile(path)) return undefined;
  const real = realpathSync(path);
  const own = realpathSync(folder);
  // `.well-known` itself must not be a link either: its target was not meant to be published.
  const root = file.startsWith(`${WELL_KNOWN}/`) ? join(own, WELL_KNOWN) : own;
  return real.startsWith(root + sep) ? real : undefined;
}

/**
 * The text of a file in UTF-8, or in UTF-16 by its byte order mark. A mark of UTF-8 stays.
 * @param other reads bytes that are neither
 */
function textAt(
  path: string | undefined,
  other = (bytes: Buffer) => bytes.toString('utf8'),
): string | undefined {
  if (path === undefined) return undefined;
  const bytes = readFileSync(path);
  const encoding = encodingOf(bytes);
  if (encoding !== 'utf-8') return new TextDecoder(encoding).decode(bytes);
  return isUtf8(bytes) ? bytes.toString('utf8') : other(bytes);
}

/** Rules for addresses in another encoding mean the same when their bytes are percent-encoded (RFC 9309 section 2.2.2). */
function percentEncoded(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  return text.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

function isSame(folder: string, other: string): boolean {
  return isFolder(other) && realpathSync(folder) === realpathSync(other);
}

function isFolder(path: string): boolean {
  return statIfExists(path)?.isDirectory() === true;
}

/** Whether a path leads to a file that can be read. */
export function isFile(path: string): boolean {
  return statIfExists(path)?.isFile() === true;
}

// A path that can't be read, such as a circle of links or a path below a file, counts as missing.
function statIfExists(path: string): Stats | undefined {
  return attempt(() => statSync(path));
}

/** Names that generators and content management systems give the root sitemap. */
const USUAL = [
  ...['wp-sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml', 'sitemap.xml'],
  ...['sitemap/sitemap-index.xml', 'sitemap-0.xml'],
];
/** Length of the part of a page in which its head is searched. */
const MAX_HEAD = 50_000;
/** Our own sitemaps don't count as the site's, although they may have been copied into it. */
const OURS = /^svc-sitemap/;

/** Where a site may name its own sitemap. */
interface SitemapHints {
  readonly robots: string | undefined;
  /** HTML of the front page. */
  readonly home: string | undefined;
}

/**
 * Files that may be the site's own sitemap, the likeliest first: those in `robots.txt`, those that the front page
 * links to, and those with a usual name.
 * @returns paths below the output folder, which may not exist
 */
export function sitemapFiles({ robots, home }: SitemapHints, baseUrl: string): readonly string[] {
  const named = [...namedBy(robots ?? ''), ...linkedFrom((home ?? '').slice(0, MAX_HEAD))];
  const files = named.flatMap((address) => fileAt(address, baseUrl) ?? []);
  return [...new Set([...files, ...USUAL])];
}

function namedBy(robots: string): readonly string[] {
  return parseRobots(robots)
    .filter(({ key }) => key === 'sitemap')
    .map(({ value }) => value);
}

/** `<link rel="sitemap" href="/sitemap-0.xml">`. */
function linkedFrom(html: string): readonly string[] {
  const links = html.replace(/<!--(?:(?!<!--).)*?-->/gs, '').match(/<link\b[^>]*>/gi) ?? [];
  return links
    .filter((link) => /\srel\s*=\s*["']?sitemap(?=["'\s>])/i.test(link))
    .flatMap((link) => /\shref\s*=\s*["']?([^"'\s>]+)/i.exec(link)?.[1] ?? []);
}

/** The file of an address of the site; undefined for other addresses, and for anything but XML. */
function fileAt(address: string, baseUrl: string): string | undefined {
  const base = `${baseUrl}/`;
  if (!isParsableUrl(address, base)) return undefined;
  const { origin, pathname: written, search } = new URL(address, base);
  // Themes join a base that ends in a slash with a path that begins with one.
  const pathname = written.replace(/\/{2,}/g, '/');
  const folder = new URL(base).pathname;
  if (origin !== new URL(base).origin || !pathname.startsWith(folder) || search !== '') return undefined;
  const file = pathname.slice(folder.length);
  return /\.xml$/i.test(file) && !OURS.test(file) ? file : undefined;
}
