import { describe, expect, it } from 'vitest';
import { renderMarkdownBody } from '../../../../src/content/body/markdown/render.js';
import { htmlOf } from '../../../../src/content/body/port.js';
import { Warnings } from '../../../../src/core/warnings.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { needs, sharedData } from '../../../support/needs.js';
import { NOW, readFolder, source } from '../../../support/sources/files/read-folder.js';

const SITES = ['hugo', 'jekyll', 'eleventy', 'astro', 'plain'];

/** The gate that the build applies to every entry. */
function isPublic(entry: RawEntry): boolean {
  const { status, noindex, published = 0, expires = Number.POSITIVE_INFINITY } = entry;
  return status === 'publish' && !entry.protected && !noindex && published <= NOW && expires > NOW;
}

function render(entry: RawEntry): string {
  const context = {
    entryId: 1,
    ref: entry.ref,
    media: { byId: () => undefined, attachedTo: () => [] },
    pattern: () => undefined,
    warnings: new Warnings(),
  };
  return entry.format === 'markdown' ? htmlOf(renderMarkdownBody(entry.body, context)) : entry.body;
}

describe.each(SITES)('the %s site', (name) => {
  it('lets nothing hidden through the gate', async () => {
    const { entries, authors } = await readFolder(`fixtures/files/${name}`);
    const open = entries.filter(isPublic);
    expect(open.length).toBeGreaterThan(3);
    for (const entry of open) {
      const { extra, ...published } = { ...entry, body: render(entry) };
      expect(JSON.stringify(published), entry.key).not.toContain('CANARY');
      expect(published.body).not.toContain('svcunresolved');
    }
    expect(JSON.stringify(authors)).not.toMatch(/CANARY|@/);
  });

  it('keeps hidden entries, so that the gate and not the source decides', async () => {
    const { entries } = await readFolder(`fixtures/files/${name}`);
    expect(entries.some((entry) => entry.title.startsWith('CANARY') && !isPublic(entry))).toBe(true);
  });

  it('is recognised', async () => {
    expect(await source.detect(`fixtures/files/${name}`)).toBe(2);
  });

  it('gives the same entries when only some are wanted', async () => {
    const { entries } = await readFolder(`fixtures/files/${name}`);
    const wanted = new Set(entries.filter((_, index) => index % 2 === 0).map(({ key }) => key));
    const opened = await source.open({ path: `fixtures/files/${name}` });
    const warnings = new Warnings();
    const again: RawEntry[] = [];
    for await (const entry of opened.readEntries(wanted, { warnings, timeZone: 'UTC' })) again.push(entry);
    expect(again).toEqual(entries.filter(({ key }) => wanted.has(key)));
    expect(warnings.list().length).toBe(0);
  });
});

async function addresses(path: string, options = {}): Promise<Record<string, string | undefined>> {
  const { entries } = await readFolder(path, options);
  const shown = entries.filter(({ key }) => !/CANARY/.test(key));
  return Object.fromEntries(shown.map(({ key, url }) => [key.replace(/^(?:content|src)\//, ''), url]));
}

describe('Hugo', () => {
  it('knows addresses: patterns, sections, bundles, languages, slugs', async () => {
    expect(await addresses('fixtures/files/hugo')).toEqual({
      '_index.md': '/',
      'about.fr.md': '/fr/about/',
      'about.md': '/about/',
      'journal/2024-06-11-june-drop.md': '/journal/2024/06/june-drop-what-falls-falls/',
      'journal/first-blossom.md': '/journal/2024/04/first-blossom/',
      'journal/links-to-hidden.md': '/journal/2024/07/looking-ahead/',
      'varieties/_index.md': '/varieties/',
      'varieties/blue-pearmain/index.md': '/varieties/pearmain-blue/',
    });
  });

  it('reads TOML front matter, the site and its time zone', async () => {
    const { byKey, site, authors } = await readFolder('fixtures/files/hugo');
    expect(site).toEqual({
      title: 'Quince Hill Orchard',
      description: 'Old fruit varieties, grown without hurry.',
      baseUrl: 'https://orchard.example',
      lang: 'en-gb',
      timezone: 'Europe/London',
    });
    expect(byKey.get('content/about.md')).toMatchObject({
      title: 'About the orchard',
      published: Date.UTC(2021, 2, 2) / 1000,
      modified: Date.UTC(2024, 4, 1, 8) / 1000,
      authorKeys: ['odile-hart'],
      menuOrder: 2,
      extra: { aliases: ['/who-we-are/'] },
    });
    expect(authors).toEqual([{ key: 'odile-hart', name: 'Odile Hart' }]);
    // Midnight of the name's date in London, where summer time runs.
    expect(byKey.get('content/journal/2024-06-11-june-drop.md')?.published).toBe(
      Date.UTC(2024, 5, 10, 23) / 1000,
    );
  });

  it.each([
    ['draft', 'draft'],
    ['never', 'draft'],
    ['headless', 'draft'],
  ])('%s is %s', async (name, status) => {
    const { byKey } = await readFolder('fixtures/files/hugo');
    expect(byKey.get(`content/journal/CANARY-hugo-${name}.md`)?.status).toBe(status);
  });

  it('tells when a page expires', async () => {
    const { byKey } = await readFolder('fixtures/files/hugo');
    const { expires } = byKey.get('content/journal/CANARY-hugo-expired.md') as RawEntry;
    expect(expires).toBeLessThan(NOW);
  });

  it('holds a page back until its later date, and treats files of a bundle as part of it', async () => {
    const { byKey } = await readFolder('fixtures/files/hugo');
    expect(byKey.get('content/journal/CANARY-hugo-future.md')?.published).toBe(Date.UTC(2099, 0, 1) / 1000);
    expect(byKey.has('content/varieties/blue-pearmain/notes.md')).toBe(false);
  });

  it('resolves references, and dissolves those to hidden pages', async () => {
    const { byKey } = await readFolder('fixtures/files/hugo');
    const html = (key: string) => render(byKey.get(`content/${key}`) as RawEntry);
    expect(html('_index.md')).toBe('<p>Welcome. Start with the <a href="/varieties/">varieties</a>.</p>');
    expect(html('about.md')).toContain('<a href="/journal/2024/04/first-blossom/">the journal</a>');
    expect(html('journal/links-to-hidden.md')).toBe('<p>Read what comes next or later.</p>');
  });
});

describe('Jekyll', () => {
  it('knows addresses: permalink styles, collections, categories of folders', async () => {
    const { '404.html': _, ...rest } = await addresses('fixtures/files/jekyll');
    expect(rest).toEqual({
      '_posts/2013-05-06-first-rehearsal.md': '/news/harbour/2013/05/06/first-rehearsal/',
      '_posts/2019-11-30-winter-concert.markdown': '/concerts%20and%20tours/2019/11/30/winter-concert/',
      '_songs/leave-her-johnny.md': '/repertoire/leave-her-johnny/',
      'about.md': '/about/',
      'index.md': '/',
      'old.md': '/old/',
      'thanks.md': '/thanks/',
      'tours/_posts/2021-08-14-isle-of-wrack.html': '/tours/2021/08/14/isle-of-wrack/',
    });
  });

  it('tells posts, pages, drafts and files that are none', async () => {
    const { byKey } = await readFolder('fixtures/files/jekyll');
    expect(byKey.get('_posts/2013-05-06-first-rehearsal.md')).toMatchObject({
      type: 'post',
      status: 'publish',
    });
    expect(byKey.get('_songs/leave-her-johnny.md')).toMatchObject({ type: 'page', status: 'publish' });
    expect(byKey.get('_drafts/CANARY-jekyll-draft.md')).toMatchObject({ type: 'post', status: 'draft' });
    expect(byKey.get('old.md')?.status).toBe('draft');
    expect(byKey.get('thanks.md')?.noindex).toBe(true);
    const absent = ['README.md', 'static.md', '_notes/CANARY-jekyll-note.md', '_layouts/default.html'];
    expect(absent.filter((key) => byKey.has(key))).toEqual([]);
  });

  it('splits plural keys at spaces and keeps singular ones whole', async () => {
    const { byKey } = await readFolder('fixtures/files/jekyll');
    const terms = (key: string) =>
      byKey.get(`_posts/${key}`)?.terms.map(({ taxonomy, name }) => `${taxonomy}: ${name}`);
    expect(terms('2013-05-06-first-rehearsal.md')).toEqual([
      'category: news',
      'category: harbour',
      'tag: singing',
      'tag: loft',
    ]);
    expect(terms('2019-11-30-winter-concert.markdown')).toEqual(['category: Concerts and tours']);
  });

  it('resolves link, post_url and values, below the folder of the site', async () => {
    const { byKey } = await readFolder('fixtures/files/jekyll');
    const html = (key: string) => render(byKey.get(key) as RawEntry);
    expect(html('about.md')).toContain(
      '<a href="/sing/repertoire/leave-her-johnny/">Songs</a>, <a href="/sing/rules/">rules</a>',
    );
    expect(html('_posts/2019-11-30-winter-concert.markdown')).toBe(
      '<p>As promised in <a href="/sing/news/harbour/2013/05/06/first-rehearsal/">our first rehearsal</a>, and not in this.</p>',
    );
    expect(html('index.md')).toBe('<p>Welcome to The Harbour Choir.</p>');
    expect(html('tours/_posts/2021-08-14-isle-of-wrack.html').trim()).toBe(
      '<p>It rained. See <a>the map</a>.</p>',
    );
  });
});

describe('Eleventy', () => {
  it('knows addresses, without running the configuration', async () => {
    expect(await addresses('fixtures/files/eleventy')).toEqual({
      'index.md': '/',
      'odd.md': '/odd/',
      'posts/2023-04-09-truing-a-wheel.md': '/posts/2023-04-09-truing-a-wheel/',
      'posts/brakes.md': '/guides/brakes/',
      'tools.html': '/tools/',
    });
    const { warnings, byKey } = await readFolder('fixtures/files/eleventy');
    expect(warnings.map(({ code, file }) => [code, file])).toEqual([
      ['front-matter-type', 'CANARY-eleventy-draft.md'],
      ['permalink-template', 'odd.md'],
    ]);
    expect(byKey.get('CANARY-eleventy-unwritten.md')?.status).toBe('draft');
    expect(byKey.get('posts/2023-04-09-truing-a-wheel.md')?.terms.map(({ name }) => name)).toEqual([
      'wheels',
      'how-to',
    ]);
  });
});

describe('Astro', () => {
  it('knows addresses: pages, collections, own slugs', async () => {
    expect(await addresses('fixtures/files/astro')).toEqual({
      'content/blog/first-frost.md': '/blog/first-frost/',
      'content/blog/gale.mdx': '/blog/storms/the-november-gale/',
      'content/docs/install/mast.md': '/install/mast/',
      'pages/about.md': '/about/',
      'pages/index.mdx': '/',
    });
  });

  it('reads its dates, people and images', async () => {
    const { byKey, authors } = await readFolder('fixtures/files/astro');
    expect(byKey.get('src/content/blog/first-frost.md')).toMatchObject({
      type: 'post',
      published: Date.UTC(2024, 9, 8) / 1000,
      modified: Date.UTC(2024, 9, 9) / 1000,
      image: './frost.png',
    });
    expect(authors).toEqual([{ key: 'ines-moor', name: 'Ines Moor' }]);
    expect(render(byKey.get('src/content/blog/first-frost.md') as RawEntry)).toContain(
      '<img src="/blog/grass.png"',
    );
  });
});

describe('a plain folder', () => {
  it('knows addresses', async () => {
    expect(await addresses('fixtures/files/plain')).toEqual({
      'data.json.md': '/data.json/',
      'guides/README.md': '/guides/',
      'guides/borrowing.md': '/guides/borrowing/',
      'guides/drying seeds.md': '/guides/drying%20seeds/',
      'guides/glossary.html': '/guides/glossary/',
      'guides/Übersicht.md': '/guides/%C3%9Cbersicht/',
      'index.md': '/',
      'news/2025-02-01-new-shelf.md': '/news/new-shelf/',
      'recipes/soup.md': '/kitchen/bean-soup',
    });
  });

  it('understands every key, and keeps the others', async () => {
    const { byKey } = await readFolder('fixtures/files/plain');
    expect(byKey.get('guides/borrowing.md')).toEqual({
      ref: 'guides/borrowing.md',
      key: 'guides/borrowing.md',
      id: 4711,
      type: 'page',
      status: 'publish',
      protected: false,
      noindex: false,
      title: 'Borrowing seeds',
      slug: 'borrowing',
      url: '/guides/borrowing/',
      isAddressGuessed: true,
      authorKeys: ['pat-winter'],
      terms: [
        { taxonomy: 'category', slug: 'guides', name: 'Guides' },
        { taxonomy: 'tag', slug: 'borrowing', name: 'borrowing' },
        { taxonomy: 'tag', slug: 'rules', name: 'rules' },
      ],
      excerpt: '',
      body:
        'Take three. [Drying](/guides/drying%20seeds/) comes later; ![Shelf](/guides/shelf.jpg) and ' +
        '`[code](drying%20seeds.md)`.\n\n[ref]: /\n',
      format: 'markdown',
      image: '/guides/shelf.jpg',
      imageAlt: 'A shelf of jars',
      description: 'Three packets at a time.',
      topicsDerive: false,
      menuOrder: 1,
      llms: true,
      topics: ['seed saving', 'libraries'],
      lang: 'en-GB',
      extra: { colour: 'green' },
    });
  });

  it('finds titles: front matter as written, first heading, file name', async () => {
    const { byKey } = await readFolder('fixtures/files/plain');
    expect(byKey.get('news/2025-02-01-new-shelf.md')?.title).toBe('007');
    expect(byKey.get('guides/drying seeds.md')).toMatchObject({
      title: 'Drying your seeds',
      body: '\nNever in the sun.\n',
    });
    expect(byKey.get('guides/glossary.html')).toMatchObject({ title: 'Glossary', format: 'html' });
  });

  it.each([
    ['draft', { status: 'draft' }],
    ['private', { status: 'private' }],
    ['typo', { status: 'private' }],
    ['members', { protected: true }],
    ['password', { protected: true }],
    ['noindex', { noindex: true }],
    ['scheduled', { status: 'future' }],
    ['hidden', { noindex: true }],
    ['unpublished', { status: 'draft' }],
    ['expired', { status: 'publish', expires: Date.UTC(2020, 0, 1) / 1000 }],
    ['trash', { status: 'trash' }],
    ['robots', { noindex: true }],
  ])('%s', async (name, expected) => {
    const { byKey } = await readFolder('fixtures/files/plain');
    expect(byKey.get(`hidden/CANARY-plain-${name}.md`)).toMatchObject(expected);
  });
});

const REAL = '../shared/data/jekyll-docs';

describe('a real documentation site', needs(sharedData(REAL)), () => {
  it('is read whole', async () => {
    const { entries, warnings } = await readFolder(REAL);
    expect(entries).toHaveLength(193);
    expect(entries.filter(({ type }) => type === 'post')).toHaveLength(102);
    expect(entries.every(isPublic)).toBe(true);
    // One post has a date that no calendar knows; its name has the right one. The data has no includes.
    expect(
      warnings.filter(({ code }) => code !== 'include-left-out').map(({ code, file }) => `${code} ${file}`),
    ).toEqual(['front-matter-date _posts/2023-01-29-jekyll-3-9-3-released.markdown']);
    expect(new Set(entries.map(({ url }) => url)).size).toBe(193);
  });

  it('leaves no template mark in prose', async () => {
    const { entries } = await readFolder(REAL);
    for (const entry of entries) {
      const prose = render(entry).replace(/<(pre|code)\b[^>]*>[\s\S]*?<\/\1>/g, '');
      expect(prose, entry.key).not.toMatch(/\{[%{:]|svcunresolved|href=""/);
    }
  });
});
