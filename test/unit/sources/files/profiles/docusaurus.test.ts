import { describe, expect, it } from 'vitest';
import { findLayout } from '../../../../../src/sources/files/find-layout.js';
import { readFilesOptions } from '../../../../../src/sources/files/options.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (...lines: readonly string[]) => `---\n${['title: Tea', ...lines].join('\n')}\n---\n\nText.\n`;
const config = (more = '') =>
  `export default { title: 'S', url: 'https://tea.example', baseUrl: '/x/', ${more} };\n`;

type Files = Readonly<Record<string, string>>;

async function read(files: Files) {
  const root = folderWith(files);
  const { entries, site, warnings } = await readFolder(root);
  return {
    root,
    entries,
    site,
    warnings,
    urls: Object.fromEntries(entries.map(({ ref, url }) => [ref, url])),
  };
}

const PRESET = (options: string) => `presets: [['classic', ${options}]]`;

describe('a Docusaurus site', () => {
  it('puts documents, posts and pages where its plugins say', async () => {
    const { urls, site } = await read({
      'docusaurus.config.ts': config(),
      'docs/01-start/02.setup.md': page(),
      'docs/01-start/README.md': page(),
      'docs/guides/guides.mdx': page(),
      'docs/guides/1.2-notes.md': page(),
      'docs/guides/a b.md': page('id: spaced'),
      'docs/guides/abs.md': page('slug: /top'),
      'docs/guides/rel.md': page('slug: ../up/'),
      'docs/guides/03-raw.md': page('parse_number_prefixes: false'),
      'docs/_part.mdx': page(),
      'docs/_parts/part.mdx': page(),
      'blog/2024-05-06-first.md': page(),
      'blog/2024/05/07-second/index.md': page(),
      'blog/named.md': page('slug: other-name', 'date: 2024-01-01'),
      'src/pages/about.md': page(),
      'src/pages/team/index.mdx': page(),
      'README.md': page(),
    });
    expect(urls).toEqual({
      'docs/01-start/02.setup.md': '/docs/start/setup',
      'docs/01-start/README.md': '/docs/start/',
      'docs/guides/guides.mdx': '/docs/guides/',
      'docs/guides/1.2-notes.md': '/docs/guides/1.2-notes',
      'docs/guides/a b.md': '/docs/guides/spaced',
      'docs/guides/abs.md': '/docs/top',
      'docs/guides/rel.md': '/docs/up/',
      'docs/guides/03-raw.md': '/docs/guides/03-raw',
      'blog/2024-05-06-first.md': '/blog/2024/05/06/first',
      'blog/2024/05/07-second/index.md': '/blog/2024/05/07/second',
      'blog/named.md': '/blog/other-name',
      'src/pages/about.md': '/about',
      'src/pages/team/index.mdx': '/team/',
    });
    expect(site).toMatchObject({ title: 'S', baseUrl: 'https://tea.example/x' });
  });

  it.each([
    ['true', '/docs/a/'],
    ['false', '/docs/a'],
  ])('ends addresses as trailingSlash says: %s', async (value, url) => {
    const files = {
      'docusaurus.config.js': config(`trailingSlash: ${value}`),
      'docs/a.md': page(),
      'docs/index.md': page(),
    };
    expect(Object.values((await read(files)).urls)).toEqual([url, value === 'true' ? '/docs/' : '/docs']);
  });

  it('follows the options of presets and plugins', async () => {
    const { urls } = await read({
      'docusaurus.config.js':
        config(`${PRESET("{ docs: { path: 'text', routeBasePath: '/', exclude: ['old/**'], numberPrefixParser: false }, blog: false }")},
        plugins: [['@docusaurus/plugin-content-docs', { id: 'api', path: 'api', routeBasePath: 'reference' }]]`),
      'text/01-a.md': page(),
      'text/old/b.md': page(),
      'api/c.md': page(),
      'blog/d.md': page(),
    });
    expect(urls).toEqual({ 'text/01-a.md': '/01-a', 'api/c.md': '/reference/c' });
  });

  it('follows the options of a preset that wraps the classic one', async () => {
    const { urls } = await read({
      'docusaurus.config.js': `module.exports = { presets: [[require.resolve('our/preset'), { docs: { path: 'text' } }]] };`,
      'text/setup.md': page(),
    });
    expect(urls).toEqual({ 'text/setup.md': '/docs/setup' });
  });

  it('names the folder of its released version if it is missing', async () => {
    const { warnings } = await read({
      'docusaurus.config.js': config(PRESET('{ docs: { includeCurrentVersion: false } }')),
      'versions.json': '["2.x", "1.x"]',
      'versioned_docs/version-1.x/setup.md': page(),
    });
    expect(warnings.map(({ message }) => message)).toEqual([
      expect.stringContaining('the missing folder "versioned_docs/version-2.x" (versions.json)'),
    ]);
  });

  it('has versions and languages', async () => {
    const { urls, entries } = await read({
      'docusaurus.config.js': config(
        `i18n: { defaultLocale: 'en', locales: ['en', 'fr'] }, ${PRESET("{ docs: { versions: { '1.0': { noIndex: true } } } }")}`,
      ),
      'versions.json': '["2.0", "1.0"]',
      'docs/a.md': page(),
      'versioned_docs/version-2.0/a.md': page(),
      'versioned_docs/version-1.0/a.md': page(),
      'i18n/fr/docusaurus-plugin-content-docs/version-2.0/a.md': page(),
      'i18n/de/docusaurus-plugin-content-docs/version-2.0/a.md': page(),
      'i18n/fr/docusaurus-plugin-content-docs/version-2.0/only-here.md': page(),
    });
    expect(urls).toEqual({
      'docs/a.md': '/docs/next/a',
      'versioned_docs/version-2.0/a.md': '/docs/a',
      'versioned_docs/version-1.0/a.md': '/docs/1.0/a',
      'i18n/fr/docusaurus-plugin-content-docs/version-2.0/a.md': '/fr/docs/a',
    });
    const langs = entries.map(({ ref, lang, noindex }) => `${ref.split('/')[0]} ${lang} ${noindex}`);
    expect(langs).toEqual([
      'docs en false',
      'i18n fr false',
      'versioned_docs en true',
      'versioned_docs en false',
    ]);
  });

  it('keeps back drafts, hidden pages and sites that search engines must not list', async () => {
    const files = {
      'docs/a.md': page('draft: true'),
      'docs/b.md': page('unlisted: true'),
      'docs/c.md': page(),
    };
    const marks = async (more: string) =>
      (await read({ ...files, 'docusaurus.config.js': config(more) })).entries.map(({ status, noindex }) => [
        status,
        noindex,
      ]);
    expect(await marks('')).toEqual([
      ['draft', false],
      ['publish', true],
      ['publish', false],
    ]);
    expect((await marks('noIndex: true')).every(([, noindex]) => noindex)).toBe(true);
  });

  it('finds its site next to the documents, and says what lies outside', async () => {
    const files = {
      'website/docusaurus.config.ts': config(PRESET("{ docs: { path: '../docs', routeBasePath: '/' } }")),
      'docs/a.md': page(),
    };
    const { root, urls } = await read(files);
    expect(urls).toEqual({ 'docs/a.md': '/a' });
    expect((await readFolder(`${root}/docs`)).entries.map(({ url }) => url)).toEqual(['/a']);
    const far = await read({ 'docusaurus.config.ts': config(PRESET("{ docs: { path: '../../../docs' } }")) });
    const { rules } = findLayout(far.root, readFilesOptions());
    expect(rules.warnings?.()).toMatchObject([{ code: 'source-outside' }]);
  });

  it('names the authors of posts', async () => {
    const root = folderWith({
      'docusaurus.config.js': config(),
      'blog/authors.yml': 'ann:\n  name: Ann Leaf\n  url: https://ann.example\n',
      'blog/2024-05-06-a.md': page('authors: [ann, bo]'),
      'docs/b.md': page('author: ann'),
    });
    expect((await readFolder(root)).authors).toEqual([
      { key: 'ann-leaf', name: 'Ann Leaf', url: 'https://ann.example' },
      { key: 'bo', name: 'bo' },
      { key: 'ann', name: 'ann' },
    ]);
  });

  it('resolves links from the folder of the file, then from that of its plugin', async () => {
    const { entries } = await read({
      'docusaurus.config.js': config(),
      'docs/a/x.md': `${page()}[1](y.md) [2](a/y.md#z) [3](./a/y.md) [4](/docs/a/y.md)`,
      'docs/a/y.md': page(),
    });
    expect(entries[0]?.body.trim().split('\n').at(-1)).toBe(
      '[1](/x/docs/a/y) [2](/x/docs/a/y#z) [3](/x/docs/a/y) [4](/x/docs/a/y)',
    );
  });

  it('says where code computes its content', async () => {
    const { root } = await read({
      'docusaurus.config.js': config('presets: makePresets()'),
      'docs/a.md': page(),
    });
    expect(findLayout(root, readFilesOptions()).rules.warnings?.()).toMatchObject([
      { code: 'generator-not-read' },
    ]);
  });

  it('orders documents by its sidebars', async () => {
    const order = (root: string, files: readonly string[]) =>
      findLayout(root, readFilesOptions())
        .rules.navigation?.(files, () => undefined)
        .map(({ path }) => path);
    const files = {
      'docusaurus.config.js': config(PRESET("{ docs: { sidebarPath: require.resolve('./sidebars.js') } }")),
      'sidebars.js': `module.exports = { main: ['z', { Group: ['b/c'] }, { type: 'category', label: 'L', link: { type: 'doc', id: 'a' },
        items: [{ type: 'autogenerated', dirName: 'auto' }] }] };`,
      'docs/a.md': page(),
      'docs/z.md': page(),
      'docs/b/c.md': page(),
      'docs/auto/2-x.md': page(),
      'docs/auto/y.md': page('sidebar_position: 1'),
      'docs/auto/deep/d.md': page(),
      'docs/auto/deep/_category_.json': '{"position": 1.5}',
    };
    const docs = Object.keys(files)
      .filter((path) => /\.md$/.test(path))
      .sort();
    const expected = ['z.md', 'b/c.md', 'a.md', 'auto/y.md', 'auto/deep/d.md', 'auto/2-x.md'].map(
      (path) => `docs/${path}`,
    );
    expect(order((await read(files)).root, docs)).toEqual(expected);
    // Named by what it becomes.
    const { 'sidebars.js': program, ...others } = files;
    const typed = { ...others, 'sidebars.ts': program };
    expect(order((await read(typed)).root, docs)).toEqual(expected);
  });
});
