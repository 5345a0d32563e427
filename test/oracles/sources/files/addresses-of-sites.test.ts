import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { publicPages } from '../../../support/sources/files/public-pages.js';

const SITES = '../shared/data/sites';

/** The files of a folder with an ending, with `/` between folders. */
function filesBelow(folder: string, ending: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith(ending));
}

/** The addresses of the pages in a built folder. */
function builtPages(site: string): ReadonlySet<string> {
  const files = filesBelow(join(SITES, site, 'built'), '.html');
  return new Set(files.map((file) => `/${file.replace(/(^|\/)index\.html$/, '$1')}`));
}

/** The share of these addresses that are expected. */
function shareOf(addresses: readonly string[], isExpected: (address: string) => boolean): number {
  const wrong = addresses.filter((address) => !isExpected(address));
  return addresses.length === 0 ? 0 : 1 - wrong.length / addresses.length;
}

const has = (site: string) => existsSync(join(SITES, site));

describe.skipIf(!has('eleventy-base-blog'))('the source of eleventy-base-blog', () => {
  it('has the addresses of the built site, and no draft', async () => {
    const pages = await publicPages(join(SITES, 'eleventy-base-blog/source'));
    const built = builtPages('eleventy-base-blog');
    expect(Object.values(pages).filter((address) => !built.has(address))).toEqual([]);
    expect(Object.keys(pages)).toHaveLength(5);
    expect(Object.keys(pages).filter((file) => file.includes('fifthpost'))).toEqual([]);
  });
});

describe.skipIf(!has('mkdocs-material'))('the source of mkdocs-material', () => {
  /** The site was built without its blog plugin, which puts the date and the title into the addresses of posts. */
  const post = (address: string) => /^\/blog\/\d{4}\/\d{2}\/\d{2}\/[^/]+\/$/.test(address);

  it('has the addresses of the built site', async () => {
    const pages = await publicPages(join(SITES, 'mkdocs-material/source'));
    // These two are in the source and the navigation, but not in the copy of the built site.
    const built = new Set([...builtPages('mkdocs-material'), '/changelog/', '/upgrade/']);
    const addresses = Object.entries(pages).map(([file, address]) => ({
      address,
      isPost: file.includes('blog/posts/'),
    }));
    expect(addresses.filter(({ isPost }) => isPost)).toHaveLength(12);
    expect(addresses.filter(({ isPost, address }) => isPost !== post(address))).toEqual([]);
    const others = addresses.filter(({ isPost }) => !isPost).map(({ address }) => address);
    expect(others.length).toBeGreaterThan(75);
    expect(shareOf(others, (address) => built.has(address))).toBeGreaterThanOrEqual(0.98);
    // Held back by the name of its folder.
    const missing = [...built].filter(
      (address) => !others.includes(address) && !address.startsWith('/blog/posts/'),
    );
    expect(missing.filter((address) => !address.startsWith('/insiders/'))).toEqual(['/404.html']);
  });
});

describe.skipIf(!has('hugo-docs'))('the source of hugo-docs', () => {
  it('has the addresses of the rules that it documents', async () => {
    const root = join(SITES, 'hugo-docs/source');
    const content = join(root, 'content/en');
    const expected = new Map<string, string>();
    for (const path of filesBelow(content, '.md')) {
      const text = readFileSync(join(content, path), 'utf8');
      const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
      // These folders only hold texts for other pages: their cascade says so.
      const isSnippet = path.startsWith('_common/') || /\/glossary\/(?!_index)/.test(path);
      if (isSnippet || /render: never|^draft: true/m.test(matter)) continue;
      const url = /^url: *["']?([^"'\n]+)/m.exec(matter)?.[1];
      const place = `/${path
        .toLowerCase()
        .replace(/\.md$/, '')
        .replace(/(^|\/)_?index$/, '')}/`.replace('//', '/');
      expected.set(`content/en/${path}`, url ?? place);
    }
    const pages = await publicPages(root);
    const found = [...expected].filter(([file]) => pages[file] !== undefined);
    expect(found.filter(([file, address]) => pages[file] !== address)).toEqual([]);
    expect(found.length / expected.size).toBeGreaterThanOrEqual(0.98);
    expect(Object.keys(pages).filter((file) => file.includes('/_common/'))).toEqual([]);
    expect(Object.keys(pages).length).toBeGreaterThan(780);
  });
});

describe.skipIf(!existsSync('../shared/data/jekyll-docs'))('the source of jekyll-docs', () => {
  it('has dated posts and the pages of its collection', async () => {
    const pages = Object.entries(await publicPages('../shared/data/jekyll-docs'));
    const dated = /^_posts\/(\d{4})-(\d{2})-(\d{2})-(.+)\.\w+$/;
    const posts = pages.filter(([file]) => dated.test(file));
    expect(posts.length).toBeGreaterThan(90);
    const wrong = posts.filter(([, address]) => !/\/\d{4}\/\d{2}\/\d{2}\/[^/]+\/$/.test(address));
    expect(wrong).toEqual([]);
    const docs = pages.filter(([file]) => file.startsWith('_docs/'));
    expect(
      shareOf(
        docs.map(([, address]) => address),
        (address) => address.startsWith('/docs/'),
      ),
    ).toBe(1);
  });
});
