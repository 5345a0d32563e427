import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { ghostSource } from '../../../../src/sources/ghost/row.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { workspace } from '../../../support/build/workspace.js';
import { dump, fileWith, post, readExport, readOne } from '../../../support/sources/ghost/read-export.js';

const TIDELINE = 'fixtures/ghost/tideline.json';
const MILL = 'fixtures/ghost/old-mill.json';

describe('detect', () => {
  it.each([TIDELINE, MILL, 'fixtures/ghost/private.json'])('knows %s', async (path) => {
    expect(await ghostSource.detect(path)).toBe(2);
  });

  it.each([
    ['{"a": 1}', 'export.json', 1],
    ['{"meta": {"exported_on": 1}, "data": {}}', 'export.txt', 2],
    ['\uFEFF { "db" : [ { "data" : {', 'export', 2],
    ['{"meta": {}}', 'package.txt', 0],
    ['<rss/>', 'export.xml', 0],
    ['', 'empty.json', 1],
  ])('%j in %s is %i', async (content, name, expected) => {
    expect(await ghostSource.detect(fileWith(content, name))).toBe(expected);
  });

  it('says no to folders and to nothing', async () => {
    expect(await ghostSource.detect('fixtures')).toBe(0);
    expect(await ghostSource.detect('no/such.json')).toBe(0);
  });
});

/** Tables by which the post has an author and two tags, the second one internal. */
const tagged = () => ({
  tags: [
    { id: 't1', name: 'Boats', slug: 'boats' },
    { id: 't2', name: '#x', slug: 'hash-x' },
  ],
  posts_tags: [
    { post_id: post()['id'], tag_id: 't2', sort_order: 1 },
    { post_id: post()['id'], tag_id: 't1', sort_order: 0 },
  ],
  users: [{ id: 'u', name: 'Nella', slug: 'nella' }],
  posts_authors: [{ post_id: post()['id'], author_id: 'u' }],
});

const isOpen = (entry: RawEntry) => entry.status === 'publish' && !entry.protected && !entry.noindex;

it.each([
  ['009', 0],
  ['6.1.0', 0],
  ['9.0.0', 1],
])('version %s has %i warnings', async (version, count) => {
  const content = dump({ posts: [post()] }).replace('5.82.0', version);
  expect((await readExport(fileWith(content))).warnings).toHaveLength(count);
});

it('takes no tagline of a new site for its description', async () => {
  const settings = [
    { key: 'title', value: 'Oars' },
    { key: 'description', value: 'Thoughts, stories and ideas.' },
  ];
  const { site } = await readExport(fileWith(dump({ settings })));
  expect(site).toEqual({ title: 'Oars' });
});

describe('a present export', () => {
  it('tells about the site', async () => {
    const { site, authors, terms, warnings } = await readExport(TIDELINE);
    expect(site).toEqual({
      title: 'Tideline &amp; Sons',
      description: 'Notes from a &lt;small&gt; boathouse',
      lang: 'en-GB',
      timezone: 'Europe/Lisbon',
      logo: '/content/images/icon.png',
    });
    expect(authors).toEqual([
      { key: 'nella', name: 'Nella Quay', url: 'https://nella.example/' },
      { key: 'odo', name: 'Odo Brack' },
    ]);
    expect(terms.map(({ name, url }) => `${name} ${url}`)).toEqual([
      'Boats & Oars /tag/boats/',
      'Weather /tag/weather/',
    ]);
    expect(warnings).toEqual([]);
  });

  it('shows exactly what everybody may read', async () => {
    const { entries } = await readExport(TIDELINE);
    const open = entries.filter(isOpen);
    expect(open.map(({ slug }) => slug)).toEqual([
      'mending-an-oar',
      'drying-sails',
      'pilot-cutter',
      'harbour',
    ]);
    // A title, a name or an excerpt in `extra` is never published.
    expect(JSON.stringify(open)).not.toMatch(/canary/i);
    expect(entries.filter((entry) => !isOpen(entry)).every(({ slug }) => slug.startsWith('canary'))).toBe(
      true,
    );
  });

  it('reads every fact of a post', async () => {
    const { body, ...entry } = (await readExport(TIDELINE)).bySlug.get('mending-an-oar') as RawEntry;
    expect(entry).toEqual({
      ref: `${TIDELINE}#mending-an-oar`,
      key: expect.stringMatching(/^[0-9a-f]{24}$/),
      type: 'post',
      status: 'publish',
      protected: false,
      noindex: false,
      title: 'Mending an &lt;oar&gt; &amp; a heart',
      slug: 'mending-an-oar',
      url: '/mending-an-oar/',
      published: Date.UTC(2024, 2, 2, 9, 30) / 1000,
      modified: Date.UTC(2024, 4, 6, 7, 8, 9) / 1000,
      modifiedField: 'updated_at',
      authorKeys: ['nella', 'odo'],
      terms: [
        { taxonomy: 'tag', slug: 'boats', name: 'Boats &amp; Oars' },
        { taxonomy: 'tag', slug: 'weather', name: 'Weather' },
      ],
      excerpt: 'Glue, clamps &amp; patience.',
      format: 'html',
      image: '/content/images/2024/03/bench.jpg',
      imageAlt: 'A workbench',
      description: 'Glue, clamps, time.',
      seoTitle: 'How to mend an oar',
      sticky: true,
      extra: {
        canonical: 'https://boatyard.example/mending-an-oar/',
        imageCaption: 'The <b>bench</b> by the window.',
        ogTitle: 'Oars, mended',
      },
    });
    expect(body).toContain('<a href="/drying-sails/">');
    expect(body).toContain(
      '<figure><p><a href="https://boatyard.example/glue">Glue for wet wood</a></p><p>Four resins',
    );
    expect(body).toContain('Visitors may read this.');
    expect(body).not.toMatch(/0:00|1×|<form/);
  });

  it('renders the cards of a post that has no HTML', async () => {
    const { bySlug } = await readExport(TIDELINE);
    await expect(
      bySlug
        .get('drying-sails')
        ?.body.replace(/(?=<(?:p|h\d|ul|ol|figure|pre|details|aside|hr|blockquote)\b)/g, '\n'),
    ).toMatchFileSnapshot('../../../golden/ghost/drying-sails.html');
  });

  it('puts the site into its placeholder when the address is known', async () => {
    const { site, bySlug } = await readExport(TIDELINE, { url: 'https://tideline.example/log/' });
    expect(site).toMatchObject({
      baseUrl: 'https://tideline.example/log',
      logo: 'https://tideline.example/log/content/images/icon.png',
    });
    expect(bySlug.get('harbour')?.url).toBe('https://tideline.example/log/harbour/');
    expect(bySlug.get('mending-an-oar')?.body).toContain('href="https://tideline.example/log/drying-sails/"');
  });

  it('gives links to dialogs of the site its address', async () => {
    const html = '<p><a href="#/portal/signup">Join</a> <a href="#notes">Notes</a></p>';
    const { body } = await readOne({ html }, {}, { url: 'https://tideline.example/log/' });
    expect(body).toBe(
      '<p><a href="https://tideline.example/log/#/portal/signup">Join</a> <a href="#notes">Notes</a></p>',
    );
    expect((await readOne({ html })).body).toContain('href="/#/portal/signup"');
  });

  it.each([
    ['/{year}/{month}/{day}/{slug}/', '/2024/03/02/oar/'],
    ['/{primary_tag}/{slug}/', '/boats/oar/'],
    ['/by/{primary_author}/{id}/', '/by/nella/66a0c1d2e3f4a5b6c7d80001/'],
  ])('fills %s', async (pattern, url) => {
    expect((await readOne({}, tagged(), { permalinks: { post: pattern } })).url).toBe(url);
  });

  it.each([
    ['tag:boats', '/c/oar/'],
    ['primary_tag:boats+featured:false', '/c/oar/'],
    ["author:'nella',tag:none", '/c/oar/'],
    ['tag:[none,hash-x]+visibility:public', '/c/oar/'],
    ['primary_tag:[none, hash-x]', '/oar/'],
    ['tag:-boats', '/oar/'],
    ['featured:true', '/oar/'],
  ])('puts a post into the first collection whose filter it passes: %s', async (filter, url) => {
    const collections = {
      '/c/': { permalink: '/c/{slug}/', filter },
      '/': { permalink: '/{slug}/', template: 'index' },
    };
    expect((await readOne({}, tagged(), { collections })).url).toBe(url);
    expect((await readOne({ type: 'page' }, tagged(), { collections })).url).toBe('/oar/');
    const alone = { '/c/': collections['/c/'] };
    expect((await readOne({}, tagged(), { collections: alone })).url).toBe(url === '/oar/' ? '' : url);
  });

  it.each(['routes.yaml', 'settings/routes.yaml'])('reads the collections of %s', async (name) => {
    const routes = 'routes:\n\ncollections:\n  /:\n    permalink: /log/{slug}/\n';
    const files = { 'data/a.json': dump({ posts: [post()] }), [name.replace(/^r/, 'data/r')]: routes };
    const { entries } = await readExport(join(workspace(files), 'data/a.json'));
    expect(entries[0]?.url).toBe('/log/oar/');
  });

  it.each([
    [{ '/': { permalink: '{slug}' } }, 'pattern'],
    [{ '/': { permalink: '/{slug}/', filter: '(tag:a,tag:b)+featured:true' } }, 'filter'],
    [['/{slug}/'], 'object'],
  ])('refuses collections that it does not understand: %j', async (collections, word) => {
    await expect(readOne({}, {}, { collections })).rejects.toThrow(new RegExp(word));
  });

  it('takes “all” for the tag of a post whose first tag is internal', async () => {
    const tables = {
      tags: [{ id: 't', name: '#x', slug: 'hash-x' }],
      posts_tags: [{ post_id: post()['id'], tag_id: 't' }],
    };
    const { url, terms } = await readOne({}, tables, { permalinks: { post: '/{primary_tag}/{slug}/' } });
    expect([url, terms]).toEqual(['/all/oar/', []]);
  });

  it.each([
    ['#private', true],
    ['#members-only', true],
    ['#x', false],
    ['Private', false],
  ])('holds a post with the tag %s back: %s', async (name, isHeld) => {
    const slug = name.toLowerCase().replace('#', 'hash-');
    const tables = {
      tags: [{ id: 't', name, slug }],
      posts_tags: [{ post_id: post()['id'], tag_id: 't' }],
    };
    expect((await readOne({}, tables)).protected).toBe(isHeld);
  });

  it('dates addresses in the time of the site', async () => {
    const settings = [{ key: 'timezone', value: 'Asia/Tokyo' }];
    const fields = { published_at: '2023-12-31T20:00:00.000Z' };
    expect((await readOne(fields, { settings }, { permalinks: { post: '/{year}/{slug}/' } })).url).toBe(
      '/2024/oar/',
    );
  });
});

describe('an old export', () => {
  it('has its own addresses, pages, dates and people', async () => {
    const { site, bySlug, warnings } = await readExport(MILL);
    expect(site).toEqual({ title: 'The old mill', lang: 'en-US', timezone: 'Europe/Berlin' });
    // Half past midnight there.
    expect(bySlug.get('grinding-day')).toMatchObject({
      url: '/2017/05/03/grinding-day/',
      type: 'post',
      authorKeys: ['ida'],
      seoTitle: 'Grinding',
      format: 'markdown',
      body: 'The stone turns **once** a week.\n\n- rye\n- oats',
    });
    expect(bySlug.get('about')).toMatchObject({
      type: 'page',
      url: '/about/',
      format: 'markdown',
      body: 'Built in *1702*.',
    });
    expect(warnings.map(({ code, field }) => `${code} ${field ?? ''}`)).toEqual([
      'ghost-card-unknown waterwheel',
      'ghost-post-skipped ',
    ]);
  });

  it('renders the former editor’s format', async () => {
    const { bySlug } = await readExport(MILL);
    expect(bySlug.get('the-weir')?.body).toBe(
      '<h2>High water</h2><p>It is <strong>very loud</strong> on <a href="/grinding-day/">grinding day</a><br>&amp; after</p>' +
        '<ol><li>Open the gate</li><li>Run</li></ol>' +
        '<figure><img src="/content/images/weir.jpg" alt="The weir"><figcaption>In flood</figcaption></figure>' +
        '<pre><code class="language-toml">level = 3</code></pre><hr>' +
        '<figure><img src="/content/images/last.jpg" alt=""></figure><blockquote><p>Water waits.</p></blockquote>',
    );
  });
});

describe('who may read a post', () => {
  it.each([
    [{ visibility: 'public' }, 'publish', false],
    [{ visibility: null }, 'publish', false],
    [{ visibility: 'members' }, 'publish', true],
    [{ visibility: 'paid' }, 'publish', true],
    [{ visibility: 'tiers' }, 'publish', true],
    [{ visibility: 'status:-free' }, 'publish', true],
    [{ visibility: '' }, 'publish', true],
    [{ visibility: 7 }, 'publish', true],
    [{ status: 'draft' }, 'draft', false],
    [{ status: 'scheduled' }, 'future', false],
    [{ status: 'sent' }, 'private', false],
    [{ status: 'Published' }, 'private', false],
    [{ status: null }, 'private', false],
    [{ email_only: true }, 'private', false],
  ])('%j', async (fields, status, isProtected) => {
    const entry = await readOne(fields);
    expect([entry.status, entry.protected]).toEqual([status, isProtected]);
  });

  it('is nobody on a private site', async () => {
    const { entries } = await readExport('fixtures/ghost/private.json');
    expect(entries.map((entry) => entry.protected)).toEqual([true]);
  });

  it.each([
    ['<p>a</p><!--members-only--><p>CANARY</p>', '<p>a</p>'],
    ['<p>a</p><!-- Members-Only --><p>CANARY</p>', '<p>a</p>'],
    ['<!--members-only--><p>CANARY</p>', ''],
  ])('%s ends at its mark', async (html, body) => {
    expect((await readOne({ html })).body).toBe(body);
  });

  it('keeps the page of a robots tag out', async () => {
    expect((await readOne({ codeinjection_head: '<META NAME=robots CONTENT="none">' })).noindex).toBe(true);
    expect((await readOne({ codeinjection_head: '<meta name="robots" content="index"> none' })).noindex).toBe(
      false,
    );
  });
});

describe('a body', () => {
  it('that is broken costs only itself', async () => {
    const { body, notes } = await readOne({ html: null, lexical: '{"root":' });
    expect([body, notes]).toEqual(['', ['ghost-body-broken lexical']]);
  });

  it('has lists inside of items', async () => {
    const item = (...children: unknown[]) => ({ type: 'listitem', children });
    const list = (...children: unknown[]) => ({ type: 'list', listType: 'bullet', children });
    const words = (text: string) => ({ type: 'text', text, format: 0 });
    const root = list(item(words('a')), item(list(item(words('b')))), item(words('c')));
    const { body } = await readOne({ html: null, lexical: JSON.stringify({ root: { children: [root] } }) });
    expect(body).toBe('<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>');
  });

  it('that nests without end stays cheap', async () => {
    const deep = `${'{"type":"list","children":['.repeat(5000)}${']}'.repeat(5000)}`;
    const { body } = await readOne({ html: null, lexical: `{"root":{"children":[${deep}]}}` });
    expect(body.length).toBeLessThan(5000);
  });
});

describe('posts', () => {
  it('that are none are one warning with their number and the line of the first', async () => {
    const none = [null, 7, 'Oar', []].map((value) => JSON.stringify(value)).join(',\n');
    const text = dump({ posts: [post()] }).replace('"posts":[', `"posts":[\n${none},\n`);
    const { entries, warnings } = await readExport(fileWith(text));
    expect(entries.map(({ slug }) => slug)).toEqual(['oar']);
    expect(warnings).toMatchObject([
      {
        code: 'ghost-post-skipped',
        line: 2,
        message: expect.stringMatching(/^4 values among the posts aren't posts/),
        skipped: true,
      },
    ]);
  });

  it.each([{ '1': post() }, null, 'none'])('have to be a list, and not %j', async (posts) => {
    await expect(readExport(fileWith(dump({ posts })))).rejects.toMatchObject({
      code: 'SVC_SOURCE_MALFORMED',
      message: expect.stringContaining('expected the list of posts'),
      location: { line: 1 },
    });
  });
});

describe('readEntries', () => {
  it.each([undefined, 64])(
    'reads the wanted posts alone, as read did (window of %s bytes)',
    async (windowBytes) => {
      const { source, entries } = await readExport(
        TIDELINE,
        windowBytes === undefined ? {} : { windowBytes },
      );
      const wanted = new Set(entries.filter((_, index) => index % 3 === 0).map(({ key }) => key));
      const again: RawEntry[] = [];
      const warnings = new Warnings();
      for await (const entry of source.readEntries(wanted, { warnings, timeZone: 'UTC' })) again.push(entry);
      expect(again).toEqual(entries.filter(({ key }) => wanted.has(key)));
      expect(warnings.list().length).toBe(0);
    },
  );

  it('works without a reading before it', async () => {
    const { entries } = await readExport(TIDELINE);
    const source = await ghostSource.open({ path: TIDELINE });
    const found: string[] = [];
    const context = { warnings: new Warnings(), timeZone: 'UTC' };
    for await (const { key } of source.readEntries(new Set([entries[1]?.key ?? '']), context))
      found.push(key);
    expect(found).toEqual([entries[1]?.key]);
  });
});

describe('options', () => {
  it.each([
    [{ url: 'tideline.example' }, 'source.url'],
    [{ permalinks: { post: 'x' } }, 'source.permalinks.post'],
    [{ permalinks: { post: '/{yeer}/' } }, 'source.permalinks.post'],
    [{ permalinks: { tag: '/t/' } }, 'source.permalinks.tag'],
    [{ permalinks: [] }, 'source.permalinks'],
    [{ permalink: '/' }, 'source.permalink'],
  ])('%j are refused', async (options, field) => {
    const path = fileWith(dump({}));
    await expect(ghostSource.open({ path, options })).rejects.toMatchObject({
      code: 'SVC_CONFIG_INVALID',
      location: { field },
    });
  });
});
