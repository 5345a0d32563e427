import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { decodeHTMLAttribute } from 'entities';
import { isWithin } from '../../config/out-safety.js';
import { htmlTokens } from '../../content/html/tokens.js';
import { isParsableUrl } from '../../core/parsable-url.js';
import { decodePercent } from '../../core/percent.js';
import type { IntegrationOptions } from '../after-build.js';
import { DevFolder } from './dev-build.js';
import { type DevDocuments, twinOf } from './dev-twins.js';

/** A site in development. */
export interface DevSite {
  /** Folder of the project. */
  readonly root: string;
  /** The path of the site, with slashes at its ends. */
  readonly base: string;
  /** True where the addresses of pages end in a slash. */
  readonly hasSlash: boolean;
  /** False for a path that the server answers with another page. */
  isPage?(path: string): boolean;
}

/** Twins of pages as a development server renders them, and documents about all pages that links lead to. */
export function pageTwins(site: DevSite, options: IntegrationOptions): DevDocuments {
  const { base } = site;
  const hasPage = (path: string) => `${path}/`.startsWith(base) && site.isPage?.(path) !== false;
  return async ({ origin, path, pages }) => {
    const build = (rendered: readonly RenderedPage[], document: string) =>
      buildDocument(site, { origin, rendered, document }, options);
    if (pages.length === 0) {
      if (!path.startsWith(base) || (await hasOwnFile(origin, path))) return undefined;
      const rendered = await linkedPages(origin, base, (linked) =>
        hasPage(linked) ? twinOf(linked) : undefined,
      );
      return build(rendered, path.slice(base.length - 1));
    }
    for (const page of (site.hasSlash ? pages.toReversed() : pages).filter(hasPage)) {
      const html = await fetchPage(origin, page);
      if (html !== undefined) return build([{ path: page, html }], twinOf(innerPath(page, base)));
    }
    return undefined;
  };
}

/** The handler leaves requests with a query to the server. Many answer an unknown address with a page. */
async function hasOwnFile(origin: string, path: string): Promise<boolean> {
  const answer = await fetch(`${origin}${path}?own`);
  await answer.text();
  return answer.ok && !/^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
}

/** The path of a page below the base of the site. */
function innerPath(page: string, base: string): string {
  return `/${page.slice(base.length)}`;
}

interface DevPages {
  readonly origin: string;
  readonly rendered: readonly RenderedPage[];
  /** Path of the document in the output. */
  readonly document: string;
}

async function buildDocument(
  { root, base }: DevSite,
  { origin, rendered, document }: DevPages,
  options: IntegrationOptions,
): Promise<string | undefined> {
  const folder = new DevFolder();
  try {
    const site = join(folder.path, 'site');
    for (const { path, html } of rendered) {
      const inner = innerPath(path, base);
      const name = inner.endsWith('/') ? `${inner}index.html` : inner.replace(/(?:\.html)?$/, '.html');
      const file = join(site, decodePercent(name));
      if (!isWithin(file, site)) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, html);
    }
    const cleanUrls = !rendered.some(({ path }) => path.endsWith('.html'));
    const source = { type: 'html', path: site, options: { cleanUrls } };
    await folder.build({ root, source, baseUrl: origin + base, sourceOnly: false }, options);
    return await folder.read(document);
  } finally {
    folder.remove();
  }
}

/** A page that takes longer to render is not waited for. */
const TIMEOUT_MS = 30_000;
const MAX_LENGTH = 10_000_000;
const MAX_PAGES = 100;
const MAX_REQUESTS = 300;

/** A page as a development server renders it. */
export interface RenderedPage {
  readonly path: string;
  readonly html: string;
}

/**
 * Renders the pages to which links lead from the front page, in the order of the links.
 * @param base the path of the front page
 * @param keyOf equal for two paths of the same page; undefined for a path outside of the site
 */
async function linkedPages(
  origin: string,
  base: string,
  keyOf: (path: string) => string | undefined,
): Promise<readonly RenderedPage[]> {
  const pages: RenderedPage[] = [];
  const paths = new Map([[keyOf(base), base]]);
  for (const path of paths.values()) {
    const html = await fetchPage(origin, path).catch(() => undefined);
    if (html !== undefined) pages.push({ path, html });
    if (pages.length === MAX_PAGES) break;
    for (const linked of html === undefined ? [] : linksIn(html, origin, path)) {
      const key = keyOf(linked);
      if (key !== undefined && !paths.has(key) && paths.size < MAX_REQUESTS) paths.set(key, linked);
    }
  }
  return pages;
}

/** @returns undefined where the server has no page, or redirects */
async function fetchPage(origin: string, path: string): Promise<string | undefined> {
  const answer = await fetch(origin + path, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isPage = answer.ok && /^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
  const text = await answer.text();
  return isPage && text.length <= MAX_LENGTH ? text : undefined;
}

function* linksIn(html: string, origin: string, path: string): Generator<string> {
  for (const { kind, name, attributes } of htmlTokens(html)) {
    const href = kind === 'start' && name === 'a' ? attributes?.get('href') : undefined;
    if (href === undefined) continue;
    const address = decodeHTMLAttribute(href);
    if (!isParsableUrl(address, origin + path)) continue;
    const { origin: target, pathname } = new URL(address, origin + path);
    if (target === origin) yield pathname;
  }
}
