import { describe, expect, it } from 'vitest';
import { folderWith, readFolder } from '../../../support/sources/files/read-folder.js';

const page = (...lines: readonly string[]) => `---\n${lines.join('\n')}\n---\n\nText about tea.\n`;

/** Pages in the order of the navigation, with the heading of their group. */
async function navigationOf(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { entries } = await readFolder(folderWith(files));
  return entries
    .filter(({ navOrder }) => navOrder !== undefined)
    .sort((a, b) => (a.navOrder ?? 0) - (b.navOrder ?? 0))
    .map(({ key, section }) => `${key.replace(/^content\//, '')} ${section ?? '-'}`);
}

describe('menus of Hugo', () => {
  const pages = {
    'content/_index.md': page('title: Home', 'cascade: {}'),
    'content/docs/_index.md': page('title: Docs'),
    'content/docs/z.md': page('title: Zed', 'weight: 1'),
    'content/docs/a.md': page('title: Ay', 'weight: 3'),
    'content/docs/b/_index.md': page('title: Bee', 'weight: 2'),
    'content/docs/b/x.md': page('title: Ex'),
    'content/contact.md': page('title: Contact', 'url: /reach-us/'),
    'content/about.md': page('title: About', 'menus:', '  main:', '    weight: 30'),
    'content/team.md': page('title: Team', 'menu: side'),
    'content/imprint.md': page('title: Imprint', 'menu: footer'),
  };
  const tree = ['docs/_index.md', 'docs/z.md', 'docs/b/_index.md', 'docs/b/x.md', 'docs/a.md'];

  it('order pages by weight, and the pages of a section after it', async () => {
    const config = `[menus]
      [[menus.main]]
      name = "Guides"
      identifier = "g"
      weight = 20
      [[menus.main]]
      name = "Docs"
      pageRef = "/docs"
      parent = "g"
      [[menus.main]]
      name = "Home"
      url = "/"
      weight = 10
      [[menus.main]]
      name = "Contact"
      url = "/reach-us/#form"
      weight = 20
      [[menus.main]]
      name = "Elsewhere"
      url = "https://other.example/about/"
      weight = 1\n`;
    expect(await navigationOf({ 'hugo.toml': config, ...pages })).toEqual([
      '_index.md -',
      'contact.md -',
      ...tree.map((path) => `${path} Guides`),
      'about.md -',
      'team.md -',
      'imprint.md -',
    ]);
  });

  it('are those of the language', async () => {
    const config = `defaultContentLanguage: en
languages:
  en: { menus: { main: [{ name: B, pageRef: /b, weight: 1 }, { name: A, pageRef: /a, weight: 2 }] } }
  fr: { menu: { main: [{ name: A, url: /fr/a/, weight: 1 }, { name: B, url: /fr/b/, weight: 2 }] } }\n`;
    const files = Object.fromEntries(
      ['a.md', 'b.md', 'a.fr.md', 'b.fr.md'].map((path) => [`content/${path}`, page('title: T')]),
    );
    expect(await navigationOf({ 'hugo.yaml': config, ...files })).toEqual([
      'b.md -',
      'a.md -',
      'a.fr.md -',
      'b.fr.md -',
    ]);
  });

  it('aren’t needed where pages have weights, and items that name each other end', async () => {
    const {
      'content/about.md': _,
      'content/team.md': _team,
      'content/imprint.md': _imprint,
      ...others
    } = pages;
    expect((await navigationOf({ 'hugo.toml': 'title = "T"', ...others })).slice(-5)).toEqual(
      tree.map((path) => `${path} -`),
    );
    const tied = {
      'content/b/z.md': page('title: Ay', 'weight: 5'),
      'content/b/a.md': page('title: Zed', 'weight: 5'),
      'content/b/new.md': page('title: New', 'weight: 5', 'date: 2025-01-01'),
      'content/b/q.md': page('title: Bee'),
      'content/b/p.md': page('title: Long', 'linkTitle: Cee'),
    };
    expect(await navigationOf({ 'hugo.toml': 'title = "T"', ...tied })).toEqual(
      ['b/new.md', 'b/z.md', 'b/a.md', 'b/q.md', 'b/p.md'].map((path) => `${path} -`),
    );
    const loop = '[[menus.main]]\nname = "a"\nparent = "a"\npageRef = "/docs"\n'.repeat(50);
    const top = '[[menus.main]]\nname = "a"\npageRef = "/contact"\n';
    const plain = Object.fromEntries(Object.entries(others).map(([path]) => [path, page('title: T')]));
    expect(await navigationOf({ 'hugo.toml': top + loop, ...plain })).toHaveLength(6);
  });
});

describe('menus of Jekyll', () => {
  it('come from the data files of themes', async () => {
    const files = {
      '_config.yml': 'title: T\ncollections: { docs: { output: true, permalink: "/:collection/:path/" } }\n',
      '_data/navigation.yml': `main:
  - { title: About, url: /about/ }
  - { title: Elsewhere, url: "https://other.example/z/" }
docs:
  - title: Getting Started
    children:
      - { title: Install, url: /docs/install/ }
      - { title: Quick, url: "/docs/quick/#now" }
  - title: Customization
    children: [{ title: Layouts, url: /layouts }]\n`,
      '_data/people.yml': '- { title: Mara, url: /z/ }\n',
      '_docs/quick.md': page('title: Quick'),
      '_docs/install.md': page('title: Install'),
      '_pages/l.md': page('title: Layouts', 'permalink: /layouts/'),
      '_pages/about.md': page('title: About', 'permalink: /about/'),
      'z.md': page('title: Z'),
    };
    expect(
      await navigationOf({ ...files, '_config.yml': `${files['_config.yml']}include: [_pages]\n` }),
    ).toEqual([
      '_pages/about.md -',
      '_docs/install.md Getting Started',
      '_docs/quick.md Getting Started',
      '_pages/l.md Customization',
    ]);
  });

  it('are the tree of Just the Docs', async () => {
    const files = {
      '_config.yml': 'title: T\n',
      'index.md': page('title: Home', 'nav_order: 1'),
      'z.md': page('title: Zed'),
      'ui.md': page('title: UI', 'nav_order: 2', 'has_children: true'),
      'ui/b.md': page('title: Buttons', 'parent: UI', 'nav_order: 10'),
      'ui/a.md': page('title: Labels', 'parent: UI', 'nav_order: 9'),
      'ui/deep.md': page('title: Deep', 'parent: Buttons', 'grand_parent: UI'),
      'other/deep.md': page('title: Other', 'parent: Buttons', 'grand_parent: Elsewhere'),
      'hidden.md': page('title: Hidden', 'nav_exclude: true', 'nav_order: 3'),
      'ui/z.md': page('title: Zed', 'parent: UI'),
      'zed/a.md': page('title: In Zed', 'parent: Zed'),
    };
    expect(await navigationOf(files)).toEqual([
      'index.md -',
      'ui.md UI',
      'ui/a.md UI',
      'ui/b.md UI',
      'ui/deep.md UI',
      'ui/z.md UI',
      'z.md Zed',
      'zed/a.md Zed',
    ]);
  });
});

describe('the page tree of Fumadocs', () => {
  const config = {
    'source.config.ts': `import { defineDocs } from 'fumadocs-mdx/config';
      export const docs = defineDocs({ dir: 'content/docs' });
      export const blog = defineCollections({ type: 'doc', dir: 'content/blog' });`,
    'lib/shared.ts': `export const docsRoute = '/learn';`,
    'lib/source.ts': `import { loader } from 'fumadocs-core/source';
      import { docs, blog as posts } from 'collections/server';
      import { docsRoute } from './shared';
      export const source = loader({ baseUrl: docsRoute, source: docs.toFumadocsSource() });
      export const blog = loader({ baseUrl: '/news', source: toFumadocsSource(blog, []) });`,
  };
  const names = [
    'index.mdx',
    'a.mdx',
    'b.mdx',
    '(group)/c.mdx',
    'ui/index.mdx',
    'ui/y.mdx',
    'ui/x.mdx',
    'more/d.mdx',
    'gone.mdx',
  ];
  const pages = Object.fromEntries(names.map((name) => [`content/docs/${name}`, page(`title: ${name}`)]));
  const meta = {
    'content/docs/meta.json': JSON.stringify({
      pages: ['b', '---[Icon]Guides---', '...', '!gone', '...more', '[Site](https://other.example)'],
    }),
    'content/docs/ui/meta.json': JSON.stringify({ title: 'Interface', pages: ['y', '---Inner---', 'x'] }),
  };

  it('has the order and the labels of its meta files', async () => {
    expect(await navigationOf({ ...config, ...pages, ...meta })).toEqual([
      'docs/index.mdx -',
      'docs/b.mdx -',
      'docs/a.mdx Guides',
      'docs/(group)/c.mdx Guides',
      'docs/ui/index.mdx Guides',
      'docs/ui/y.mdx Guides',
      'docs/ui/x.mdx Guides',
      'docs/more/d.mdx Guides',
    ]);
    const plain = { ...meta, 'content/docs/meta.json': '{"pages": ["ui", "...ui", "ui"]}' };
    expect((await navigationOf({ ...config, ...pages, ...plain })).slice(1)).toEqual([
      'docs/ui/index.mdx Interface',
      'docs/ui/y.mdx Interface',
      'docs/ui/x.mdx Interface',
    ]);
  });

  it('has the addresses of its loaders, without groups', async () => {
    const files = { ...config, ...pages, 'content/blog/post.mdx': page('title: P'), 'README.md': 'About.' };
    const { entries } = await readFolder(folderWith(files));
    const urls = Object.fromEntries(entries.map(({ key, url }) => [key.replace(/^content\//, ''), url]));
    expect(urls).toMatchObject({
      'docs/index.mdx': '/learn',
      'docs/(group)/c.mdx': '/learn/c',
      'docs/ui/index.mdx': '/learn/ui',
      'docs/ui/x.mdx': '/learn/ui/x',
      'blog/post.mdx': '/news/post',
    });
    expect(urls).not.toHaveProperty('README.md');
  });

  it('has collections that are defined beside the loaders', async () => {
    const files = {
      'source.config.ts':
        "import { defineConfig } from 'fumadocs-mdx/config';\nexport default defineConfig({});",
      'lib/source/index.tsx': `import { type LoaderPlugin, loader } from 'fumadocs-core/source';
        import { defineCollections, defineDocs } from 'fumadocs-mdx/macro';
        const docs = defineDocs({ docs: { async: true } });
        const blog = defineCollections({ type: 'doc', dir: 'content/blog' });
        export const source = loader(
          { docs: docs.toFumadocsSource(), api: await openapi.staticSource({ baseDir: 'api' }) },
          { baseUrl: '/learn', plugins: [() => <b />] },
        );
        export const posts = loader(blog.toFumadocsSource(), { baseUrl: '/news' });`,
      'content/docs/(group)/c.mdx': page('title: C'),
      'content/blog/post.mdx': page('title: P'),
    };
    const { entries } = await readFolder(folderWith(files));
    expect(entries.map(({ url }) => url).sort()).toEqual(['/learn/c', '/news/post']);
  });

  it('has a folder for each language, but for the hidden ones', async () => {
    const i18n = (more: string) => ({
      'lib/i18n.ts': `import { defineI18n } from 'fumadocs-core/i18n';
        export const i18n = defineI18n({ defaultLanguage: 'en', languages: ['en', 'fr'], ${more} });`,
    });
    const files = { 'content/docs/a.mdx': page('title: A'), 'content/docs/a.fr.mdx': page('title: A') };
    const urls = async (more: string) => {
      const { entries } = await readFolder(folderWith({ ...config, ...files, ...i18n(more) }));
      return entries.map(({ url, lang, translationKey }) => [url, lang, translationKey]);
    };
    expect(await urls('')).toEqual([
      ['/fr/learn/a', 'fr', 'learn/a'],
      ['/en/learn/a', 'en', 'learn/a'],
    ]);
    expect((await urls(`hideLocale: 'default-locale'`)).map(([url]) => url)).toEqual([
      '/fr/learn/a',
      '/learn/a',
    ]);
  });

  it('has languages that code lists', async () => {
    const { 'lib/source.ts': loader, ...others } = config;
    const { entries } = await readFolder(
      folderWith({
        ...others,
        'lib/geistdocs/source.ts': loader.replace('./shared', '../shared'),
        'lib/geistdocs/i18n.ts': `import { translations } from '@/words';
          export const i18n = defineI18n({ defaultLanguage: 'en', languages: Object.keys(translations), hideLocale: 'default-locale' });`,
        'content/docs/a.mdx': page('title: A'),
        'content/docs/a.fr.mdx': page('title: A'),
        'content/docs/v1.beta.mdx': page('title: V'),
      }),
    );
    expect(entries.map(({ url }) => url).sort()).toEqual(['/fr/learn/a', '/learn/a', '/learn/v1.beta']);
  });

  it('names a loader whose address can’t be read', async () => {
    const { 'lib/source.ts': _, ...others } = config;
    const { warnings } = await readFolder(folderWith({ ...others, ...pages }));
    expect(warnings.map(({ message }) => message).join()).toContain('the `baseUrl` of its loader');
  });
});
