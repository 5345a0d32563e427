import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isWithin } from '../../config/out-safety.js';
import type { IntegrationOptions } from '../after-build.js';
import { DevFolder } from './dev-build.js';
import { type DevDocuments, twinOf } from './dev-twins.js';

/** A page that takes longer to render is not waited for. */
const TIMEOUT_MS = 30_000;
const MAX_LENGTH = 10_000_000;

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

/** Twins of pages as a development server renders them. */
export function pageTwins(site: DevSite, options: IntegrationOptions): DevDocuments {
  return async ({ origin, pages }) => {
    const ordered = site.hasSlash ? pages.toReversed() : pages;
    for (const page of ordered) {
      if (!`${page}/`.startsWith(site.base) || site.isPage?.(page) === false) continue;
      const html = await fetchPage(origin, page);
      if (html !== undefined) return twinOfPage(site, { origin, page, html }, options);
    }
    return undefined;
  };
}

async function fetchPage(origin: string, page: string): Promise<string | undefined> {
  const answer = await fetch(origin + page, {
    headers: { accept: 'text/html' },
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isPage = answer.ok && /^text\/html\b/i.test(answer.headers.get('content-type') ?? '');
  const text = await answer.text();
  return isPage && text.length <= MAX_LENGTH ? text : undefined;
}

interface RenderedPage {
  readonly origin: string;
  readonly page: string;
  readonly html: string;
}

async function twinOfPage(
  { root, base }: DevSite,
  { origin, page, html }: RenderedPage,
  options: IntegrationOptions,
): Promise<string | undefined> {
  const inner = `/${page.slice(base.length)}`;
  const folder = new DevFolder();
  try {
    const site = join(folder.path, 'site');
    const name = inner.endsWith('/') ? `${inner}index.html` : inner.replace(/(?:\.html)?$/, '.html');
    const file = join(site, decodeURIComponent(name));
    if (!isWithin(file, site)) return undefined;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, html);
    const source = { type: 'html', path: site, options: { cleanUrls: !inner.endsWith('.html') } };
    await folder.build({ root, source, baseUrl: origin + base, sourceOnly: false }, options);
    return await folder.read(twinOf(inner));
  } finally {
    folder.remove();
  }
}
