import { describe, expect, it } from 'vitest';
import { findLayout } from '../../../../../src/sources/files/find-layout.js';
import { readFilesOptions } from '../../../../../src/sources/files/options.js';
import { readRewrites } from '../../../../../src/sources/files/profiles/vitepress.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (...lines: readonly string[]) => `---\n${['title: Tea', ...lines].join('\n')}\n---\n\nText.\n`;

async function read(config: string, files: readonly string[], place = '.vitepress/config.ts') {
  const root = folderWith({ [place]: config, ...Object.fromEntries(files.map((path) => [path, page()])) });
  const { entries, site } = await readFolder(root);
  const layout = findLayout(root, readFilesOptions());
  return { root, entries, site, layout, urls: Object.fromEntries(entries.map(({ ref, url }) => [ref, url])) };
}

describe('a VitePress site', () => {
  it.each([
    ['', '/Guide/a.html'],
    ['cleanUrls: true', '/Guide/a'],
  ])('has addresses by the paths of files: %s', async (settings, url) => {
    const { urls } = await read(`export default { ${settings} }`, [
      'index.md',
      'Guide/index.md',
      'Guide/a.md',
      '_b.md',
      'README.md',
      'c.html',
    ]);
    const end = settings === '' ? '.html' : '';
    expect(urls).toEqual({
      'index.md': '/',
      'Guide/index.md': '/Guide/',
      'Guide/a.md': url,
      '_b.md': `/_b${end}`,
      'README.md': `/README${end}`,
    });
  });

  it('reads its folder, its language folders and its address', async () => {
    const config = `import { defineConfig } from 'vitepress';
      export default defineConfig({ title: 'V', base: '/v/', srcDir: 'src', srcExclude: ['**/old/**', 'wiki'], sitemap: { hostname: 'https://v.example' },
        locales: { root: { lang: 'en-GB' }, fr: { lang: 'fr' } } });`;
    const { entries, site } = await read(
      config,
      ['docs/src/a.md', 'docs/src/fr/a.md', 'docs/src/old/b.md', 'docs/src/wiki/e.md', 'docs/c.md', 'd.md'],
      'docs/.vitepress/config.mts',
    );
    expect(entries.map(({ url, lang }) => [url, lang])).toEqual([
      ['/a.html', undefined],
      ['/fr/a.html', 'fr'],
    ]);
    expect(site).toEqual({ title: 'V', baseUrl: 'https://v.example/v', lang: 'en-GB' });
  });

  it('may have a folder for its configuration', async () => {
    const files = ['docs/a.md', 'docs/pages/a.md', 'b.md'];
    const { urls } = await read(
      'export default { cleanUrls: true }',
      files,
      'docs/.vitepress/config/index.ts',
    );
    expect(urls).toEqual({ 'docs/a.md': '/a', 'docs/pages/a.md': '/pages/a' });
    const own = await read("export default { srcDir: 'pages' }", files, 'docs/.vitepress/config/index.ts');
    expect(own.urls).toEqual({ 'docs/pages/a.md': '/a.html' });
  });

  it('moves pages by its rewrites', async () => {
    const config =
      "export default { rewrites: { 'en/:rest*': ':rest*', 'packages/:pkg/src/:slug*': ':pkg/:slug*', 'x/y.md': 'z.md' } }";
    const { urls } = await read(config, ['en/index.md', 'en/a/b.md', 'packages/p/src/c/d.md', 'x/y.md']);
    expect(Object.values(urls)).toEqual(['/a/b.html', '/', '/p/c/d.html', '/z.html']);
  });

  it('names templates of pages and rewrites that code computes', async () => {
    const { layout, urls } = await read('export default { rewrites: (id) => id }', ['a.md', 'pkg/[name].md']);
    expect(urls).toEqual({ 'a.md': '/a.html' });
    layout.rules.pages?.(['a.md', 'pkg/[name].md']);
    expect(layout.rules.warnings?.()[0]?.message).toMatch(
      /`rewrites` of addresses \(\.vitepress\/config\.ts\), the pages of a template \(pkg\/\[name\]\.md\)/,
    );
  });

  it('keeps a site out that search engines must not list', async () => {
    const config = "export default { head: [['meta', { name: 'robots', content: 'noindex' }]] }";
    expect((await read(config, ['a.md'])).entries[0]?.noindex).toBe(true);
  });

  it('orders pages by its sidebars', async () => {
    const config = `export default { locales: { fr: { themeConfig: { sidebar: [{ text: 'T', link: '/fr/a' }] } } }, themeConfig: { sidebar: {
      '/guide/': { base: '/guide/', items: [{ text: 'G', items: [{ link: 'z' }, { link: 'a.md' }] }] }, '/': [{ link: '/b.html' }, { link: '/guide/' }] } } }`;
    const files = ['b.md', 'fr/a.md', 'guide/a.md', 'guide/index.md', 'guide/z.md'];
    const { layout } = await read(config, files);
    expect(layout.rules.navigation?.(files, () => undefined).map(({ path }) => path)).toEqual([
      'guide/z.md',
      'guide/a.md',
      'b.md',
      'guide/index.md',
      'fr/a.md',
    ]);
  });
});

describe('rewrites', () => {
  it.each([
    [{ 'a/(.*)': 'b/$1' }, 'a/x/y.md', 'b/x/y.md'],
    [{ ':lang(en|fr)/:rest+': ':rest+/:lang' }, 'fr/x.md', 'x.md/fr'],
    [{ 'a/:b?': 'c/:b' }, 'a', 'c/'],
    [{ ':a/:b': ':b/:a' }, 'x/y/z.md', 'x/y/z.md'],
  ])('%j', (rules, from, to) => {
    expect(readRewrites(rules)?.(from)).toBe(to);
  });

  it('leave patterns that may be slow to the generator', () => {
    expect(readRewrites({ ':a((x+)+y)/b': 'c' })).toBeUndefined();
    expect(readRewrites({ ':a(x*x*x*)': 'c' })).toBeUndefined();
  });
});
