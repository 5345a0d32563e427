import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { filesSource } from '../../../../src/sources/files/row.js';
import { htmlSource } from '../../../../src/sources/html/row.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { openSource } from '../../../../src/sources/table.js';
import { markdownOf, page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const isOpen = (entry: RawEntry) => !entry.protected && !entry.noindex;

describe('detect', () => {
  const document = page('<p>Text</p>');

  it.each([
    [{ 'index.html': document, 'a/index.html': document }, 2, 0],
    [{ 'index.html': `<!-- built -->\n${document}`, 'piece.html': '<p>x</p>', 'b.html': document }, 2, 0],
    [{ 'index.html': '<head><title>Tea</title></head><body><p>Tea</p></body>', 'b.md': 'b' }, 2, 1],
    [{ 'index.html': document, 'index.md': '---\ntitle: Twin\n---\n' }, 2, 1],
    [{ 'index.html': document, 'a.md': 'a', 'b.md': 'b' }, 1, 1],
    [{ 'index.html': document, 'README.md': 'a', 'wp-json/index.html': '{"a":1}', 'b.html': '[]' }, 2, 1],
    [{ 'index.html': `---\ntitle: x\n---\n${document}` }, 0, 2],
    [{ 'layout.html': page('{{ content }}', '<title>{% t %}</title>') }, 0, 0],
    [{ 'a.html': '<p>Text</p>' }, 0, 0],
    [{ 'a.md': 'Text' }, 0, 1],
    [{ 'node_modules/a.html': document }, 0, 0],
    [{ 'html/INDEX.HTM': document }, 2, 0],
    [{ 'index.xhtml': `<?xml version="1.0"?>\n${document}` }, 2, 0],
  ])('%j is %i for built pages, %i for files', async (files, built, content) => {
    const root = siteWith(files as Record<string, string>);
    expect(await htmlSource.detect(root)).toBe(built);
    expect(await filesSource.detect(root)).toBe(content);
  });

  it.each(['docs', 'blog', 'old'])('knows fixtures/html/%s, and so does auto', async (name) => {
    const path = `fixtures/html/${name}`;
    expect(await htmlSource.detect(path)).toBe(2);
    const source = await openSource({ type: 'auto', path, label: path, options: {} });
    expect(source.type).toBe('html');
  });

  it('says no to files and to nothing', async () => {
    expect(await htmlSource.detect('package.json')).toBe(0);
    expect(await htmlSource.detect('no/such/folder')).toBe(0);
  });
});

describe.each([
  [
    'docs',
    ['de/kette/index.html', 'index.html', 'knots.html', 'mirror.html', 'warp/index.html', 'weft.html'],
  ],
  [
    'blog',
    [
      '2025/01/rope/index.html',
      '2025/02/fog/index.html',
      '2025/03/ice/index.html',
      'about/index.html',
      'index.html',
    ],
  ],
  [
    'old',
    ['brot', 'index', 'katze', 'korn', 'mahlen', 'steg', 'wasser', 'wehr'].map((name) => `${name}.htm`),
  ],
])('fixtures/html/%s', (name, files) => {
  it('gives its pages and nothing of their frame', async () => {
    const { entries, site, authors, terms } = await readSite(`fixtures/html/${name}`);
    const open = entries.filter(isOpen);
    expect(open.map(({ key }) => key)).toEqual(files);
    // What a visitor sees is compared with the twin, and never published.
    const published = open.map(({ seen: _, ...entry }) => entry);
    expect(JSON.stringify([published, site, authors, terms])).not.toMatch(/NAVWORD|CANARY/i);
    expect(entries.filter((entry) => !isOpen(entry)).every(({ title }) => title.includes('CANARY'))).toBe(
      true,
    );
  });

  it('keeps the words of every page', async () => {
    const { entries } = await readSite(`fixtures/html/${name}`);
    const text = entries
      .filter(isOpen)
      .map((entry) => `## ${entry.title}\n\n${markdownOf(entry)}\n`)
      .join('\n');
    await expect(text).toMatchFileSnapshot(`../../../golden/html/${name}.md`);
  });

  it('gives the wanted pages again, without a warning', async () => {
    const { source, entries } = await readSite(`fixtures/html/${name}`);
    const wanted = new Set(entries.filter((_, index) => index % 2 === 0).map(({ key }) => key));
    const warnings = new Warnings();
    const again: RawEntry[] = [];
    for await (const entry of source.readEntries(wanted, { warnings, timeZone: 'UTC' })) again.push(entry);
    expect(again).toEqual(entries.filter(({ key }) => wanted.has(key)));
    const fresh = await htmlSource.open({ path: `fixtures/html/${name}` });
    const first: RawEntry[] = [];
    for await (const entry of fresh.readEntries(wanted, { warnings, timeZone: 'UTC' })) first.push(entry);
    expect(first).toEqual(again);
    expect(warnings.list().length).toBe(0);
  });
});

describe('documentation', () => {
  it('tells about the site below its base', async () => {
    const { site, warnings } = await readSite('fixtures/html/docs');
    expect(site).toEqual({
      title: 'The loom manual',
      description: 'All about the loom.',
      baseUrl: 'https://loom.example/manual',
      lang: 'en-GB',
      logo: 'https://loom.example/manual/img/favicon.ico',
    });
    expect(warnings.map(({ code, file }) => `${code}: ${file}`)).toEqual([
      'html-left-out-archive: tags/index.html',
      'html-left-out-copy: 1.0/weft.html',
      'html-left-out-fragment: assets/fragment.html',
      'html-left-out-redirect: old/index.html',
      'html-left-out-search-page: search/index.html',
    ]);
  });

  it('reads facts from everywhere in the page', async () => {
    const { byFile } = await readSite('fixtures/html/docs');
    expect(byFile.get('warp/index.html')).toMatchObject({
      type: 'page',
      title: 'Warping a loom',
      url: 'https://loom.example/manual/warp/',
      description: 'How to put a warp on.',
      lang: 'en-GB',
      modified: Date.UTC(2025, 2, 4, 5, 6, 7) / 1000,
    });
    expect(byFile.get('warp/index.html')).not.toHaveProperty('image');
    expect(byFile.get('knots.html')).toMatchObject({
      published: Date.UTC(2024, 10, 12) / 1000,
      authorKeys: ['pia-garn'],
      terms: [{ slug: 'knots' }, { slug: 'thread' }, { slug: 'yarn' }],
      image: 'https://loom.example/manual/img/knot.png',
    });
  });

  it('keeps a page whose original is on another site at its own place, and says where the original is', async () => {
    const { byFile } = await readSite('fixtures/html/docs');
    expect(byFile.get('mirror.html')).toMatchObject({
      url: 'https://loom.example/manual/mirror',
      extra: { canonical: 'https://mirror.example/loom' },
    });
  });

  it('joins translations', async () => {
    const { byFile } = await readSite('fixtures/html/docs');
    const [german, english] = [byFile.get('de/kette/index.html'), byFile.get('warp/index.html')];
    expect(german?.lang).toBe('de');
    expect(german?.translationKey).toBe(english?.translationKey);
    expect(german?.translationKey).toBeDefined();
    expect(byFile.get('weft.html')).not.toHaveProperty('translationKey');
  });
});

describe('a blog', () => {
  it('reads posts with their dates, people, terms and pictures', async () => {
    const { byFile, terms } = await readSite('fixtures/html/blog');
    const { body: _, seen: __, isAsSeen: ___, ...entry } = byFile.get('2025/02/fog/index.html') as RawEntry;
    expect(entry).toEqual({
      ref: '2025/02/fog/index.html',
      key: '2025/02/fog/index.html',
      type: 'post',
      status: 'publish',
      protected: false,
      noindex: false,
      title: 'On fog',
      slug: 'fog',
      url: 'https://ferry.example/2025/02/fog/',
      published: Date.UTC(2025, 1, 7, 17, 30) / 1000,
      authorKeys: ['lene-sund'],
      terms: [
        { taxonomy: 'tag', slug: 'fog', name: 'Fog' },
        { taxonomy: 'tag', slug: 'bells-horns', name: 'Bells &amp; horns' },
        { taxonomy: 'category', slug: 'crossings', name: 'Crossings' },
      ],
      excerpt: '',
      format: 'html',
      image: 'https://ferry.example/img/fog.jpg',
      imageAlt: 'The ferry in fog',
      description: 'A letter about fog.',
      lang: 'en',
      extra: { canonical: 'https://ferry.example/2025/02/fog/' },
    });
    expect(terms.map(({ url }) => url)).toEqual([
      'https://ferry.example/tags/fog/',
      'https://ferry.example/tags/bells/',
    ]);
    expect(byFile.get('about/index.html')?.type).toBe('page');
  });

  it('has the date of the address where a page shows none', async () => {
    const text = (name: string) => page(`<main><h1>${name}</h1><p>Text</p></main>`, `<title>${name}</title>`);
    const paths = ['2020/12/21/terns.html', '2020/12/gulls.html', '2020/13/45/skuas.html'];
    const { byFile } = await readSite(
      siteWith(Object.fromEntries(['index.html', ...paths].map((path) => [path, text(path)]))),
    );
    expect(paths.map((path) => byFile.get(path)).map((entry) => [entry?.type, entry?.published])).toEqual([
      ['post', Date.UTC(2020, 11, 21) / 1000],
      ['page', undefined],
      ['page', undefined],
    ]);
  });

  it('has the posts that WordPress names in the body, whatever their address', async () => {
    const post = (name: string) =>
      `<!doctype html><html><head><title>Tea</title></head><body class="single ${name}"><article><h1>Tea</h1>` +
      '<time class="entry-date published" datetime="2020-03-11">March 11</time><p>Brewed.</p></article></body></html>';
    const { byFile } = await readSite(
      siteWith({ 'tea/index.html': post('single-post'), 'pot/index.html': post('single-pot') }),
    );
    expect(byFile.get('tea/index.html')?.type).toBe('post');
    expect(byFile.get('pot/index.html')?.type).toBe('page');
  });

  it('brings back what is included, and leaves out what is excluded', async () => {
    const { entries } = await readSite('fixtures/html/blog', {
      include: ['teasers/**', 'tags/'],
      exclude: ['/2025/'],
      types: { letter: ['./about'] },
    });
    expect(entries.map(({ key, type }) => `${key} ${type}`)).toEqual([
      'about/index.html letter',
      'index.html page',
      'letters/index.html page',
      'tags/fog/index.html page',
      'teasers/index.html page',
    ]);
  });
});

describe('a copy of a site', () => {
  it('never leads out of its folder', async () => {
    const { symlinkSync } = await import('node:fs');
    const outside = siteWith({ 'secret.html': page('CANARY') });
    const root = siteWith({ 'index.html': page('<main><p>Text</p></main>') });
    symlinkSync(join(outside, 'secret.html'), join(root, 'link.html'));
    symlinkSync(outside, join(root, 'folder'));
    const { entries, warnings } = await readSite(root);
    expect(entries.map(({ key }) => key)).toEqual(['index.html']);
    expect(warnings.map(({ code }) => code)).toEqual(['file-symbolic-link']);
  });

  it('may lie anywhere', async () => {
    const root = siteWith({});
    cpSync('fixtures/html/docs', root, { recursive: true });
    const [here, there] = [await readSite('fixtures/html/docs'), await readSite(root)];
    expect(there.entries).toEqual(here.entries);
  });

  it('that is not there is an error', async () => {
    await expect(readSite('no/such/folder')).rejects.toMatchObject({ code: 'SVC_SOURCE_MISSING' });
  });
});

it('pages without a menu have the order of the links to the next one at their end', async () => {
  const at = (name: string, next: string) =>
    page(
      `<main><h1>${name}</h1><p>All about ${name}.</p></main><div>${next && `<a href="${next}" rel="next">Next</a>`}</div>`,
      `<title>${name}</title>`,
    );
  const files = {
    'index.html': at('Home', ''),
    'c.html': at('Cod', 'a.html'),
    'a.html': at('Auk', 'b.html'),
    'b.html': at('Bee', ''),
  };
  const { byFile } = await readSite(siteWith(files));
  expect(['c', 'a', 'b'].map((name) => byFile.get(`${name}.html`)?.navOrder)).toEqual([0, 1, 2]);
});
