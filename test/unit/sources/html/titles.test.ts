import { describe, expect, it } from 'vitest';
import { markdownOf, page, readOne, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const words = 'A paragraph with some words about the harbour and its boats. '.repeat(4);

/** A page as mdBook builds it: the name of the book is the only `h1`, and chapters may start with an `h2`. */
const chapter = (title: string, heading: string) =>
  page(
    `<div id="menu-bar"><h1 class="menu-title">The Ferry Book</h1></div><main>${heading}<p>${words}</p></main>`,
    `<title>${title}</title>`,
  );

it('chapters of a book have their own titles, and not twice', async () => {
  const root = siteWith({
    'index.html': chapter('Foreword - The Ferry Book', '<h1>Foreword</h1>'),
    'ropes.html': chapter('Ropes - The Ferry Book', '<h2 id="ropes"><a href="#ropes">Ropes</a></h2>'),
    'bells.html': chapter('Bells - The Ferry Book', '<h1>Bells</h1>'),
    'fog.html': chapter('Fog - The Ferry Book', '<p>No heading.</p>'),
    'name.html': chapter('The Ferry Book - The Ferry Book', '<h1>The Ferry Book</h1>'),
    'late.html': chapter('Late - The Ferry Book', `<p>${words}</p><h2>Late</h2>`),
  });
  const { byFile } = await readSite(root);
  expect(
    ['index', 'ropes', 'bells', 'fog', 'name', 'late'].map((name) => byFile.get(`${name}.html`)?.title),
  ).toEqual(['Foreword', 'Ropes', 'Bells', 'Fog', 'The Ferry Book', 'Late']);
  expect(markdownOf(byFile.get('ropes.html'))).toBe(words.trim());
  expect(markdownOf(byFile.get('late.html'))).toContain('## Late');
});

it('the front page of a further language has the name of the site', async () => {
  const front = page(`<main><h1>Sea</h1><p>${words}</p></main>`, '<title>Sea</title>');
  const tern = page(`<main><h1>Terns</h1><p>${words}</p></main>`, '<title>Terns</title>');
  const { byFile } = await readSite(
    siteWith({ 'index.html': front, 'index.en.html': front, 'a.html': tern }),
  );
  expect(byFile.get('index.en.html')?.title).toBe('Sea');
});

it('a heading that is longer than the title in the head is the title', async () => {
  const { byFile } = await readSite(
    siteWith({
      'index.html': page('<main><h1>Terns</h1><p>Text</p></main>', '<title>Terns | Sea</title>'),
      'fly.html': page(
        '<main><h1><code>fly(...wings)</code></h1><p>Text</p></main>',
        '<title>fly | Sea</title>',
      ),
    }),
  );
  expect(byFile.get('fly.html')?.title).toBe('fly(...wings)');
  expect(markdownOf(byFile.get('fly.html'))).toBe('Text');
});

it('the name of the function that a heading describes stays in the title, as pkgdown writes it', async () => {
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(`<main><h1>Knots</h1><p>${words}</p></main>`, '<title>Knots • Sea</title>'),
      'reference/tie_rope.html': page(
        `<main><h1>Tie a rope</h1><p>${words}</p></main>`,
        '<title>Tie a rope — tie_rope • Sea</title><meta property="og:title" content="Tie a rope — tie_rope">',
      ),
      'moor.html': page(`<main><h1>Moor</h1><p>${words}</p></main>`, '<title>Moor — moor • Sea</title>'),
    }),
  );
  expect(byFile.get('reference/tie_rope.html')?.title).toBe('Tie a rope — tie_rope');
  expect(markdownOf(byFile.get('reference/tie_rope.html'))).toBe(words.trim());
  expect(byFile.get('moor.html')?.title).toBe('Moor');
});

it('a page without a heading is named after its address where Sphinx or Antora writes that it has no title', async () => {
  const text = `<main><p>${words}</p></main>`;
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(`<main><h1>Terns</h1><p>${words}</p></main>`, '<title>Terns &#8212; Sea</title>'),
      'sea-birds.html': page(text, '<title>&lt;no title&gt; &#8212; Sea</title>'),
      'sea-fish.html': page(text, '<title>Untitled &#8212; Sea</title>'),
    }),
  );
  expect(byFile.get('sea-fish.html')?.title).toBe('Sea fish');
  expect(byFile.get('sea-birds.html')?.title).toBe('Sea birds');
});

it('a heading that says so names no page either', async () => {
  const named = (title: string) => page(`<h2>${title}</h2><p>${words}</p>`, `<title>Sea: ${title}</title>`);
  const pages = ['Terns', 'Gulls', 'Auks', 'Skuas'].map((title) => [`${title}.html`, named(title)]);
  const files = { ...Object.fromEntries(pages), 'sea-crabs.html': named('&lt;no title&gt;') };
  const { byFile } = await readSite(siteWith(files));
  expect(byFile.get('sea-crabs.html')?.title).toBe('Sea crabs');
});

it.each([
  ['parentheses', 'Texinfo', '(Sea: A Manual for Sailors)'],
  ['brackets', 'DokuWiki', '[Sea: A Manual for Sailors]'],
])('the name of a manual in %s is no part of the titles of %s', async (_in, _of, name) => {
  const files = ['Terns', 'Gulls', 'Auks'].map((title) => [
    `${title}.html`,
    page(`<h3>1 ${title}</h3><p>${words}</p>`, `<title>${title} ${name}</title>`),
  ]);
  const { byFile, site } = await readSite(siteWith(Object.fromEntries(files) as Record<string, string>));
  expect(byFile.get('Gulls.html')?.title).toBe('Gulls');
  expect(site.title).toBe('Sea: A Manual for Sailors');
});

it('a title that is written twice counts once', async () => {
  const text = `<main><p>${words}</p></main>`;
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(text, '<title>Ferry Manual: Ferry Manual</title>'),
      'again.html': page(text, '<title>Tea for two – Tea for two</title>'),
      'song.html': page(text, '<title>Row: Row your boat</title>'),
    }),
  );
  expect([...byFile.values()].map(({ title }) => title).sort()).toEqual([
    'Ferry Manual',
    'Row: Row your boat',
    'Tea for two',
  ]);
});

it('the site has the name that its pages use, where the front page names its owner, as jekyll-seo-tag does', async () => {
  const data = (name: string) =>
    `<title>Terns</title><meta property="og:site_name" content="Terns"><script type="application/ld+json">{"@context":"https://schema.org","@type":"WebSite","headline":"Terns","name":"${name}"}</script>`;
  const siteOf = async (name: string) =>
    (await readSite(siteWith({ 'index.html': page(`<main><p>${words}</p></main>`, data(name)) }))).site.title;
  expect(await siteOf('Ada Lovelace')).toBe('Terns');
  expect(await siteOf('Terns')).toBe('Terns');
});

it('a title in a box that begins the content is not repeated, and the name of the site is the title of its front only', async () => {
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(`<main><p>${words}</p></main>`, '<title>Terns</title>'),
      'en/index.html': page(`<main><p>${words}</p></main>`, '<title>Terns</title>'),
      'nests/index.html': page(`<main><p>${words} Nests.</p></main>`, '<title>Terns</title>'),
      'eggs.html': page(
        `<main><article><div class="title"><div class="page-header">Eggs</div></div><section><h1>Colours</h1><p>${words}</p></section></article></main>`,
        '<title>Eggs | Terns</title>',
      ),
    }),
  );
  expect([...byFile.values()].map(({ title }) => title)).toEqual(['Eggs', 'Terns', 'Terns', 'Nests']);
  expect(markdownOf(byFile.get('eggs.html'))).toBe(`## Colours\n\n${words.trim()}`);
});

it('the first section of a module is not its title, which Haddock writes above it', async () => {
  const module = (name: string, caption: string) =>
    page(`<p>${caption}</p><h1>Documentation</h1><p>${words}</p>`, `<title>${name}</title>`);
  const { byFile } = await readSite(
    siteWith({ 'boat.html': module('Sea.Boat', 'Sea.Boat'), 'bell.html': module('Sea.Bell', 'A bell') }),
  );
  expect(byFile.get('boat.html')?.title).toBe('Sea.Boat');
  expect(markdownOf(byFile.get('boat.html'))).toContain('## Documentation');
  expect(byFile.get('bell.html')?.title).toBe('Documentation');
});

it('the name of the site in the social title of some pages is not their title', async () => {
  const named =
    '<title>Ferry</title><meta property="og:title" content="Ferry"><meta property="og:site_name" content="Ferry">';
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(`<h1>Ferry</h1><p>${words}</p>`, named),
      'boat.html': page(`<h1>Boats</h1><p>${words}</p>`, named),
      'bell.html': page(`<h1>Bells</h1><p>${words}</p>`, '<title>Bells</title>'),
      'rope.html': page(`<h1>Ropes</h1><p>${words}</p>`, '<title>Ropes</title>'),
      'fog.html': page(`<h1>Fog</h1><p>${words}</p>`, '<title>Fog</title>'),
    }),
  );
  expect(byFile.get('boat.html')?.title).toBe('Boats');
  expect(byFile.get('index.html')?.title).toBe('Ferry');
});

it('the heading of the site above the heading that the title names is not the title, as Lektor writes both', async () => {
  const names = ['Ropes', 'Bells', 'Fog', 'Boats', 'Nets', 'Oars', 'Sails', 'Tides', 'Piers', 'Lamps'];
  const pages = names.map((name) => [
    `${name.toLowerCase()}.html`,
    page(
      `<header><h1>Notes of a Ferryman</h1></header><div><div><h2>${name}</h2><p>${name}: ${words}</p></div></div>`,
      `<title>${name} — notes</title>`,
    ),
  ]);
  const home = page(`<header><h1>Notes of a Ferryman</h1></header><p>${words}</p>`, '<title>Home</title>');
  const { byFile } = await readSite(siteWith({ 'index.html': home, ...Object.fromEntries(pages) }));
  expect(names.map((name) => byFile.get(`${name.toLowerCase()}.html`)?.title)).toEqual(names);
  expect(byFile.get('index.html')?.title).toBe('Notes of a Ferryman');
});

it('a heading on two lines is the title as the head writes it, as xml2rfc does', async () => {
  const { byFile } = await readSite(
    siteWith({
      'index.html': page('<main><h1>Terns</h1><p>Text</p></main>', '<title>Terns</title>'),
      'rfc9.html': page(
        `<h1>RFC 9</h1><h1>QUAY: Moored Transport</h1><p>${words}</p>`,
        '<title>RFC 9: QUAY: Moored Transport</title>',
      ),
    }),
  );
  expect(byFile.get('rfc9.html')?.title).toBe('RFC 9: QUAY: Moored Transport');
});

it('a table of data keeps the rows that all pages have', async () => {
  const info = (at: number) =>
    `<table><tr><th>Licence</th><td>Free</td></tr><tr><th>Stability</th><td>Level ${at}</td></tr></table>`;
  const files = Array.from({ length: 12 }, (_, at) => [
    `${at === 0 ? 'index' : `module${at}`}.html`,
    page(`<div>${info(at)}<p>Module ${at}. ${words}</p></div>`, `<title>Module ${at}</title>`),
  ]);
  const { byFile } = await readSite(siteWith(Object.fromEntries(files)));
  const twin = markdownOf(byFile.get('module5.html'));
  expect(twin).toContain('Licence | Free');
  expect(twin).toContain('Stability | Level 5');
});

it('a later section of the first level is not the title where the page begins with the heading that the title names', async () => {
  const post = `<article><h2>Ropes</h2><p>${words}</p><section><h1>Comments</h1><p>None yet.</p></section></article>`;
  const { byFile } = await readSite(
    siteWith({
      'ropes.html': page(post, '<title>Ropes - Ferry</title>'),
      'index.html': page('<h1>Ferry</h1>'),
    }),
  );
  expect(byFile.get('ropes.html')?.title).toBe('Ropes');
  expect(markdownOf(byFile.get('ropes.html'))).not.toContain('Ropes');
});

it('what a front page that forwards says is nothing, and the site has the name of its target', async () => {
  const description = '<meta name="description" content="The harbour and its boats.">';
  const forwards = [
    '<meta http-equiv="refresh" content="0; url=docs/start.html">',
    '<script>window.location.replace("docs/start.html")</script><noscript><meta http-equiv="Refresh" content="0;docs/start.html"></noscript>',
  ];
  for (const forward of forwards) {
    const { byFile, site } = await readSite(
      siteWith({
        'index.html': page(
          '<a href="docs/start.html">Go</a>',
          `<title>Moved</title><meta name="description" content="redirect">${forward}`,
        ),
        'docs/start.html': page(
          `<h1>Start</h1><p>${words}</p>`,
          `<title>The Ferry Manual</title>${description}`,
        ),
        'docs/ropes.html': page(`<h1>Ropes</h1><p>${words}</p>`, '<title>Ropes</title>'),
      }),
    );
    expect([...byFile.keys()]).toEqual(['docs/ropes.html', 'docs/start.html']);
    expect(site).toMatchObject({ title: 'The Ferry Manual', description: 'The harbour and its boats.' });
  }
});

it('the heading of a single post in a list is not the title of the list', async () => {
  const list = (name: string) =>
    page(
      `<article><h1><a href="/ropes.html">Ropes</a></h1><p>${words}</p></article>`,
      `<title>${name} | Ferry</title>`,
    );
  const { byFile } = await readSite(
    siteWith({
      'index.html': list('Ferry'),
      'months/may.html': list('May'),
      'ropes.html': page(
        `<article><h1><a href="/ropes.html">Ropes</a></h1><p>${words}</p></article>`,
        '<title>Ropes | Ferry</title>',
      ),
    }),
  );
  expect(['index', 'months/may', 'ropes'].map((name) => byFile.get(`${name}.html`)?.title)).toEqual([
    'Ferry',
    'May',
    'Ropes',
  ]);
  expect(markdownOf(byFile.get('months/may.html'))).toContain('Ropes');
});

it('a notice for browsers without scripts is not a title', async () => {
  const shell =
    '<noscript><h1>This page requires JavaScript.</h1></noscript><div id="app"></div><p>Loading</p>';
  const { byFile } = await readSite(siteWith({ 'ropes.html': page(shell, '<title>Ropes</title>') }));
  expect(byFile.get('ropes.html')?.title).toBe('Ropes');
});

it('pages with the title of their manual have their own heading as title, as phpDocumentor writes them', async () => {
  const one = (name: string) =>
    page(
      `<header><h1><a href="index.html">Documentation</a></h1></header><main><article><h2>${name}</h2><p>${name}. ${words}</p></article></main>`,
      '<title>Documentation</title>',
    );
  const names = ['index', 'Rope', 'Knot', 'Bell'];
  const { byFile } = await readSite(
    siteWith(Object.fromEntries(names.map((name) => [`${name}.html`, one(name)]))),
  );
  expect(byFile.get('Rope.html')?.title).toBe('Rope');
  expect(markdownOf(byFile.get('Rope.html'))).not.toContain('##');
});

it('a site of YARD has the name that its front page shows', async () => {
  const at = (name: string) => `<title>${name} &mdash; Documentation by YARD 0.9.45</title>`;
  const { byFile, site } = await readSite(
    siteWith({
      'index.html': page(`<h1>Ferry</h1><p>${words}</p>`, at('File: README')),
      'Rope.html': page(`<h1>Class: Rope</h1><p>${words}</p>`, at('Class: Rope')),
    }),
  );
  expect(site.title).toBe('Ferry');
  expect(byFile.get('Rope.html')?.title).toBe('Class: Rope');
});

it.each([
  ['Home', ''],
  ['ホーム', ''],
  ['Untitled document', '<meta property="og:title" content="index">'],
])('a site whose front page is called %s has the name in its heading', async (title, head) => {
  const { byFile, site } = await readSite(
    siteWith({
      'index.html': page(`<h1>Ferry</h1><p>${words}</p>`, `<title>${title}</title>${head}`),
      'rope.html': page(`<h1>Ropes</h1><p>${words}</p>`, '<title>Ropes</title>'),
    }),
  );
  expect([site.title, byFile.get('index.html')?.title]).toEqual(['Ferry', 'Ferry']);
});

it.each(['Untitled 3', '新網頁1', 'Documento sin título', '#', 'Elementor #12'])(
  'the title %s, which an editor writes, names no page',
  async (title) => {
    const { byFile } = await readSite(
      siteWith({
        'index.html': page(`<p>${words}</p>`, '<title>Ferry</title>'),
        'rope.html': page(`<p>${words}</p>`, `<title>${title}</title>`),
      }),
    );
    expect(byFile.get('rope.html')?.title).toBe('Rope');
  },
);

it('the social title of the front page names no other page', async () => {
  const social = '<meta property="og:title" content="The Ferry Book - all of it">';
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(`<h1>Ferry</h1><p>${words}</p>`, `<title>The Ferry Book</title>${social}`),
      'rope.html': page(`<p>${words}</p>`, `<title>Ropes - The Ferry Book</title>${social}`),
    }),
  );
  expect(byFile.get('rope.html')?.title).toBe('Ropes');
});

it('a heading that several pages have before their title names none of them', async () => {
  const at = (name: string) =>
    page(`<h1>6.S062</h1><h2>${name}</h2><p>${words}</p>`, `<title>6.S062 - ${name}</title>`);
  const others = ['a', 'b', 'c', 'd', 'e'].map((name) => [
    `${name}.html`,
    page(`<h1>${name}</h1><p>${words}</p>`, `<title>${name}</title>`),
  ]);
  const { byFile } = await readSite(
    siteWith({
      ...Object.fromEntries(others),
      '1.html': at('Lab 1'),
      '2.html': at('Lab 2'),
      '3.html': at('Lab 3'),
    }),
  );
  expect(byFile.get('2.html')?.title).toBe('6.S062 - Lab 2');
});

it('what stands before the titles of many pages behind the name of the site is no part of them, as phpBB writes it', async () => {
  const topic = (name: string, body: string) =>
    page(body, `<title>Tern Forum :: View topic - ${name}</title>`);
  const { byFile } = await readSite(
    siteWith({
      'index.html': page('<p>Welcome to the forum.</p>', '<title>Tern Forum :: Index</title>'),
      'a.html': topic('Nets', '<p><a href="index.html">Index</a> → Gear</p><h2>Nets</h2><p>Which one?</p>'),
      'b.html': topic('Rods', '<p><a href="b.html">Rods</a></p><p>Which rod is it?</p>'),
      'c.html': topic('Old - new', '<h2>Old - new</h2><p>Which hook?</p>'),
      'd.html': topic('Lines', '<p>Nothing has the name.</p>'),
    }),
  );
  const titles = ['a', 'b', 'c', 'd'].map((name) => byFile.get(`${name}.html`)?.title);
  expect(titles).toEqual(['Nets', 'Rods', 'Old - new', 'View topic - Lines']);
});

it('a title whose words are joined is the heading that has them apart, as MoinMoin writes both', async () => {
  const entry = await readOne(
    page('<h2>Dead Bike</h2><p>Check the main fuse.</p>', '<title>DeadBike</title>'),
  );
  expect(entry.title).toBe('Dead Bike');
});

it('a page with the title of the front page, with or without the name of the site, goes by its place', async () => {
  const at = (title: string) =>
    page(`<h2>Hall</h2><p>${words}</p><h2>Train</h2><p>${words}</p>`, `<title>${title} | ICF</title>`);
  const { byFile } = await readSite(
    siteWith({
      'index.html': at('Festival'),
      'access.html': at('Festival'),
      'a.html': at('A'),
      'b.html': at('B'),
    }),
  );
  expect(byFile.get('access.html')?.title).toBe('Access');
});

it('pages of a year among others have the headings below the name of the year, which leads to its front page', async () => {
  const talk = (year: number, name: string) =>
    page(
      `<h1><a href="/${year}/index.html">Camp ${year}</a></h1><h2>Talk on ${name}</h2><p>${words}</p><h2>For whom</h2><p>${words}</p>`,
      `<title>Camp ${year}</title>`,
    );
  const years = [2011, 2012, 2013, 2014, 2015, 2016];
  const pages = years.flatMap((year) => [
    [`${year}/index.html`, talk(year, 'all')] as const,
    ...[...'abcdefghijklm'].map((name) => [`${year}/talk/${name}.html`, talk(year, name)] as const),
  ]);
  const { byFile } = await readSite(
    siteWith({ 'index.html': talk(2016, 'us'), ...Object.fromEntries(pages) }),
  );
  expect(byFile.get('2013/talk/c.html')?.title).toBe('Talk on c');
});

it('a heading above the menu that all pages with a copied title have names none of them', async () => {
  const at = (title: string, rest = '') =>
    page(
      `<header><h1><a href="index.html">Rowing</a> Week</h1></header><section><h2>${title}</h2><p>${title}: ${words}</p>${rest}</section>`,
      '<title>The Rowing Week</title>',
    );
  const { byFile } = await readSite(
    siteWith({
      'index.html': at('Home'),
      'venue.html': at('Venue and rooms'),
      'program.html': at('Program'),
      'speakers.html': at('Ann Oar', `<h2>Bo Sail</h2><p>${words}</p>`),
    }),
  );
  expect(['venue', 'program', 'speakers'].map((name) => byFile.get(`${name}.html`)?.title)).toEqual([
    'Venue and rooms',
    'Program',
    'Speakers',
  ]);
});

it('breadcrumbs directly behind the title, which they end with, are no content', async () => {
  const list = '<ul><li><a href="/">Home</a></li><li>Boats</li></ul>';
  const at = (title: string) =>
    page(`<main><h1>${title}</h1>${list}<p>${words}</p></main>`, `<title>${title}</title>`);
  const { byFile } = await readSite(siteWith({ 'a.html': at('Boats'), 'b.html': at('Harbours') }));
  expect(markdownOf(byFile.get('a.html'))).toBe(words.trim());
  expect(markdownOf(byFile.get('b.html'))).toContain('- Boats');
});

it('breadcrumbs with arrows of two characters in a cell of a bar are no content', async () => {
  const bar = '<table><tr><td><a href="/">Home</a> -&gt; <b>Boats (No. 29)</b></td></tr></table>';
  const text = (title: string) => page(`${bar}<h1>${title}</h1><p>${words}</p>`, `<title>${title}</title>`);
  const { byFile } = await readSite(siteWith({ 'a.html': text('Boats'), 'b.html': text('Harbours') }));
  expect(markdownOf(byFile.get('a.html'))).toBe(words.trim());
  expect(markdownOf(byFile.get('b.html'))).toContain('Boats');
});

it('a heading that is a link to the root of the host names the site, even if that is in a folder', async () => {
  const at = (name: string) =>
    page(
      `<header><h1><a href="/">Sea</a></h1></header><main><h3>Sea.Birds</h3><h2>${name} method</h2><p>${words}</p></main>`,
      `<title>Sea.${name} | Sea Docs</title><link rel="canonical" href="https://x.example/sea/${name}.html">`,
    );
  const { byFile } = await readSite(siteWith({ 'a.html': at('Tern'), 'b.html': at('Gull') }));
  expect([...byFile.values()].map(({ title }) => title)).toEqual(['Sea.Tern', 'Sea.Gull']);
});

it('dots of a name that a style draws in the heading, as gi-docgen writes it, stay in the title', async () => {
  const heading =
    '<h1><a href="a.html">Sea</a><span class="sep"></span>Tern<span class="sep"></span>fly_off</h1>';
  const { byFile } = await readSite(
    siteWith({
      'index.html': page(`<main><h1>Sea</h1><p>${words}</p></main>`, '<title>Sea</title>'),
      'tern.html': page(`<main>${heading}<p>${words}</p></main>`, '<title>Sea.Tern.fly_off</title>'),
    }),
  );
  expect(byFile.get('tern.html')?.title).toBe('Sea.Tern.fly_off');
  expect(markdownOf(byFile.get('tern.html'))).toBe(words.trim());
});

describe('the name of the site', () => {
  const site = async (titles: readonly string[], head = '') => {
    const files = titles.map((title, at) => {
      const body = page(`<main><h1>Part ${at}</h1><p>${words}</p></main>`, `<title>${title}</title>${head}`);
      return [at === 0 ? 'index.html' : `a${at}.html`, body] as const;
    });
    return (await readSite(siteWith(Object.fromEntries(files)))).site?.title;
  };

  it.each([
    ['stands at either end', ['Sea | Home', 'Sea | Terns', 'Gulls | Sea', 'Ropes | Sea', 'Fog'], 'Sea'],
    [
      'has two parts',
      ['Sea | Notes', 'Terns - Sea - Blog', 'Gulls - Sea - Blog', 'Ropes - Sea - Blog'],
      'Sea - Blog',
    ],
    [
      'is that of the front page where each language has one of two parts',
      [
        'Sea: A Manual',
        ...['Sea: A Manual', 'Meer: Ein Buch', 'Mer: Un livre', 'Zee: Een boek'].flatMap((own, lang) =>
          ['Terns', 'Gulls', 'Ropes'].map((one) => `${one} ${lang} – ${own}`),
        ),
      ],
      'Sea: A Manual',
    ],
    ['is twice in the only title', ['Sea :: Sea', 'Terns :: Mer', 'Gulls :: Meer'], 'Sea'],
    ['is not that of its generator', ['Sea · GitBook', 'Terns · GitBook', 'Gulls · GitBook'], 'Part 0'],
  ])('%s', async (_, titles, name) => {
    expect(await site(titles)).toBe(name);
  });

  it('is no word for the front page in its data', async () => {
    const data = '{"@type":"WebSite","headline":"Home","name":"Sea"}';
    const head = `<script type="application/ld+json">${data}</script>`;
    expect(await site(['Home | Sea', 'Terns | Sea'], head)).toBe('Sea');
  });
});

it('a heading that other pages show too is the title of the page whose head has it', async () => {
  const names = ['Alder', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gorse', 'Hazel', 'Ivy'];
  const list = `<ul>${names.map((name) => `<li>${name}</li>`).join('')}</ul>`;
  const files = names.map((name) => {
    const body = `<div><h1>${name}</h1></div><main><p>${name} grows in the north and is sold by weight.</p></main><div>${list}</div>`;
    return [
      `${name}.html`,
      page(body, `<title>${name}${name === 'Alder' ? ' | Wood of the north' : ''}</title>`),
    ];
  });
  const { byFile } = await readSite(siteWith(Object.fromEntries(files)));
  expect(byFile.get('Alder.html')?.title).toBe('Alder');
});
