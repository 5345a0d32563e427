import { formatUtcOffset } from '../core/dates.js';
import type { IndexEntry } from '../model/entry.js';
import { absoluteUrl, entryUrl, lastModified } from './addresses.js';
import { type Alternate, alternatesOf } from './alternates.js';
import { byModified, entriesOfType } from './order.js';
import type { Instance, Surface, SurfaceContext } from './surface.js';
import { escapeXml } from './xml.js';

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Only where a page has translations. */
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Most addresses in one file (sitemaps.org). */
const MAX_URLS = 50_000;

interface SitemapUrl {
  readonly loc: string;
  /** Unix seconds. */
  readonly lastmod: number | undefined;
  readonly alternates?: readonly Alternate[];
}

/** What a sitemap lists: entries as they are, since a large site has many; the home address need not be one. */
type Listed = IndexEntry | SitemapUrl;

interface SitemapPage {
  /** Path below the base, percent-encoded. */
  readonly path: string;
  /** Path below `out/`. */
  readonly file: string;
  readonly listed: readonly Listed[];
}

/** The address to advertise: another producer's sitemap, else where ours is or would be (spec 2.1.3). */
export function sitemapUrl(ctx: SurfaceContext): string {
  return ctx.otherSitemap ?? absoluteUrl(ctx, '/svc-sitemap.xml');
}

function isSitemapServed(ctx: SurfaceContext): boolean {
  return ctx.settings.enable_sitemap && ctx.otherSitemap === undefined;
}

function newest(listed: readonly Listed[]): number | undefined {
  return listed.reduce<number | undefined>((best, one) => {
    const lastmod = 'loc' in one ? one.lastmod : lastModified(one);
    return lastmod !== undefined && (best === undefined || lastmod > best) ? lastmod : best;
  }, undefined);
}

// The front page may be an entry of its own; if not, the home address counts as changed with the newest entry.
function homeUrl(ctx: SurfaceContext): SitemapUrl {
  const front = ctx.entries.find((entry) => entryUrl(ctx, entry) === ctx.site.home);
  const loc = ctx.site.home;
  return front === undefined ? { loc, lastmod: newest(ctx.entries) } : entryLine(ctx, front);
}

/**
 * Every sub-sitemap, types in configured order. The home address comes first of all; a type that holds
 * nothing else has no page unless it is the first.
 */
function sitemapPages(ctx: SurfaceContext): readonly SitemapPage[] {
  const known = pagesOf.get(ctx) ?? planPages(ctx);
  pagesOf.set(ctx, known);
  return known;
}

// Three rows ask for the pages of one context.
const pagesOf = new WeakMap<SurfaceContext, readonly SitemapPage[]>();

function planPages(ctx: SurfaceContext): readonly SitemapPage[] {
  const first =
    ctx.types.find((type) => entriesOfType(ctx, type.slug, byModified).length > 0) ?? ctx.types[0];
  // One place is kept for the home address, so that no page exceeds the limit of the format.
  const size = Math.min(ctx.sitemapPageSize, MAX_URLS - 1);
  return ctx.types.flatMap((type) => {
    const entries = entriesOfType(ctx, type.slug, byModified);
    const others = entries.filter((entry) => entryUrl(ctx, entry) !== ctx.site.home);
    const chunks = chunk<Listed>(others, size);
    const pages = type === first ? [[homeUrl(ctx), ...(chunks[0] ?? [])], ...chunks.slice(1)] : chunks;
    return pages.map((page, index) => ({
      path: `/svc-sitemap-${encodeURIComponent(type.slug)}-${index + 1}.xml`,
      file: `svc-sitemap-${type.slug}-${index + 1}.xml`,
      listed: page,
    }));
  });
}

function toUrl(ctx: SurfaceContext, one: Listed): SitemapUrl {
  return 'loc' in one ? one : entryLine(ctx, one);
}

function entryLine(ctx: SurfaceContext, entry: IndexEntry): SitemapUrl {
  return { loc: entryUrl(ctx, entry), lastmod: lastModified(entry), alternates: alternatesOf(ctx, entry) };
}

function chunk<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const chunks: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size));
  return chunks;
}

function xmlEntry(name: 'url' | 'sitemap', { loc, lastmod, alternates = [] }: SitemapUrl): string {
  const date = lastmod === undefined ? '' : `\t\t<lastmod>${formatUtcOffset(lastmod)}</lastmod>\n`;
  const links = alternates.map(
    ({ hreflang, href }) =>
      `\t\t<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${escapeXml(href)}"/>\n`,
  );
  return `\t<${name}>\n\t\t<loc>${escapeXml(loc)}</loc>\n${date}${links.join('')}\t</${name}>\n`;
}

function* urlset(ctx: SurfaceContext, listed: readonly Listed[]): Iterable<string> {
  const isTranslated = listed.some((one) => (toUrl(ctx, one).alternates ?? []).length > 0);
  yield `${DECLARATION}<urlset ${XMLNS}${isTranslated ? ` ${XHTML}` : ''}>\n`;
  for (const one of listed) yield xmlEntry('url', toUrl(ctx, one));
  yield '</urlset>\n';
}

function* sitemapIndex(ctx: SurfaceContext, pages: Iterable<SitemapPage>): Iterable<string> {
  yield `${DECLARATION}<sitemapindex ${XMLNS}>\n`;
  for (const { path, listed } of pages) {
    yield xmlEntry('sitemap', { loc: absoluteUrl(ctx, path), lastmod: newest(listed) });
  }
  yield '</sitemapindex>\n';
}

function renderRoot(ctx: SurfaceContext): Iterable<string> {
  const pages = sitemapPages(ctx);
  const listed = pages.flatMap((page) => page.listed);
  return listed.length <= MAX_URLS ? urlset(ctx, listed) : sitemapIndex(ctx, pages);
}

/** `/svc-sitemap.xml`: index of the sub-sitemaps. */
export const sitemap: Surface = {
  id: 'sitemap',
  path: '/svc-sitemap.xml',
  activity: 'sitemap',
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
  activity: 'sitemap',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'Sitemap of one content type, last modified first.',
  condition: '`enable_sitemap`, and no other sitemap is known',
  when: isSitemapServed,
  *instances(ctx): Iterable<Instance<SitemapPage>> {
    for (const page of sitemapPages(ctx)) yield { path: page.path, file: page.file, params: page };
  },
  render: (ctx, page) => urlset(ctx, page.listed),
};

/** `/sitemap.xml`: one plain sitemap at the place where every reader looks first. */
export const sitemapRoot: Surface = {
  id: 'sitemap-root',
  path: '/sitemap.xml',
  activity: 'sitemap',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'All addresses in one sitemap; beyond 50,000 the index of the sub-sitemaps.',
  condition: '`enable_root_sitemap` and `enable_sitemap`, and no other sitemap is known',
  when: (ctx) => ctx.settings.enable_root_sitemap && isSitemapServed(ctx),
  render: renderRoot,
};
