import { describe, expect, it } from 'vitest';
import { findLayout } from '../../../../../src/sources/files/find-layout.js';
import { readFilesOptions } from '../../../../../src/sources/files/options.js';
import { pagesOf } from '../../../../support/sources/files/public-pages.js';
import { folderWith, readFolder } from '../../../../support/sources/files/read-folder.js';

const page = (...lines: readonly string[]) => `---\n${['title: Tea', ...lines].join('\n')}\n---\n\nText.\n`;

async function read(files: Readonly<Record<string, string>>) {
  const root = folderWith(files);
  const { entries, site, warnings } = await readFolder(root);
  const { generator, rules } = findLayout(root, readFilesOptions());
  const open = entries.filter(({ status }) => status === 'publish');
  return {
    generator,
    site,
    warnings,
    rules,
    urls: Object.fromEntries(open.map(({ ref, url }) => [ref, url])),
  };
}

const NUXT =
  "export default defineNuxtConfig({ site: { url: 'https://n.example', name: 'N' }, app: { baseURL: '/n/' } })";

describe('a site of Nuxt Content', () => {
  const files = {
    'nuxt.config.ts': NUXT,
    'content/index.md': page(),
    'content/1.guide/2.Getting Started.md': page(),
    'content/1.guide/10.Later.md': page(),
    'content/1.guide/index.md': page(),
    'content/1.4.0.md': page(),
    'content/_part.md': page(),
    'content/.hidden/x.md': page(),
    'content/a.draft.md': page(),
    'content/Über uns.md': page(),
    'README.md': page(),
  };

  it('has addresses without numbers, in lower case', async () => {
    const { urls, site, rules } = await read(files);
    expect(urls).toEqual({
      'content/index.md': '/',
      'content/1.guide/2.Getting Started.md': '/guide/getting-started',
      'content/1.guide/10.Later.md': '/guide/later',
      'content/1.guide/index.md': '/guide',
      'content/1.4.0.md': '/1.4.0',
      'content/Über uns.md': '/uber-uns',
    });
    expect(site).toEqual({ title: 'N', baseUrl: 'https://n.example/n' });
    const order = rules.navigation?.(
      ['content/1.guide/10.Later.md', 'content/1.guide/2.Getting Started.md'],
      () => undefined,
    );
    expect(order?.[0]?.path).toBe('content/1.guide/2.Getting Started.md');
  });

  it('has only the pages of its collections', async () => {
    const { urls } = await read({
      'nuxt.config.ts': NUXT,
      'content.config.ts': `export default defineContentConfig({ collections: {
        docs: defineCollection({ type: 'page', source: { include: 'docs/**', prefix: '/', exclude: ['docs/old/**'] } }),
        blog: defineCollection({ type: 'page', source: 'blog/**/*.md' }), data: defineCollection({ type: 'data', source: 'data/**' }) } })`,
      'content/docs/a.md': page(),
      'content/docs/old/b.md': page(),
      'content/blog/c.md': page(),
      'content/data/d.md': page(),
    });
    expect(urls).toEqual({ 'content/docs/a.md': '/a', 'content/blog/c.md': '/blog/c' });
  });

  it('has collections that are exported by name and completed by other modules', async () => {
    const { urls } = await read({
      'nuxt.config.ts': NUXT,
      'content.config.ts': `import { asSeoCollection } from '@nuxtjs/seo/content';
        export const collections = { en: defineCollection(asSeoCollection({ type: 'page', source: { include: 'en/**', prefix: '/' } })) }`,
      'content/en/a.md': page(),
      'content/fr/b.md': page(),
    });
    expect(urls).toEqual({ 'content/en/a.md': '/a' });
  });
});

describe('a site of Next.js', () => {
  const PACKAGE = '{"dependencies": {"nextra": "4", "next": "15"}}';

  it('that reads its Markdown by its own code keeps the names of files, also in a folder that Astro uses', async () => {
    const { generator, urls } = await read({
      'package.json': '{"dependencies": {"next": "15"}}',
      'next.config.js': 'module.exports = {}',
      'src/content/index.md': page(),
      'src/content/reference/useState.md': page(),
      'src/content/reference/index.md': page(),
      'src/pages/index.tsx': 'export default () => null',
    });
    expect(generator).toBe('next');
    expect(urls).toEqual({
      'src/content/index.md': '/',
      'src/content/reference/useState.md': '/reference/useState',
      'src/content/reference/index.md': '/reference',
    });
  });

  it('has its Markdown in the folders that its code names, at the addresses of their templates', async () => {
    const template = { 'src/app/posts/[slug]/page.tsx': '', 'src/app/tags/[tag]/page.tsx': '' };
    const posts = await read({
      ...template,
      'package.json': '{"dependencies": {"gray-matter": "4", "next": "15"}}',
      'src/lib/api.ts': 'const folder = join(process.cwd(), "_posts");',
      '_posts/hello.md': page(),
      'README.md': page(),
    });
    expect(posts.generator).toBe('next');
    expect(posts.urls).toEqual({ '_posts/hello.md': '/posts/hello' });
    const layer = await read({
      'package.json': '{"dependencies": {"next-contentlayer2": "1", "next": "15"}}',
      'next.config.js': 'module.exports = {}',
      'contentlayer.config.ts': "export default makeSource({ contentDirPath: 'data', documentTypes: [] })",
      'app/blog/[...slug]/page.tsx': '',
      'data/blog/deep/hello.mdx': page(),
      'data/authors/jo.mdx': page(),
    });
    expect(layer.urls).toEqual({
      'data/blog/deep/hello.mdx': '/blog/deep/hello',
      'data/authors/jo.mdx': '/authors/jo',
    });
    const whole = await read({
      'package.json': '{"dependencies": {"gray-matter": "4", "next": "15"}}',
      'next.config.js': 'module.exports = {}',
      'src/pages/[[...path]].js': '',
      'src/utils/rss.js': "const folder = path.join(process.cwd(), 'src/content/blog');",
      'src/content/index.md': page(),
      'src/content/blog/2026/tea.md': page(),
    });
    expect(whole.urls).toEqual({
      'src/content/index.md': '/',
      'src/content/blog/2026/tea.md': '/blog/2026/tea',
    });
    const routes = await read({
      'package.json': '{"dependencies": {"@next/mdx": "15", "next": "15"}}',
      'next.config.ts': 'export default {}',
      'app/n/page.tsx': "const folder = path.join(process.cwd(), 'app', 'n');",
      'app/n/tea/page.mdx': page(),
    });
    expect(routes.urls).toEqual({ 'app/n/tea/page.mdx': '/n/tea' });
    const other = await read({
      'package.json': '{"dependencies": {"velite": "1", "next": "15"}}',
      'next.config.js': 'module.exports = {}',
      'pages/blog/[slug].js': '',
      'content/posts/hello.mdx': page(),
    });
    expect(other.urls).toEqual({ 'content/posts/hello.mdx': '/blog/hello' });
  });

  it('without Markdown in those folders is a plain folder', async () => {
    const { generator } = await read({ 'next.config.js': 'module.exports = {}', 'posts/a.md': page() });
    expect(generator).toBe('plain');
  });

  it('has sections by the separators of Nextra', async () => {
    const { rules } = await read({
      'package.json': PACKAGE,
      'next.config.mjs': "import nextra from 'nextra'; export default nextra({})({})",
      'content/_meta.ts':
        "export default { index: 'Start', '-- deep': { type: 'separator', title: 'In depth' }, z: 'Zed', more: { title: 'More' } }",
      'content/index.mdx': page(),
      'content/z.mdx': page(),
      'content/more/x.mdx': page(),
    });
    const files = ['content/index.mdx', 'content/more/x.mdx', 'content/z.mdx'];
    expect(rules.navigation?.(files, () => undefined)).toEqual([
      { path: 'content/index.mdx' },
      { path: 'content/z.mdx', section: 'In depth' },
      { path: 'content/more/x.mdx', section: 'In depth' },
    ]);
  });

  it('has the content of Nextra, in the order of its files', async () => {
    const { urls, rules } = await read({
      'package.json': PACKAGE,
      'next.config.mjs':
        "import nextra from 'nextra'; export default nextra({ contentDirBasePath: '/docs' })({ trailingSlash: true })",
      'content/_meta.ts': "export default { z: 'Zed', more: { title: 'More' } }",
      'content/index.mdx': page(),
      'content/z.mdx': page(),
      'content/a.mdx': page(),
      'content/more/x.mdx': page(),
      'app/(group)/about/page.mdx': page(),
      'app/[slug]/page.mdx': page(),
      'app/_private/page.mdx': page(),
      'app/notes.mdx': page(),
    });
    expect(urls).toEqual({
      'content/index.mdx': '/docs/',
      'content/z.mdx': '/docs/z/',
      'content/a.mdx': '/docs/a/',
      'content/more/x.mdx': '/docs/more/x/',
      'app/(group)/about/page.mdx': '/about/',
    });
    const order = rules.navigation?.(
      ['content/a.mdx', 'content/index.mdx', 'content/more/x.mdx', 'content/z.mdx'],
      () => undefined,
    );
    expect(order?.map(({ path }) => path)).toEqual([
      'content/index.mdx',
      'content/z.mdx',
      'content/more/x.mdx',
      'content/a.mdx',
    ]);
    expect(rules.warnings?.()).toEqual([]);
  });

  it('has pages by files, with languages in their names', async () => {
    const { urls, warnings } = await read({
      'package.json': PACKAGE,
      'next.config.js':
        "module.exports = require('nextra')({})({ i18n: { locales: ['en', 'fr'], defaultLocale: 'en' } })",
      'pages/index.en.mdx': page(),
      'pages/docs/v1.2.mdx': page(),
      'pages/docs/tea.fr.mdx': page(),
      'pages/_app.mdx': page(),
      'pages/[x].mdx': page(),
    });
    expect(urls).toEqual({
      'pages/index.en.mdx': '/',
      'pages/docs/v1.2.mdx': '/docs/v1.2',
      'pages/docs/tea.fr.mdx': '/fr/docs/tea',
    });
    expect(warnings.map(({ code }) => code)).toContain('generator-not-read');
  });

  it('is another project without a package for Markdown', async () => {
    const { generator } = await read({ 'package.json': '{}', 'next.config.js': '', 'docs/a.md': page() });
    expect(generator).toBe('plain');
  });
});

describe('a site of Mintlify', () => {
  const navigation = {
    languages: [
      { language: 'en', tabs: [{ tab: 'Docs', groups: [{ group: 'Start', pages: ['index', 'a/readme'] }] }] },
      { $ref: './nav/fr.json' },
    ],
    groups: [{ group: 'Off', hidden: true, pages: ['off'] }],
  };
  const files = {
    'docs/docs.json': JSON.stringify({ $schema: 'https://mintlify.com/docs.json', name: 'M', navigation }),
    'docs/nav/fr.json': JSON.stringify({
      groups: [{ group: 'Début', root: 'fr/index', $ref: './more.json' }],
    }),
    'docs/nav/more.json': JSON.stringify({ pages: ['fr/b'] }),
    'docs/.mintignore': '# not yet\nlater/\n*.draft.mdx\n',
    'docs/index.mdx': `import Part from '/snippets/part.mdx';\n\n<Part />\n`,
    'docs/a/readme.mdx': page(),
    'docs/fr/index.mdx': page(),
    'docs/fr/b.mdx': page('groups: [partners]'),
    'docs/off.mdx': page(),
    'docs/later/x.mdx': page(),
    'docs/y.draft.mdx': page(),
    'docs/snippets/part.mdx': 'A part.\n',
    'docs/fr/snippets/part.mdx': 'A part.\n',
    'docs/README.md': page(),
    'docs/api.json': '{}',
  };

  it('offers the drafts in its navigation to all readers', async () => {
    const entries = await pagesOf({
      'docs.json': JSON.stringify({
        $schema: 'https://mintlify.com/docs.json',
        navigation: { versions: [{ version: 'Draft', pages: ['standard/draft/index', 'internal/b', 'c'] }] },
      }),
      'standard/draft/index.mdx': page(),
      'drafts/a.mdx': page(),
      'internal/b.mdx': page(),
      'c.mdx': page('draft: true'),
    });
    expect(entries).toEqual({ 'standard/draft/index.mdx': '/standard/draft' });
  });

  it('knows earlier addresses by its redirects, and those of files named `index`', async () => {
    const { byKey } = await readFolder(
      folderWith({
        'docs.json': JSON.stringify({
          $schema: 'https://mintlify.com/docs.json',
          navigation: { pages: ['index', 'tea/index', 'cup'] },
          redirects: { $ref: './redirects.json' },
        }),
        'redirects.json': JSON.stringify([
          { source: '/old/tea', destination: '/tea' },
          { source: '/blog/:slug*', destination: '/cup' },
          { source: '/mug', destination: '/cup' },
        ]),
        'index.mdx': page(),
        'tea/index.mdx': page(),
        'cup.mdx': page(),
      }),
    );
    expect(byKey.get('tea/index.mdx')?.formerUrls).toEqual(['/old/tea', '/tea/index']);
    expect(byKey.get('cup.mdx')?.formerUrls).toEqual(['/mug']);
    expect(byKey.get('index.mdx')?.formerUrls).toBeUndefined();
  });

  it('has the addresses of its files, without snippets and what it ignores', async () => {
    const { generator, site, urls } = await read(files);
    expect(generator).toBe('mintlify');
    expect(site).toMatchObject({ title: 'M' });
    expect(urls).toEqual({
      'docs/index.mdx': '/',
      'docs/a/readme.mdx': '/a/readme',
      'docs/fr/index.mdx': '/fr',
      'docs/fr/b.mdx': '/fr/b',
      'docs/off.mdx': '/off',
    });
  });

  it('reads snippets into pages; pages for groups are protected, those outside its navigation stay out of indexes', async () => {
    const { entries } = await readFolder(folderWith(files));
    const facts = entries.map(({ ref, noindex, protected: isProtected }) => [ref, noindex, isProtected]);
    expect(entries.find(({ url }) => url === '/')?.body).toContain('A part.');
    expect(Object.fromEntries(facts.map(([ref, ...rest]) => [ref, rest]))).toEqual({
      'docs/index.mdx': [false, false],
      'docs/a/readme.mdx': [false, false],
      'docs/fr/index.mdx': [false, false],
      'docs/fr/b.mdx': [false, true],
      'docs/off.mdx': [true, false],
    });
  });

  it('isn’t what another file of this name means', async () => {
    const { generator } = await read({ 'docs.json': '{"name": "x", "navigation": []}', 'a.md': page() });
    expect(generator).toBe('plain');
  });
});

describe('a site of Gatsby', () => {
  it('takes addresses of front matter, and says where code makes them', async () => {
    const config = (
      more = '',
    ) => `module.exports = { siteMetadata: { title: 'G', siteUrl: 'https://g.example' }, ${more}
      plugins: ['x', { resolve: 'gatsby-source-filesystem', options: { name: 'blog', path: \`\${__dirname}/content/blog\` } }] }`;
    const files = {
      'content/blog/2024/hello/index.md': page(),
      'content/blog/own.md': page('path: /own/place'),
      'content/blog/slug.md': page('slug: short'),
      'src/pages/about.mdx': page(),
      'notes/x.md': page(),
    };
    const { urls, site, warnings } = await read({ 'gatsby-config.js': config(), ...files });
    expect(urls).toEqual({
      'content/blog/2024/hello/index.md': '/2024/hello/',
      'content/blog/own.md': '/own/place/',
      'content/blog/slug.md': '/short/',
      'src/pages/about.mdx': '/about/',
    });
    expect(site).toEqual({ title: 'G', baseUrl: 'https://g.example' });
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'gatsby-config.js' }]);
    const never = await read({
      'gatsby-config.js': config("trailingSlash: 'never',"),
      'src/pages/a.md': page(),
    });
    expect([Object.values(never.urls), never.warnings]).toEqual([['/a'], []]);
  });
});

describe('Jupyter Book', () => {
  const toc = [
    'format: jb-book',
    'root: intro',
    'parts:',
    '- caption: Brewing',
    '  chapters:',
    '  - file: leaf/green',
    '    sections:',
    '    - file: leaf/index.md',
    '  - url: https://tea.example',
    '- chapters:',
    '  - file: about',
    '',
  ].join('\n');
  const files = {
    'docs/_config.yml':
      'title: Tea\nhtml:\n  baseurl: https://book.example/\nexclude_patterns: [notes, "*.rst"]\n',
    'docs/_toc.yml': toc,
    'docs/about.md': page(),
    'docs/intro.md': page(),
    'docs/leaf/green.md': page(),
    'docs/leaf/index.md': page(),
    'docs/loose.md': page(),
    'docs/notes/x.md': page(),
    'docs/old.rst': 'Old\n===\n',
    'README.md': page(),
  };

  it('has the addresses of Sphinx and the order of its table of contents', async () => {
    const { urls, rules, site, warnings } = await read(files);
    expect(urls).toEqual({
      'docs/about.md': '/about.html',
      'docs/intro.md': '/intro.html',
      'docs/leaf/green.md': '/leaf/green.html',
      'docs/leaf/index.md': '/leaf/',
      'docs/loose.md': '/loose.html',
    });
    expect(rules.navigation?.(Object.keys(urls), () => '')).toEqual([
      { path: 'docs/intro.md', section: undefined },
      { path: 'docs/leaf/green.md', section: 'Brewing' },
      { path: 'docs/leaf/index.md', section: 'Brewing' },
      { path: 'docs/about.md', section: undefined },
    ]);
    expect(site).toEqual({ title: 'Tea', baseUrl: 'https://book.example' });
    expect(warnings).toEqual([]);
  });

  it('names notebooks as not read, and has only pages of the table where it is set', async () => {
    const only = `${files['docs/_config.yml']}only_build_toc_files: true\n`;
    const { urls, warnings } = await read({ ...files, 'docs/_config.yml': only, 'docs/run.ipynb': '{}' });
    expect(Object.keys(urls)).not.toContain('docs/loose.md');
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'docs/run.ipynb' }]);
  });

  it('is told from Jekyll by its table of contents', async () => {
    const { urls } = await read({ '_config.yml': 'toc: {}\n', 'a.md': page() });
    expect(urls).toEqual({ 'a.md': '/a.html' });
  });
});

describe('documentation of Sphinx', () => {
  it('has pages of any name', async () => {
    const files = {
      'conf.py': "extensions = ['myst_parser']\nexclude_patterns = ['README.md']\n",
      'index.md': '# Tea\n',
    };
    expect(await pagesOf({ ...files, 'support.md': '# Support\n', 'README.md': '# Repository\n' })).toEqual({
      'index.md': '/',
      'support.md': '/support.html',
    });
  });

  it('has its Markdown pages, and says what isn’t read', async () => {
    const { urls, site, warnings } = await read({
      'docs/conf.py': `project = 'S'\nextensions = ["myst_parser"]\nhtml_baseurl = 'https://s.example/en/'\nexclude_patterns = [\n  'old', "*.tmp.md",\n]\n`,
      'docs/index.md': page(),
      'docs/guide/start.md': page(),
      'docs/guide/index.md': page(),
      'docs/old/x.md': page(),
      'docs/y.tmp.md': page(),
      'docs/_build/html/z.md': page(),
      'docs/api.rst': 'API\n===\n',
      'README.md': page(),
    });
    expect(urls).toEqual({
      'docs/index.md': '/',
      'docs/guide/start.md': '/guide/start.html',
      'docs/guide/index.md': '/guide/',
    });
    expect(site).toEqual({ title: 'S', baseUrl: 'https://s.example/en' });
    expect(warnings).toMatchObject([{ code: 'generator-not-read', file: 'docs/api.rst' }]);
  });
});

describe('a site of Pelican', () => {
  const article = (...lines: readonly string[]) =>
    `${['Title: Tea’s Time!', 'Date: 2024-03-05 10:00', ...lines].join('\n')}\n\nText.\n`;
  const files = {
    'content/tea.md': article(),
    'content/cups/b.md': article('Slug: own', 'Lang: fr'),
    'content/cups/c.md': article('save_as: index.html'),
    'content/cups/d.md': article('Status: draft'),
    'content/pages/about.md': 'Title: About us\n\nText.\n',
    'README.md': 'Text.\n',
  };

  it.each([
    ['', ['/', '/own-fr.html', '/pages/about-us.html', '/teas-time.html']],
    [
      "ARTICLE_URL = u'{category.slug}/{date:%Y}/{date:%b}/{slug}/'\nARTICLE_LANG_SAVE_AS = '{lang}/{slug}/index.html'\nPAGE_URL = \"{slug}\"",
      ['/', '/about-us', '/fr/own/', '/misc/2024/Mar/teas-time/'],
    ],
  ])('has the addresses of its settings: %s', async (settings, expected) => {
    const urls = await pagesOf({
      ...files,
      'pelicanconf.py': `SITENAME = 'Tea'\nPATH = 'content'\n${settings}\n`,
    });
    expect(Object.values(urls).sort()).toEqual(expected);
  });

  it('has the author of its settings, and the folder as category', async () => {
    const { byKey } = await readFolder(
      folderWith({
        ...files,
        'pelicanconf.py': "PATH = 'content'\nAUTHOR = 'Ann'\nTIMEZONE = 'Asia/Kolkata'\n",
      }),
    );
    expect(byKey.get('content/tea.md')?.published).toBe(Date.UTC(2024, 2, 5, 4, 30) / 1000);
    const facts = (path: string) => {
      const { authorKeys, terms = [] } = byKey.get(path) ?? {};
      return [authorKeys, terms.map(({ name }) => name)];
    };
    expect(facts('content/tea.md')).toEqual([['ann'], []]);
    expect(facts('content/cups/b.md')).toEqual([['ann'], ['cups']]);
    expect(facts('content/pages/about.md')).toEqual([['ann'], []]);
  });

  it('has the dates of names, before any sign', async () => {
    const settings =
      "ARTICLE_URL = '{date:%Y}/{date:%d}/{slug}'\nFILENAME_METADATA = r'(?P<date>\\d{4}-\\d{2}-\\d{2})_(?P<slug>.*)'\n";
    const named = { 'pelicanconf.py': settings, 'content/2011-02-03_own name.md': 'Title: Tea\n\nText.\n' };
    expect(Object.values(await pagesOf(named))).toEqual(['/2011/03/own name']);
  });

  it('publishes only what overrides a draft status of all', async () => {
    const urls = await pagesOf({
      'pelicanconf.py': "PATH = 'content'\nDEFAULT_METADATA = {\n    'status': 'draft',\n}\n",
      'content/tea.md': article(),
      'content/open.md': article('Slug: open', 'Status: published'),
    });
    expect(Object.keys(urls)).toEqual(['content/open.md']);
  });

  it('leads from page to page by their files', async () => {
    const { byKey } = await readFolder(
      folderWith({
        'pelicanconf.py': "SITENAME = 'Tea'",
        'content/tea.md': article(),
        'content/cups/a.md': `${article()}\n[Tea]({filename}/tea.md), [b]({filename}b.md#x), [t]({tag}Green%20Tea), ![C]({static}/img/c.png), \`{filename}/x\`\n`,
        'content/cups/b.md': article('Slug: b'),
        'content/img/c.png': 'x',
      }),
    );
    expect(byKey.get('content/cups/a.md')?.body).toContain(
      '[Tea](/teas-time.html), [b](/b.html#x), [t](/tag/green-tea.html), ![C](/img/c.png), `{filename}/x`',
    );
  });
});
