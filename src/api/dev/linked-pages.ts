import { decodeHTMLAttribute } from 'entities';
import { htmlTokens } from '../../content/html/tokens.js';

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
export async function linkedPages(
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
export async function fetchPage(origin: string, path: string): Promise<string | undefined> {
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
    if (!URL.canParse(address, origin + path)) continue;
    const { origin: target, pathname } = new URL(address, origin + path);
    if (target === origin) yield pathname;
  }
}
