import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { filesIn, json, text } from './workspace.js';

interface FeedItem {
  readonly url: string;
  readonly action: string;
  readonly markdown?: string;
  readonly _links: { readonly rest?: { readonly href: string } };
}

interface RestIndex {
  readonly collections: readonly { readonly total: number; readonly page_urls: readonly string[] }[];
}

/**
 * Checks that the documents of a static build say the same: every list names the same pages, every address of
 * the service that any of them names is a file, and every twin is named.
 * @param out the output folder
 * @returns the addresses of the pages
 */
export function expectAgreement(out: string, base: string): ReadonlySet<string> {
  const read = (url: string) => readFileSync(join(out, fileAt(url, base)), 'utf8');
  const pages = new Set(sitemapPages(out, base, read));
  const changes = json<{ items: FeedItem[] }>(out, 'svc-changes.json').items;
  const live = changes.filter(({ action }) => action !== 'deleted');
  expect(new Set(live.map(({ url }) => url)), 'pages of the change feed').toEqual(pages);
  for (const { url, action } of changes) if (action === 'deleted') expect(pages).not.toContain(url);
  const named = live.flatMap(({ markdown }) => markdown ?? []).map((url) => fileAt(url, base));
  // A page may have the name of a document, which then is its twin.
  const twins = filesIn(out).filter((file) => isTwin(file) || named.includes(file));
  expect(named.sort(), 'twins of the change feed').toEqual(twins);

  const rest = json<RestIndex>(out, readIndex(out, base)).collections;
  const items = rest.flatMap(({ page_urls }) =>
    page_urls.flatMap((url) => JSON.parse(read(url)) as { link: string }[]),
  );
  expect(new Set(items.map(({ link }) => link)), 'pages of the read API').toEqual(pages);
  expect(rest.reduce((sum, { total }) => sum + total, 0)).toBe(pages.size);

  const llms = linksIn(text(out, 'llms.txt'), base).filter((url) => url.endsWith('.md'));
  expect(llms.map((url) => fileAt(url, base)).filter((file) => !twins.includes(file))).toEqual([]);
  for (const twin of twins) expect(text(out, twin)).toContain(`${base}/`);

  const feed = [...text(out, 'feed.xml').matchAll(/<item>[\s\S]*?<link>([^<]*)<\/link>/g)].map(([, url]) =>
    unescapeXml(url),
  );
  expect(feed.filter((url) => !pages.has(url))).toEqual([]);

  const documents = [
    'llms.txt',
    'index.md',
    'sitemap.md',
    'feed.xml',
    'robots.txt',
    'svc-changes.json',
    readIndex(out, base),
  ];
  for (const document of documents) {
    const plain = document.endsWith('.xml') ? unescapeXml(text(out, document)) : text(out, document);
    for (const url of linksIn(plain, base)) expectServed(out, url, base, pages, document);
  }
  for (const { _links, url } of live) {
    if (_links.rest !== undefined) expect(JSON.parse(read(_links.rest.href))).toMatchObject({ link: url });
  }
  return pages;
}

/** The index of the read API, which moves where a page has its place. */
function readIndex(out: string, base: string): string {
  const catalog = json<{ linkset: { item: { href: string }[] }[] }>(out, '.well-known/api-catalog');
  return `${catalog.linkset[0]?.item[0]?.href.slice(base.length + 1)}index.json`;
}

function sitemapPages(out: string, base: string, read: (url: string) => string): readonly string[] {
  const parts = locations(text(out, 'svc-sitemap.xml'));
  const files = filesIn(out).filter((file) => /^svc-sitemap-.*\.xml$/.test(file));
  expect(parts.map((url) => fileAt(url, base)).sort(), 'sub-sitemaps').toEqual(files);
  const all = parts.flatMap((url) => locations(read(url)));
  expect(all.length, 'no page twice in the sitemap').toBe(new Set(all).size);
  // The front page stands in every sitemap, also where no entry lives there.
  const hasHome = json<{ items: FeedItem[] }>(out, 'svc-changes.json').items.some(
    ({ url }) => url === `${base}/`,
  );
  return hasHome ? all : all.filter((url) => url !== `${base}/`);
}

function locations(xml: string): readonly string[] {
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => unescapeXml(url));
}

function unescapeXml(text = ''): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

/** Addresses below the base, wherever they stand. */
function linksIn(document: string, base: string): readonly string[] {
  const found = document.match(/https?:\/\/(?:\([^\s<>"()]*\)|[^\s<>"()\]])+/g) ?? [];
  return found.filter((url) => url.startsWith(`${base}/`));
}

function expectServed(
  out: string,
  url: string,
  base: string,
  pages: ReadonlySet<string>,
  document: string,
): void {
  if (pages.has(url) || url === `${base}/`) return;
  const path = join(out, fileAt(url, base));
  expect(existsSync(path) && statSync(path).isFile(), `${document} names ${url}`).toBe(true);
}

/** The file below `out/` that a static host serves at an address. */
function fileAt(url: string, base: string): string {
  expect(url.startsWith(`${base}/`), url).toBe(true);
  const path = decodeURIComponent(url.slice(base.length + 1).replace(/[?#].*$/, ''));
  return path.endsWith('/') ? `${path}index.json` : path;
}

/** Markdown that is no document of the service itself. */
function isTwin(file: string): boolean {
  return file.endsWith('.md') && !['.md', 'index.md', 'sitemap.md', 'auth.md'].includes(file);
}
