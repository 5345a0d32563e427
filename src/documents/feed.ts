import { formatRfc822 } from '../core/dates.js';
import type { IndexEntry } from '../site/site.js';
import { absoluteUrl, byPublished, entriesOfType, entryUrl, lastModified } from './addresses.js';
import { type ContentItem, escapeHtml } from './content-item.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { tidyLine } from './escape.js';
import { cdata, escapeXml } from './xml.js';

const MAX_ITEMS = 20;
const NAMESPACES =
  'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" ' +
  'xmlns:dc="http://purl.org/dc/elements/1.1/"';

/** The root element of this program's feed, which tells it from other feeds at its address. */
export const FEED_ROOT = `<rss version="2.0" ${NAMESPACES}>`;

/** The address to advertise: another producer's feed, else ours. */
export function feedUrl(ctx: DocumentContext): string {
  return ctx.otherFeed ?? absoluteUrl(ctx, '/feed.xml');
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>\n`;
}

/** The index has no bodies; the finished read-API item does. Without a static read API items are shorter. */
function detailsOf(ctx: DocumentContext, entry: IndexEntry) {
  if (ctx.restApi.mode !== 'static') {
    return { excerpt: escapeHtml(entry.excerpt), html: '', authors: [], categories: [] };
  }
  const item = JSON.parse(ctx.itemJson(entry)) as ContentItem;
  return {
    excerpt: item.excerpt.rendered,
    html: withWholeLinks(item.content.rendered, entryUrl(ctx, entry)),
    authors: item.authors,
    categories: [...new Set([...item.categories, ...item.tags])],
  };
}

/** Links within the page, such as those of footnotes: feed readers show the text elsewhere. */
function withWholeLinks(html: string, url: string): string {
  return html.replace(/(<a\b[^>]*?\shref=")(?=#)/g, (start) => start + escapeXml(url));
}

function renderFeedItem(ctx: DocumentContext, entry: IndexEntry): string {
  const url = entryUrl(ctx, entry);
  const { excerpt, html, authors, categories } = detailsOf(ctx, entry);
  const date = entry.dated ? `\t\t\t${element('pubDate', formatRfc822(entry.published))}` : '';
  return [
    '\t\t<item>\n',
    `\t\t\t${element('title', entry.title)}`,
    `\t\t\t${element('link', url)}`,
    `\t\t\t<guid isPermaLink="true">${escapeXml(url)}</guid>\n`,
    date,
    ...authors.map((author) => `\t\t\t${element('dc:creator', author)}`),
    ...categories.map((category) => `\t\t\t${element('category', category)}`),
    `\t\t\t${element('description', excerpt)}`,
    html === '' ? '' : `\t\t\t<content:encoded>${cdata(html)}</content:encoded>\n`,
    '\t\t</item>\n',
  ].join('');
}

function* renderFeed(ctx: DocumentContext): Iterable<string> {
  const { site } = ctx;
  const posts = entriesOfType(ctx, 'post', byPublished).slice(0, MAX_ITEMS);
  const dates = posts.map(lastModified).filter((date) => date !== undefined);
  const name = tidyLine(site.name) || site.home;
  yield `<?xml version="1.0" encoding="UTF-8"?>\n${FEED_ROOT}\n\t<channel>\n`;
  yield `\t\t${element('title', name)}`;
  yield `\t\t${element('link', site.home)}`;
  yield `\t\t${element('description', tidyLine(site.description) || name)}`;
  yield `\t\t${element('language', site.lang)}`;
  // The newest change of an item, not the time of the build: a build without changes writes the same bytes.
  if (dates.length > 0) yield `\t\t${element('lastBuildDate', formatRfc822(Math.max(...dates)))}`;
  const self = escapeXml(absoluteUrl(ctx, '/feed.xml'));
  yield `\t\t<atom:link href="${self}" rel="self" type="application/rss+xml"/>\n`;
  for (const entry of posts) yield renderFeedItem(ctx, entry);
  yield '\t</channel>\n</rss>\n';
}

/** `/feed.xml`: RSS 2.0 of the newest posts. */
export const feed: DocumentRow = {
  id: 'feed',
  path: '/feed.xml',
  contentType: 'application/rss+xml',
  headers: 'agentText',
  summary: 'RSS 2.0 feed of the 20 newest posts; with the full text while the read API is static.',
  condition: 'no other feed is configured (`feed.url`)',
  discoveryKey: 'feed',
  links: 'pages',
  inHead: true,
  when: (ctx) => ctx.otherFeed === undefined,
  render: renderFeed,
};
