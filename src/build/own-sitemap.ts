import { parseRobots } from '../core/robots-rules.js';

/** Names that generators and content management systems give the root sitemap. */
const USUAL = ['sitemap_index.xml', 'sitemap-index.xml', 'sitemap.xml', 'wp-sitemap.xml'];
/** Length of the part of a page in which its head is searched. */
const MAX_HEAD = 50_000;
/** Our own sitemaps don't count as the site's, although they may have been copied into it. */
const OURS = /^svc-sitemap/;

/** Where a site may name its own sitemap. */
export interface SitemapHints {
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
  if (!URL.canParse(address, base)) return undefined;
  const { origin, pathname: written, search } = new URL(address, base);
  // Themes join a base that ends in a slash with a path that begins with one.
  const pathname = written.replace(/\/{2,}/g, '/');
  const folder = new URL(base).pathname;
  if (origin !== new URL(base).origin || !pathname.startsWith(folder) || search !== '') return undefined;
  const file = pathname.slice(folder.length);
  return /\.xml$/i.test(file) && !OURS.test(file) ? file : undefined;
}
