import { describe, expect, it } from 'vitest';
import { findLayout } from '../../../../../src/sources/files/find-layout.js';
import { readFilesOptions } from '../../../../../src/sources/files/options.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (...lines: readonly string[]) => `---\n${['title: Tea', ...lines].join('\n')}\n---\n\nText.\n`;
const STARLIGHT = (options: string, more = '') =>
  `import starlight from '@astrojs/starlight'; export default { site: 'https://s.example/', ${more} integrations: [starlight(${options})] };`;

async function read(files: Readonly<Record<string, string>>, below = '') {
  const root = folderWith(files) + below;
  const { entries, site, warnings } = await readFolder(root);
  const { rules } = findLayout(root, readFilesOptions());
  return {
    entries,
    site,
    warnings,
    rules,
    urls: Object.fromEntries(entries.map(({ ref, url }) => [ref, url])),
  };
}

describe('pages in the language of Astro', () => {
  it('are named, since only Astro can write them', async () => {
    const { urls, warnings } = await read({
      'astro.config.mjs': 'export default {}',
      'src/pages/about.md': page(),
      'src/pages/index.astro': '<h1>Tea</h1>',
      'src/pages/tea/cups.astro': '<h1>Cups</h1>',
      'src/pages/_part.astro': '<p>Part</p>',
      'src/pages/404.astro': '<h1>Gone</h1>',
      'src/pages/tea/[slug].astro': '<h1>One</h1>',
    });
    expect(Object.keys(urls)).toEqual(['src/pages/about.md']);
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'src/pages/index.astro' }]);
    expect(warnings[0]?.message).toContain(
      'the page (src/pages/index.astro), the page (src/pages/tea/cups.astro). ',
    );
  });
});

describe('a Starlight site', () => {
  it('has addresses in the form of headings, and its languages', async () => {
    const { entries, site } = await read({
      'astro.config.mjs': STARLIGHT(
        "{ title: 'S', locales: { root: { label: 'English', lang: 'en-GB' }, 'pt-br': { lang: 'pt-BR' } } }",
        "base: '/b',",
      ),
      'src/content/docs/index.mdx': page(),
      'src/content/docs/Guides/My Guide v1.2.md': page(),
      'src/content/docs/Guides/index.md': page(),
      'src/content/docs/slugged.md': page('slug: Other/Place'),
      'src/content/docs/_part.md': page(),
      'src/content/docs/pt-br/404.md': page(),
      'src/content/docs/pt-br/index.mdx': page(),
      'src/content/docs/later.md': page('draft: true'),
      'README.md': page(),
    });
    expect(entries.map(({ url, lang, noindex, status }) => [url, lang, noindex, status].join(' '))).toEqual([
      '/guides/my-guide-v12/  false publish',
      '/guides/  false publish',
      '/  false publish',
      '/later/  false draft',
      '/pt-br/404/ pt-BR true publish',
      '/pt-br/ pt-BR false publish',
      '/Other/Place/  false publish',
    ]);
    expect(site).toEqual({ title: 'S', baseUrl: 'https://s.example/b', lang: 'en-GB' });
    expect(
      new Set(entries.filter(({ slug }) => slug === 'index').map(({ translationKey }) => translationKey))
        .size,
    ).toBe(1);
  });

  it.each([
    ["trailingSlash: 'never',", '/a'],
    ["build: { format: 'file' },", '/a.html'],
    ['', '/a/'],
  ])('ends addresses as its configuration says: %s', async (more, url) => {
    const files = { 'docs/astro.config.ts': STARLIGHT('{}', more), 'docs/src/content/docs/a.md': page() };
    expect(Object.values((await read(files)).urls)).toEqual([url]);
    for (const below of ['/docs', '/docs/src/content'])
      expect(Object.values((await read(files, below)).urls)).toEqual([url]);
  });

  it('orders pages by its sidebar', async () => {
    const docs = ['a/x.md', 'a/y.md', 'b.md', 'c.md', 'd.md', 'fr/b.md'].map(
      (path) => `src/content/docs/${path}`,
    );
    const sidebar =
      "[{ label: 'G', items: ['c', { slug: 'b' }] }, { label: 'A', autogenerate: { directory: 'a' } }, { label: 'D', link: '/d/' }]";
    const files = {
      ...Object.fromEntries(docs.map((path) => [path, page()])),
      'src/content/docs/a/y.md': page('sidebar:', '  order: 1'),
    };
    const order = async (options: string) =>
      (await read({ ...files, 'astro.config.mjs': STARLIGHT(options) })).rules
        .navigation?.(docs, () => undefined)
        .map(({ path }) => path.slice('src/content/docs/'.length));
    const locales = "locales: { root: { lang: 'en' }, fr: {} }";
    expect(await order(`{ ${locales}, sidebar: ${sidebar} }`)).toEqual([
      'c.md',
      'b.md',
      'fr/b.md',
      'a/y.md',
      'a/x.md',
      'd.md',
    ]);
    expect((await order(`{ ${locales} }`))?.[0]).toBe('a/y.md');
  });
});

describe('an Astro site', () => {
  const files = {
    'astro.config.mjs': "export default { site: 'https://a.example', trailingSlash: 'ignore' };",
    'src/content.config.ts': `import { defineCollection } from 'astro:content'; import { glob, file } from 'astro/loaders';
      const blog = defineCollection({ loader: glob({ base: './posts', pattern: '**/*.{md,mdx}' }) });
      const people = defineCollection({ loader: file('src/people.json') }); const docs = defineCollection({ type: 'content' });
      export const collections = { blog, people, docs };`,
    'src/pages/writing/[...slug].astro':
      "const posts = await getCollection('blog'); return posts.map((post) => ({ params: { slug: post.id } }))",
    'src/pages/manual/[id].astro':
      "(await getSortedCollection('docs')).map((one) => ({ params: { id: one.data.place } }))",
    'src/pages/About Us.md': page(),
    'src/pages/index.astro': '',
    'src/pages/_part.md': page(),
    'posts/2024/First Post.md': page(),
    'src/content/docs/a.md': page(),
    'src/content/loose/b.md': page(),
  };

  it('shows collections where the routes of its pages say', async () => {
    const { urls } = await read(files);
    expect(urls).toEqual({
      'posts/2024/First Post.md': '/writing/2024/first-post/',
      'src/content/docs/a.md': '/manual/a/',
      'src/pages/About Us.md': '/About%20Us/',
    });
  });

  it('names collections whose addresses code computes', async () => {
    const { rules } = await read(files);
    const message = rules.warnings?.()[0]?.message;
    expect(message).toMatch(
      /the addresses of the collection "docs" \(astro\.config\.mjs\), the page \(src\/pages\/index\.astro\)\./,
    );
  });
});
