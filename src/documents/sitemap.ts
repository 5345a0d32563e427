import { batches } from '../core/batches.js';
import { formatUtcOffset } from '../core/dates.js';
import { memoisedByObject } from '../core/memoised.js';
import type { IndexEntry } from '../site/site.js';
import { absoluteUrl, byModified, entriesOfType, entryUrl, lastModified } from './addresses.js';
import { type Alternate, alternatesOf } from './alternates.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { escapeXml } from './xml.js';

const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Only where a page has translations. */
const XHTML = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Maximum number of addresses in one file (sitemaps.org). */
const MAX_URLS = 50_000;

interface SitemapUrl {
  readonly loc: string;
  /** Unix seconds. */
  readonly lastmod: number | undefined;
  readonly alternates?: readonly Alternate[];
}

interface SitemapPage {
  /** Path below the base, percent-encoded. */
  readonly path: string;
  /** Path below `out/`. */
  readonly file: string;
  /** On the page that begins with it. */
  readonly home: SitemapUrl | undefined;
  /** Unchanged, since a large site has many. */
  readonly entries: readonly IndexEntry[];
}

/** The address to advertise: another producer's sitemap, else where ours is or would be (spec section 2.1.3). */
export function sitemapUrl(ctx: DocumentContext): string {
  return ctx.otherSitemap ?? absoluteUrl(ctx, '/svc-sitemap.xml');
}

function isSitemapServed(ctx: DocumentContext): boolean {
  return ctx.settings.enable_sitemap && ctx.otherSitemap === undefined;
}

function newest(dates: Iterable<number | undefined>): number | undefined {
  let best: number | undefined;
  for (const date of dates) if (date !== undefined && (best === undefined || date > best)) best = date;
  return best;
}

function* datesOf({ home, entries }: Pick<SitemapPage, 'home' | 'entries'>): Iterable<number | undefined> {
  yield home?.lastmod;
  for (const entry of entries) yield lastModified(entry);
}

// The front page may be an entry of its own; if not, the home address counts as changed with the newest entry.
function homeUrl(ctx: DocumentContext, front: IndexEntry | undefined): SitemapUrl {
  if (front !== undefined) return urlOf(ctx, front);
  return { loc: ctx.site.home, lastmod: newest(datesOf({ home: undefined, entries: ctx.entries })) };
}

/**
 * Every sub-sitemap, types in configured order. The home address comes first of all; an otherwise empty
 * type has no page unless it is the first.
 */
const sitemapPages = memoisedByObject((ctx: DocumentContext): readonly SitemapPage[] => {
  const first =
    ctx.types.find((type) => ownEntries(entriesOfType(ctx, type.slug, byModified)).length > 0) ??
    ctx.types[0];
  // One place is reserved for the home address, so that no page exceeds the limit of the format.
  const size = Math.min(ctx.sitemapPageSize, MAX_URLS - 1);
  const front = ctx.entries.find((entry) => entryUrl(ctx, entry) === ctx.site.home);
  return ctx.types.flatMap((type) => {
    const entries = ownEntries(entriesOfType(ctx, type.slug, byModified));
    const others = front?.type === type.slug ? entries.filter((entry) => entry !== front) : entries;
    const chunks = [...batches(others, size)];
    if (type === first && chunks.length === 0) chunks.push([]);
    return chunks.map((page, index) => ({
      path: `/svc-sitemap-${encodeURIComponent(type.slug)}-${index + 1}.xml`,
      file: `svc-sitemap-${type.slug}-${index + 1}.xml`,
      home: type === first && index === 0 && front?.canonical === undefined ? homeUrl(ctx, front) : undefined,
      entries: page,
    }));
  });
});

/** Without copies of pages elsewhere: a sitemap lists canonical addresses. */
function ownEntries(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const isOwn = ({ canonical }: IndexEntry) => canonical === undefined;
  return entries.every(isOwn) ? entries : entries.filter(isOwn);
}

function urlOf(ctx: DocumentContext, entry: IndexEntry): SitemapUrl {
  return { loc: entryUrl(ctx, entry), lastmod: lastModified(entry), alternates: alternatesOf(ctx, entry) };
}

function xmlEntry(name: 'url' | 'sitemap', { loc, lastmod, alternates = [] }: SitemapUrl): string {
  const date = lastmod === undefined ? '' : `\t\t<lastmod>${formatUtcOffset(lastmod)}</lastmod>\n`;
  const links = alternates.map(
    ({ hreflang, href }) =>
      `\t\t<xhtml:link rel="alternate" hreflang="${escapeXml(hreflang)}" href="${escapeXml(href)}"/>\n`,
  );
  return `\t<${name}>\n\t\t<loc>${escapeXml(loc)}</loc>\n${date}${links.join('')}\t</${name}>\n`;
}

function* urlset(ctx: DocumentContext, pages: readonly SitemapPage[]): Iterable<string> {
  const isTranslated = pages.some(
    ({ home, entries }) =>
      (home?.alternates ?? []).length > 0 || entries.some((entry) => alternatesOf(ctx, entry).length > 0),
  );
  yield `${DECLARATION}<urlset ${XMLNS}${isTranslated ? ` ${XHTML}` : ''}>\n`;
  for (const { home, entries } of pages) {
    if (home !== undefined) yield xmlEntry('url', home);
    for (const entry of entries) yield xmlEntry('url', urlOf(ctx, entry));
  }
  yield '</urlset>\n';
}

function* sitemapIndex(ctx: DocumentContext, pages: Iterable<SitemapPage>): Iterable<string> {
  yield `${DECLARATION}<sitemapindex ${XMLNS}>\n`;
  for (const page of pages) {
    yield xmlEntry('sitemap', { loc: absoluteUrl(ctx, page.path), lastmod: newest(datesOf(page)) });
  }
  yield '</sitemapindex>\n';
}

function renderRoot(ctx: DocumentContext): Iterable<string> {
  const pages = sitemapPages(ctx);
  const count = pages.reduce((sum, { home, entries }) => sum + entries.length + (home ? 1 : 0), 0);
  return count <= MAX_URLS ? urlset(ctx, pages) : sitemapIndex(ctx, pages);
}

/** `/svc-sitemap.xml`: index of the sub-sitemaps. */
export const sitemap: DocumentRow = {
  id: 'sitemap',
  path: '/svc-sitemap.xml',
  activity: 'sitemap',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'Sitemap index.',
  condition: '`enable_sitemap`, and the site has no other sitemap',
  discoveryKey: 'sitemap',
  links: 'pages',
  when: isSitemapServed,
  render: (ctx) => sitemapIndex(ctx, sitemapPages(ctx)),
};

/** `/svc-sitemap-{type}-{page}.xml`: the addresses of one content type. */
export const sitemapPage: DocumentRow<SitemapPage> = {
  id: 'sitemap-page',
  path: '/svc-sitemap-{type}-{page}.xml',
  activity: 'sitemap',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'Sitemap of one content type, last modified first.',
  condition: '`enable_sitemap`, and the site has no other sitemap',
  links: 'pages',
  when: isSitemapServed,
  *instances(ctx) {
    for (const page of sitemapPages(ctx)) yield { path: page.path, file: page.file, params: page };
  },
  render: (ctx, page) => urlset(ctx, [page]),
};

/** `/sitemap.xml`: one plain sitemap at the place where every reader looks first. */
export const sitemapRoot: DocumentRow = {
  id: 'sitemap-root',
  path: '/sitemap.xml',
  activity: 'sitemap',
  contentType: 'application/xml',
  headers: 'agentText',
  summary: 'All addresses in one sitemap; above 50,000 addresses, a sitemap index.',
  condition: '`enable_root_sitemap` and `enable_sitemap`, and the site has no other sitemap',
  links: 'pages',
  when: (ctx) => ctx.settings.enable_root_sitemap && isSitemapServed(ctx),
  render: renderRoot,
};
