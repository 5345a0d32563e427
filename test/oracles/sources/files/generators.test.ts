import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { RawEntry } from '../../../../src/sources/port.js';
import { readFolder } from '../../../support/sources/files/read-folder.js';

const SITES = '../shared/data/sites';

/** The paths in the sitemap that a generator wrote. */
function sitemapOf(site: string): ReadonlySet<string> {
  const text = readFileSync(`${SITES}/${site}/built/sitemap.xml`, 'utf8');
  return new Set([...text.matchAll(/<loc>([^<]+)/g)].map(([, url = '']) => new URL(url).pathname));
}

/** The paths of the pages that a generator wrote, without `.html`. */
function builtPages(site: string): ReadonlySet<string> {
  const files = readdirSync(`${SITES}/${site}/built`, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((path) => path.endsWith('.html'));
  return new Set(pages.map((path) => `/${path.replace(/(?:(^|\/)index)?\.html$/, '$1')}`));
}

async function publicPages(path: string): Promise<readonly RawEntry[]> {
  const { entries } = await readFolder(path);
  return entries.filter(({ status, noindex }) => status === 'publish' && !noindex);
}

/** Real sites of which the data may not be there. */
describe.skipIf(!existsSync(SITES))('addresses of content read alone', () => {
  it('equal those that Docusaurus wrote', async () => {
    const pages = await publicPages(`${SITES}/redux/source`);
    // The site that was built has its documents in another folder, and not all of them.
    const written = [...sitemapOf('redux')]
      .filter((path) => path.startsWith('/docs/redux/'))
      .map((path) => path.slice('/docs/redux'.length));
    const ours = new Set(pages.map(({ url }) => url));
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter((path) => !ours.has(path))).toEqual([]);
  });

  it('equal those that VitePress wrote', async () => {
    const pages = await publicPages(`${SITES}/vitepress/source`);
    // These are missing from the site that was built.
    const written = new Set([...sitemapOf('vitepress'), ...builtPages('vitepress')]);
    expect(pages.length).toBe(54);
    expect(pages.filter(({ url = '' }) => !written.has(url)).map(({ url }) => url)).toEqual([
      '/guide/using-vue',
      '/zh/guide/using-vue',
    ]);
  });

  it('equal those of the rules of Starlight', async () => {
    const root = `${SITES}/starlight/source`;
    const docs = readdirSync(`${root}/src/content/docs`, { recursive: true, encoding: 'utf8' });
    const expected = docs
      .filter((path) => /\.mdx?$/.test(path) && !/(?:^|\/)404\.md$/.test(path))
      .map((path) => `/${path.replace(/(?:(^|\/)index)?\.mdx?$/, '$1')}`.replace(/\/?$/, '/'));
    const pages = await publicPages(root);
    expect(pages.map(({ url }) => url).sort()).toEqual(expected.sort());
  });
});
