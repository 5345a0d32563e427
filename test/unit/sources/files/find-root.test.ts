import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { findRoot, globsFromRoot } from '../../../../src/sources/files/find-root.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { openSource } from '../../../../src/sources/table.js';
import { publicPages } from '../../../support/sources/files/public-pages.js';
import { folderWith } from '../../../support/sources/files/read-folder.js';
import { page as builtPage } from '../../../support/sources/html/read-site.js';

const page = (title = 'Tea') => `---\ntitle: ${title}\n---\n\nText about tea.\n`;
const docusaurus = (docs: string) =>
  `export default { presets: [['classic', { docs: { path: '${docs}', routeBasePath: '/' }, blog: {} }]] };`;

describe('content that lies outside of the folder of the configuration', () => {
  const repository = {
    'docs/tea.md': page(),
    'docs/pots/iron.md': page('Iron'),
    'website/docusaurus.config.js': docusaurus('../docs'),
    'website/blog/2024-05-06-a.md': page('A'),
    'README.md': page('No page'),
    'other/no.md': page('No page'),
  };
  const expected = {
    'docs/tea.md': '/tea',
    'docs/pots/iron.md': '/pots/iron',
    'website/blog/2024-05-06-a.md': '/blog/2024/05/06/a',
  };

  it.each(['', 'website'])('is found from "%s"', async (path) => {
    const root = folderWith(repository);
    expect(await publicPages(join(root, path))).toEqual(expected);
    const site = join(root, path);
    const up = path === '' ? '' : '../';
    const exclude = [`${up}docs/pots/**`, path === '' ? 'website/blog/**' : 'blog/**'];
    expect(Object.keys(await publicPages(site, { exclude }))).toEqual(['docs/tea.md']);
    expect(Object.keys(await publicPages(site, { exclude: ['**/iron.md'] }))).toHaveLength(2);
  });

  it.each([
    ['VitePress', { 'site/.vitepress/config.ts': "export default { srcDir: '../text' };" }, '/tea.html'],
    ['Hugo', { 'site/hugo.toml': "contentDir = '../text'" }, '/tea/'],
    [
      'Hugo with mounts',
      {
        'site/config/_default/module.toml': "[[mounts]]\nsource = '../text'\ntarget = 'content/docs'\n",
        'site/config/_default/hugo.toml': '',
      },
      '/docs/tea/',
    ],
    ['mdBook', { 'site/book.toml': "[book]\nsrc = '../text'" }, '/tea.html'],
    ['MkDocs', { 'site/mkdocs.yml': 'site_name: Tea\ndocs_dir: ../text\n' }, '/tea/'],
    [
      'Astro',
      {
        'site/astro.config.mjs': 'export default {};',
        'site/src/content.config.ts':
          "import { defineCollection } from 'astro:content'; import { glob } from 'astro/loaders'; export const collections = { tea: defineCollection({ loader: glob({ base: '../text', pattern: '**/*.md' }) }) };",
      },
      '/tea/tea/',
    ],
    [
      'Gatsby',
      {
        'site/gatsby-config.js':
          "module.exports = { plugins: [{ resolve: 'gatsby-source-filesystem', options: { path: '../text' } }] };",
      },
      '/tea/',
    ],
  ])('is found for %s', async (_, files, address) => {
    const root = folderWith({ ...files, 'text/tea.md': page() });
    expect(await publicPages(join(root, 'site'))).toEqual({ 'text/tea.md': address });
  });

  it('is looked for two levels above at most, and not in the home folder', () => {
    const root = folderWith({
      'docs/a.md': page(),
      'a/b/c/docusaurus.config.js': docusaurus('../../../docs'),
      'a/x/docusaurus.config.js': docusaurus('../../docs'),
    });
    expect(findRoot(join(root, 'a/b/c'))?.root).toBe(join(root, 'a/b/c'));
    expect(findRoot(join(root, 'a/x'))?.root).toBe(root);
    const home = process.env['HOME'];
    try {
      process.env['HOME'] = root;
      expect(findRoot(join(root, 'a/x'))?.root).toBe(join(root, 'a/x'));
    } finally {
      if (home === undefined) delete process.env['HOME'];
      else process.env['HOME'] = home;
    }
  });

  it('has globs from the path of the source', () => {
    expect(globsFromRoot(['a/*', '../b/**', '**/c.md', '../../d'], '/x/site', '/x')).toEqual([
      'site/a/*',
      'b/**',
      '**/c.md',
      'site/**/c.md',
    ]);
    expect(globsFromRoot(['docs/a/*', 'b/*', '**/c'], '/x', '/x/docs')).toEqual(['a/*', '**/c']);
  });
});

describe('a repository with its site in a folder', () => {
  it.each([
    ['docs', '_config.yml', 'title: Tea\n', 'docs/tea.md', { 'tea.md': '/tea.html' }],
    ['docs', 'mkdocs.yml', 'site_name: Tea\n', 'docs/docs/tea.md', { 'docs/tea.md': '/tea/' }],
    ['website', 'hugo.toml', '', 'website/content/tea.md', { 'content/tea.md': '/tea/' }],
    ['book', 'book.toml', '', 'book/src/tea.md', { 'src/tea.md': '/tea.html' }],
    ['source', 'mkdocs.yml', 'site_name: S\n', 'source/docs/tea.md', { 'docs/tea.md': '/tea/' }],
  ])('is read by the rules of the generator in %s (%s)', async (folder, file, text, path, expected) => {
    const files = {
      'package.json': '{}',
      'README.md': page('No page'),
      'guide/no.md': page(),
      [path]: page(),
    };
    const root = folderWith({ ...files, [`${folder}/${file}`]: text });
    expect(await publicPages(root)).toEqual(expected);
    expect(Object.keys(await publicPages(root, { exclude: [path] }))).toEqual([]);
  });

  it('is left as it is where the folder is no repository, or has a generator itself', async () => {
    const files = { 'README.md': page('Home'), 'docs/tea.md': page(), 'docs/_config.yml': 'title: Tea\n' };
    expect(Object.keys(await publicPages(folderWith(files)))).toHaveLength(2);
    const own = await publicPages(folderWith({ ...files, 'hugo.toml': '', 'content/a.md': page() }));
    expect(Object.keys(own)).toEqual(['content/a.md']);
  });
});

describe('the built site of a project in a folder of the repository', () => {
  const words = '<p>A paragraph with some words about tea and the water for it.</p>'.repeat(4);
  const built = (title: string) =>
    builtPage(`<main><h1>${title}</h1>${words}</main>`, `<title>${title}</title>`);

  it.each([
    ['', undefined],
    ['website', undefined],
    ['website', 'build'],
    ['', 'website/build'],
  ])('is found from "%s" (built: %s)', async (path, option) => {
    const root = folderWith({
      'docs/tea.md': page().replace('title:', 'tags: [leaf]\ntitle:'),
      'docs/draft.md': page('Draft').replace('title:', 'draft: true\ntitle:'),
      'website/docusaurus.config.js': docusaurus('../docs'),
      'website/build/index.html': built('Home'),
      'website/build/tea/index.html': built('Tea'),
      'website/build/draft/index.html': built('Draft'),
    });
    const source = await openSource({
      type: option === undefined ? 'auto' : 'project',
      path: join(root, path),
      label: 'site',
      options: option === undefined ? {} : { built: option },
      privacy: { allow: [], deny: [] },
    });
    const entries: RawEntry[] = [];
    for await (const item of source.read({ warnings: new Warnings(), timeZone: 'UTC' }))
      if (item.kind === 'entry') entries.push(item.entry);
    const facts = entries.map(({ key, status, terms }) => [
      key,
      status,
      terms.map(({ slug }) => slug).join(),
    ]);
    expect(facts.sort()).toEqual([
      ['website/build/draft/index.html', 'draft', ''],
      ['website/build/index.html', 'publish', ''],
      ['website/build/tea/index.html', 'publish', 'leaf'],
    ]);
  });
});
