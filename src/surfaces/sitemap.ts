import { formatUtcOffset } from '../core/dates.js';
import type { IndexEntry } from '../model/entry.js';
import { absoluteUrl, entryUrl, lastModified } from './addresses.js';
import { byModified, groupByType } from './order.js';
import type { Instance, Surface, SurfaceContext } from './surface.js';
import { escapeXml } from './xml.js';

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Most addresses in one file (sitemaps.org). */
const MAX_URLS = 50_000;

interface SitemapUrl {
  readonly loc: string;
  /** Unix seconds. */
  readonly lastmod: number | undefined;
}

interface SitemapPage {
  /** Path below the base, percent-encoded. */
  readonly path: string;
  /** Path below `out/`. */
  readonly file: string;
  readonly urls: readonly SitemapUrl[];
}

/** The address to advertise: another producer's sitemap, else where ours is or would be (spec 2.1.3). */
export function sitemapUrl(ctx: SurfaceContext): string {
  return ctx.otherSitemap ?? absoluteUrl(ctx, '/svc-sitemap.xml');
}

function isSitemapServed(ctx: SurfaceContext): boolean {
  return ctx.settings.enable_sitemap && ctx.otherSitemap === undefined;
}

function newest(urls: readonly SitemapUrl[]): number | undefined {
  return urls.reduce<number | undefined>((best, { lastmod }) => {
    return lastmod !== undefined && (best === undefined || lastmod > best) ? lastmod : best;
  }, undefined);
}

// The front page may be an entry of its own; if not, the home address counts as changed with the newest entry.
function homeUrl(ctx: SurfaceContext): SitemapUrl {
  const front = ctx.entries.find((entry) => entryUrl(ctx, entry) === ctx.site.home);
  if (front !== undefined) return toUrl(ctx, front);
  return { loc: ctx.site.home, lastmod: newest(ctx.entries.map((entry) => toUrl(ctx, entry))) };
}

/**
 * Every sub-sitemap, types in configured order. The home address comes first of all; a type that holds
 * nothing else has no page unless it is the first.
 */
function sitemapPages(ctx: SurfaceContext): readonly SitemapPage[] {
  const groups = groupByType(ctx.entries);
  const first = ctx.types.find((type) => groups.has(type.slug)) ?? ctx.types[0];
  // One place is kept for the home address, so that no page exceeds the limit of the format.
  const size = Math.min(ctx.sitemapPageSize, MAX_URLS - 1);
  return ctx.types.flatMap((type) => {
    const entries = (groups.get(type.slug) ?? []).filter((entry) => entryUrl(ctx, entry) !== ctx.site.home);
    const urls = entries.sort(byModified).map((entry) => toUrl(ctx, entry));
    const chunks = chunk(urls, size);
    const pages = type === first ? [[homeUrl(ctx), ...(chunks[0] ?? [])], ...chunks.slice(1)] : chunks;
    return pages.map((page, index) => ({
      path: `/svc-sitemap-${encodeURIComponent(type.slug)}-${index + 1}.xml`,
      file: `svc-sitemap-${type.slug}-${index + 1}.xml`,
      urls: page,
    }));
  });
}

function toUrl(ctx: SurfaceContext, entry: IndexEntry): SitemapUrl {
  return { loc: entryUrl(ctx, entry), lastmod: lastModified(entry) };
}

function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function xmlEntry(name: 'url' | 'sitemap', { loc, lastmod }: SitemapUrl): string {
  const date = lastmod === undefined ? '' : `\t\t<lastmod>${formatUtcOffset(lastmod)}</lastmod>\n`;
  return `\t<${name}>\n\t\t<loc>${escapeXml(loc)}</loc>\n${date}\t</${name}>\n`;
}

function* urlset(urls: Iterable<SitemapUrl>): Iterable<string> {
  yield `${DECLARATION}<urlset ${XMLNS}>\n`;
  for (const url of urls) yield xmlEntry('url', url);
  yield '</urlset>\n';
}

function* sitemapIndex(ctx: SurfaceContext, pages: Iterable<SitemapPage>): Iterable<string> {
  yield `${DECLARATION}<sitemapindex ${XMLNS}>\n`;
  for (const { path, urls } of pages) {
    yield xmlEntry('sitemap', { loc: absoluteUrl(ctx, path), lastmod: newest(urls) });
  }
  yield '</sitemapindex>\n';
}

function renderRoot(ctx: SurfaceContext): Iterable<string> {
  const pages = sitemapPages(ctx);
  const urls = pages.flatMap((page) => page.urls);
  return urls.length <= MAX_URLS ? urlset(urls) : sitemapIndex(ctx, pages);
}

/** `/svc-sitemap.xml`: index of the sub-sitemaps. */
export const sitemap: Surface = {
  id: 'sitemap',
  path: '/svc-sitemap.xml',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'Sitemap index, while nobody else makes a sitemap.',
  condition: '`enable_sitemap`, and no other sitemap is known',
  document: 'sitemap',
  when: isSitemapServed,
  render: (ctx) => sitemapIndex(ctx, sitemapPages(ctx)),
};

/** `/svc-sitemap-{type}-{page}.xml`: the addresses of one content type. */
export const sitemapPage: Surface<SitemapPage> = {
  id: 'sitemap-page',
  path: '/svc-sitemap-{type}-{page}.xml',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'Sitemap of one content type, last modified first.',
  condition: '`enable_sitemap`, and no other sitemap is known',
  when: isSitemapServed,
  *instances(ctx): Iterable<Instance<SitemapPage>> {
    for (const page of sitemapPages(ctx)) yield { path: page.path, file: page.file, params: page };
  },
  render: (_ctx, page) => urlset(page.urls),
};

/** `/sitemap.xml`: one plain sitemap at the place where every reader looks first. */
export const sitemapRoot: Surface = {
  id: 'sitemap-root',
  path: '/sitemap.xml',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'All addresses in one sitemap; beyond 50,000 the index of the sub-sitemaps.',
  condition: '`enable_root_sitemap` and `enable_sitemap`, and no other sitemap is known',
  when: (ctx) => ctx.settings.enable_root_sitemap && isSitemapServed(ctx),
  render: renderRoot,
};
