/** Links from pages to their twins and to documents, as headers and as tags. */

import { onSite } from '../../core/paths.js';
import type { IndexEntry } from '../../site/site.js';
import { entryUrl, twinUrl } from '../addresses.js';
import type { DocumentContext } from '../document-row.js';
import { restRootUrl } from '../rest-addresses.js';

/** A link from a page to another document, for a `Link` header or the head of a page. */
interface PageLink {
  readonly href: string;
  readonly rel: string;
  readonly type?: string;
}

/**
 * The `Link` headers of every front-end answer, in the order in which they are sent, each only where its target is
 * served. One that the page already has (same relation, for `alternate` also the same type) is left out by
 * the code that adds them, except for the first two.
 * @param entry the page's entry; none for the front page and archives
 */
export function linkHeaders(ctx: DocumentContext, entry?: IndexEntry): readonly PageLink[] {
  const links: PageLink[] = [];
  if (ctx.isAvailable('discovery')) {
    const discovery = { href: ctx.urlOf('discovery'), type: 'application/json' };
    links.push({ ...discovery, rel: 'service-desc' }, { ...discovery, rel: 'discovery' });
  }
  if (ctx.ceded('link_headers')) return links;
  if (ctx.served('rest-index')) links.push({ href: restRootUrl(ctx), rel: 'api-catalog' });
  links.push(...describedBy(ctx), ...catalog(ctx), ...markdownAlternate(ctx, entry));
  return links;
}

/**
 * The `Link` headers of a document that is served among the pages: the same as for pages. Documents below
 * `/.well-known/`, the REST API, schemas and scripts have none.
 * @param path of the document, which may be a pattern
 */
export function documentLinkHeaders(ctx: DocumentContext, path: string): readonly PageLink[] {
  return /^\/(?:[.]well-known|\{rest_prefix\}|schemas)\/|[.]js$/.test(path) ? [] : linkHeaders(ctx);
}

/** The links for the head of a page, for hosts that can't send headers. */
export function headLinks(ctx: DocumentContext, entry?: IndexEntry): readonly PageLink[] {
  const links: PageLink[] = [...describedBy(ctx)];
  if (ctx.isAvailable('openapi')) {
    links.push({ href: ctx.urlOf('openapi'), rel: 'service-desc', type: 'application/json' });
  }
  if (ctx.isAvailable('discovery')) {
    links.push({ href: ctx.urlOf('discovery'), rel: 'discovery', type: 'application/json' });
  }
  return [...links, ...catalog(ctx), ...markdownAlternate(ctx, entry)];
}

/** The `Link` headers of a Markdown twin: it is a copy of the page, or of what the page is a copy of. */
export function twinLinkHeaders(ctx: DocumentContext, entry: IndexEntry): readonly PageLink[] {
  return [{ href: entry.canonical ?? entryUrl(ctx, entry), rel: 'canonical' }];
}

function describedBy(ctx: DocumentContext): readonly PageLink[] {
  return ctx.isAvailable('llms') ? [{ href: ctx.urlOf('llms'), rel: 'describedby', type: 'text/plain' }] : [];
}

function catalog(ctx: DocumentContext): readonly PageLink[] {
  if (!ctx.isAvailable('ai-catalog')) return [];
  return [{ href: ctx.urlOf('ai-catalog'), rel: 'ard', type: 'application/ai-catalog+json' }];
}

function markdownAlternate(ctx: DocumentContext, entry: IndexEntry | undefined): readonly PageLink[] {
  const href = entry === undefined ? undefined : twinUrl(ctx, entry);
  return href === undefined ? [] : [{ href, rel: 'alternate', type: 'text/markdown' }];
}

/**
 * The value of one `Link` header field.
 * @see RFC 8288 section 3
 */
export function formatLink({ href, rel, type }: PageLink): string {
  // A permalink is percent-encoded already; these would end the target or the field.
  const target = href.replace(/[<>"\s]/g, (char) => encodeURIComponent(char));
  return `<${target}>; rel="${rel}"${type === undefined ? '' : `; type="${type}"`}`;
}

/** The headers by which pages reserve their use for training; none while training is allowed. */
export function usageHeaders({
  settings,
  site,
}: Pick<DocumentContext, 'settings' | 'site'>): Readonly<Record<string, string>> {
  if (!settings.enable_ai_header || settings.content_signal.ai_train) return {};
  const policy = settings.tdm_policy_url;
  return {
    'tdm-reservation': '1',
    ...(policy === '' ? {} : { 'tdm-policy': onSite(policy, site.baseUrl) }),
    ...(settings.ai_noai_header ? { 'X-Robots-Tag': 'noai, noimageai' } : {}),
  };
}

/**
 * Whether an address has them: pages, the change feed and sitemaps do; documents for agents, feeds and
 * the read API do not.
 * @param path below the base address, with leading slash
 * @param readPrefix of the read API, without slashes around it
 */
export function carriesUsageHeaders(path: string, readPrefix: string): boolean {
  const lower = path.toLowerCase();
  return !(
    lower.startsWith('/.well-known/') ||
    lower.startsWith(`/${readPrefix}/`) ||
    lower.startsWith('/schemas/') ||
    lower.includes('/feed') ||
    /\.md$|(?:^|\/)(?:llms|llms-full|robots)\.txt$/.test(lower)
  );
}

/**
 * The headers of every page, whichever of its variants: the variants of an address have to announce that there are
 * others.
 */
export function pageHeaders(ctx: DocumentContext): Readonly<Record<string, string>> {
  return { 'X-Content-Type-Options': 'nosniff', Vary: 'Accept', ...usageHeaders(ctx) };
}
