import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findElement } from '../../../../src/content/html/element.js';
import { parseDocument } from '../../../../src/content/html/parse.js';
import { parseSiteBase } from '../../../../src/sources/html/addresses/page-address.js';
import { readHead } from '../../../../src/sources/html/head.js';
import { neighboursOf } from '../../../../src/sources/html/link-stats.js';
import { navigationOrder, readNavigation } from '../../../../src/sources/html/navigation.js';

const bodyOf = (html: string) => {
  const body = findElement(parseDocument(html), ({ tagName }) => tagName === 'body');
  if (body === undefined) throw new Error('no body');
  return body;
};
const links = (...paths: readonly string[]) => paths.map((path) => `<a href="${path}">x</a>`).join('');
const readPages = (pages: Readonly<Record<string, string>>) =>
  Object.entries(pages).map(([file, html]) => {
    const { links: heads, lang } = readHead(parseDocument(html));
    const next = heads.find(({ rel }) => rel === 'next')?.href ?? '';
    return {
      file,
      lang,
      base: '',
      next,
      up: heads.find(({ rel }) => rel === 'up'),
      lists: readNavigation(bodyOf(html), neighboursOf(heads), file === 'index.html'),
    };
  });

/** The places of pages in the navigation of some files. */
function places(files: Readonly<Record<string, string>>, pages: readonly string[], base?: string) {
  return navigationOrder(readPages(files), {
    base: base === undefined ? undefined : parseSiteBase(base),
    addresses: new Map(),
    pages: new Map(pages.map((address) => [address, { address }])),
    langs: new Map(pages.flatMap((address) => (address.startsWith('/de/') ? [[address, 'de']] : []))),
  });
}

/** Pages in the order of the navigation of some files. */
function order(...[files, pages, base]: Parameters<typeof places>): readonly string[] {
  const found = places(files, pages, base);
  return [...found].sort((a, b) => a[1].navOrder - b[1].navOrder).map(([key]) => key);
}

describe('the navigation of a page', () => {
  it.each([
    ['a landmark', `<nav>${links('/a', '/b#x', '/b', '/c?y')}</nav>`, [['/a', '/b', '/c']]],
    ['a role', `<div role=navigation>${links('/a', '/b', '/c')}</div>`, [['/a', '/b', '/c']]],
    ['a sidebar', `<aside class="book-sidebar">${links('/a', '/b', '/c')}</aside>`, [['/a', '/b', '/c']]],
    [
      'nested lists',
      `<nav>${links('/a')}<nav>${links('/b')}</nav>${links('/c')}</nav>`,
      [['/a', '/b', '/c']],
    ],
    [
      'the menu of Bootstrap',
      `<div class="navbar fixed-top">${links('/a', '/b', '/c')}</div>`,
      [['/a', '/b', '/c']],
    ],
    ['a part of a menu of Bootstrap', `<div class="navbar-brand">${links('/a', '/b', '/c')}</div>`, []],
    ['inside of an article', `<article><nav>${links('/a', '/b', '/c')}</nav></article>`, []],
    ['a page without a sidebar', `<div class="no-sidebar">${links('/a', '/b', '/c')}</div>`, []],
    ['a page with a sidebar', `<div class="Content has-sidebar">${links('/a', '/b', '/c')}</div>`, []],
    ['a footer', `<footer><nav>${links('/a', '/b', '/c')}</nav></footer>`, []],
    ['breadcrumbs', `<nav aria-label="Breadcrumbs">${links('/a', '/b', '/c')}</nav>`, []],
    ['neighbours', `<nav class="pagination-nav">${links('/a', '/b', '/c')}</nav>`, []],
    ['the contents of the page', `<nav>${links('#a', '#b', '#c')}</nav>`, []],
    ['a few links', `<nav>${links('/a', '/b')}</nav>`, []],
  ])('%s', (_, html, lists) => {
    const found = readNavigation(bodyOf(html), new Map());
    expect(found.map((list) => list.map(({ href }) => href))).toEqual(lists);
  });
});

describe('the order of pages', () => {
  const pages = ['/guide/', '/guide/b', '/guide/a', '/api/', '/api/x', '/api/y', '/about'];

  it('is that of the menu on all pages, with the pages of each sidebar at their place', () => {
    const menu = `<nav>${links('/guide/b', '/api/', '/about')}</nav>`;
    const guide = `${menu}<aside class=sidebar>${links('/guide/', 'b', '/guide/a')}</aside>`;
    const api = `${menu}<aside class=sidebar>${links('/api/', 'x.html', 'y')}</aside>`;
    const files = { 'about.html': menu, 'guide/b.html': guide, 'api/x.html': api };
    expect(order(files, pages)).toEqual([
      '/guide',
      '/guide/b',
      '/guide/a',
      '/api',
      '/api/x',
      '/api/y',
      '/about',
    ]);
  });

  it("has no links in the text of a page whose body names its layout, as Quarto's does", () => {
    const trail = `<nav aria-label="breadcrumb">${links('/about')}</nav>`;
    const menu = `<nav id="quarto-sidebar">${links('/guide/', '/guide/a', '/about')}</nav>`;
    const text = `<main><p>A short video.</p>${links('/api/x', '/api/y', '/guide/b')}</main>`;
    const page = `<body class="nav-sidebar floating">${trail}${menu}${text}</body>`;
    const found = places({ 'guide/a.html': page, 'about.html': page }, pages);
    expect([...found.keys()]).toEqual(['/guide', '/guide/a', '/about']);
    expect([...found.values()].filter(({ section }) => section !== undefined)).toEqual([]);
  });

  it('follows lists that show one open group each', () => {
    const page = (...paths: string[]) => `<nav class=menu>${links(...paths)}</nav>`;
    const files = {
      'a.html': page('/guide/', '/guide/a', '/guide/b', '/api/', '/about'),
      'b.html': page('/guide/', '/api/', '/api/x', '/api/y', '/about'),
    };
    const found = order(files, pages);
    expect(found).toEqual(['/guide', '/guide/a', '/guide/b', '/api', '/api/x', '/api/y', '/about']);
  });

  it('is the series of the heads where no menu names the pages, without rows of neighbours', () => {
    const page = (previous: string, next: string) => `<head>
      ${previous && `<link rel=prev href="${previous}">`} ${next && `<link rel="next" href="${next}">`}</head>
      <div role=navigation><h3>Contents</h3><a href="about">All</a>
      <h4>Previous topic</h4><a href="${previous}">x</a><h4>Next topic</h4><a href="${next}">y</a></div>`;
    const files = {
      'api/x.html': page('../guide/a', 'y'),
      'api/y.html': page('x', ''),
      'guide/a.html': page('b', '../api/x'),
      'guide/b.html': page('', './a'),
    };
    expect(order(files, pages)).toEqual(['/guide/b', '/guide/a', '/api/x', '/api/y']);
  });

  it('is the series of the heads even if its last page names the first', () => {
    const page = (next: string) => `<head><link rel=next href="${next}"></head>`;
    const files = { 'api/x.html': page('y'), 'api/y.html': page('/about'), 'about.html': page('/api/x') };
    expect(order(files, pages)).toEqual(['/api/x', '/api/y', '/about']);
  });

  const book = (toc: string) => {
    const head = (next: string) => `<head>${next && `<link rel=next href="${next}">`}</head><p>Text</p>`;
    return {
      'index.html': `<article><div class="toc">${toc}</div></article>`,
      'guide/a.html': head('b'),
      'guide/b.html': head('../api/x'),
      'api/x.html': head('y'),
      'api/y.html': head('/about'),
      'about.html': head(''),
    };
  };

  it.each([
    [
      'terms',
      '<dl><dt><a href="guide/a">I. Guide</a></dt><dd><dl><dt><a href="guide/b">B</a></dt></dl></dd>' +
        '<dt><a href="api/x">II. API</a></dt><dd><dl><dt><a href="api/x#part">X</a></dt></dl></dd>' +
        '<dt><a href="about">About</a></dt></dl>',
    ],
    [
      'lists',
      '<ul><li><a href="guide/a">I. Guide</a><ul><li><a href="guide/b">B</a></ul>' +
        '<li><a href="api/x">II. API</a><ul><li><a href="api/x#part">X</a></ul><li><a href="about">About</a></ul>',
    ],
  ])(
    'has the groups of the contents on the front page, also for pages that these leave out: %s',
    (_, toc) => {
      const found = places(book(toc), ['/', ...pages]);
      expect([...found].map(([key, { section }]) => [key, section])).toEqual([
        ['/guide/a', 'I. Guide'],
        ['/guide/b', 'I. Guide'],
        ['/api/x', 'II. API'],
        ['/api/y', 'II. API'],
        ['/about', undefined],
      ]);
    },
  );

  it('has the chapters that the heads of a manual without contents name', () => {
    const head = (next: string, up: string, title: string) =>
      `<head><link rel=next href="${next}"><link rel=up href="${up}" title="${title}"></head>`;
    const files = {
      'index.html': '<head><link rel=next href="guide/a"></head><p>A manual</p>',
      'guide/a.html': head('b', '/', 'Manual'),
      'guide/b.html': head('../api/x', 'a', '1. Guide'),
      'api/x.html': head('y', '/', 'Manual'),
      'api/y.html': head('/about', 'x', '2. API'),
      'about.html': head('', '/', 'Manual'),
    };
    const found = places(files, ['/', ...pages]);
    expect([...found].map(([key, { section }]) => [key, section])).toEqual([
      ['', undefined],
      ['/guide/a', '1. Guide'],
      ['/guide/b', '1. Guide'],
      ['/api/x', '2. API'],
      ['/api/y', '2. API'],
      ['/about', undefined],
    ]);
  });

  it('is that of the contents where the heads only name pages of the same level, as in Texinfo', () => {
    const head = (next: string) => `<head><link rel=next href="${next}"></head>`;
    const toc = ['guide/', 'guide/a', 'guide/b', 'api/', 'api/x', 'api/y', 'about'];
    const files = {
      'index.html': `<div class="contents">${links(...toc)}</div>`,
      'guide/index.html': head('../api/'),
      'api/index.html': head('../about'),
      'api/x.html': head('y'),
    };
    expect(order(files, pages)).toEqual([
      '/guide',
      '/guide/a',
      '/guide/b',
      '/api',
      '/api/x',
      '/api/y',
      '/about',
    ]);
  });

  it('has no groups of the text of the front page, which pkgdown calls contents', () => {
    const text = `<h1>Tea</h1><p>${'Some words about tea. '.repeat(20)}</p><h2>Brew</h2>`;
    const files = { 'index.html': `<div class="contents col-md-9">${text}${links(...pages)}</div>` };
    expect(order(files, pages)).toEqual([]);
  });

  it('has no links to other languages, which menus of languages have', () => {
    const nav = `<nav>${links('/about', '/api/', '/guide/')}<h3>Languages</h3>${links('/de/', '/de/about')}</nav>`;
    const all = [...pages, '/de/', '/de/about'];
    expect(order({ 'about.html': `<html lang="en-GB">${nav}` }, all)).toEqual(['/about', '/api', '/guide']);
    expect(order({ 'about.html': nav }, all)).toContain('/de/about');
    expect(order({ 'de/about.html': `<html lang="de-AT">${nav}` }, all)).toContain('/de/about');
  });

  it('has no pages about uses, and no groups of items without a page, as Javadoc writes both', () => {
    const bar = (...items: readonly string[]) =>
      `<nav><ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul></nav>`;
    const link = (path: string) => `<a href="/${path}">x</a>`;
    const pages = ['/', '/a/Tea', '/a/class-use/Tea', '/a/package-summary', '/tree', '/help'];
    const shared = [link('tree'), link('help')];
    const files = {
      'a/Tea.html': bar(link('a/package-summary.html'), 'Class', link('a/class-use/Tea.html'), ...shared),
      'a/package-summary.html': bar('Package', 'Class', link('a/package-use.html'), link(''), ...shared),
    };
    const found = places(files, pages);
    expect([...found.keys()]).toEqual(['/a/package-summary', '', '/tree', '/help']);
    expect([...found.values()].map(({ section }) => section)).toEqual(Array(4).fill(undefined));
  });

  it('counts addresses below the base of the site alone', () => {
    const nav = links(
      '/m/guide/',
      'https://site.example/m/api/',
      'https://other.example/m/about',
      '/about',
      'a',
      '/m/api/x',
    );
    const found = order({ 'guide/index.html': `<nav>${nav}</nav>` }, pages, 'https://site.example/m');
    expect(found).toEqual(['/guide', '/api', '/guide/a', '/api/x']);
  });

  it('has the titles of the parts of the contents of a manual, and of a part with a single page', () => {
    const part = (title: string, ...paths: readonly string[]) =>
      `<div class="toctree-wrapper"><p class="caption">${title}</p><ul>${paths.map((path) => `<li>${links(path)}</li>`).join('')}</ul></div>`;
    const front = { 'index.html': `<main>${part('Guide', '/a', '/b')}${part('Reference', '/c')}</main>` };
    const found = places(front, ['/a', '/b', '/c']);
    expect([...found].map(([key, { section }]) => [key, section])).toEqual([
      ['/a', 'Guide'],
      ['/b', 'Guide'],
      ['/c', 'Reference'],
    ]);
  });

  it('has the lists of a front page without a menu, although a page of posts leads to the next one', () => {
    const files = readPages({
      'index.html': '',
      'posts/1.html': '<link rel=next href="2.html">',
      'a.html': '',
      'b.html': '',
    });
    const text = { ...files[0], isText: true, lists: [['/b', '/a', '/c'].map((href) => ({ href }))] };
    const pages = new Map(['/a', '/b', '/c'].map((address) => [address, { address }]));
    const found = navigationOrder([text as (typeof files)[number], ...files.slice(1)], {
      base: undefined,
      addresses: new Map(),
      pages,
      langs: new Map(),
    });
    expect([...found.keys()]).toEqual(['/b', '/a', '/c']);
  });

  it('has no groups where each has a single page', () => {
    const list = `<nav><dl>${['A', 'B', 'C'].map((name) => `<dt>${name}</dt><dd>${links(`/${name}`)}</dd>`).join('')}</dl></nav>`;
    const found = places({ 'index.html': list }, ['/A', '/B', '/C']);
    expect([...found.values()].map(({ section }) => section)).toEqual([undefined, undefined, undefined]);
  });

  it('has each page of the lists once, and keeps the order of the most frequent list', () => {
    const page = fc.integer({ min: 0, max: 12 }).map((number) => `/p${number}`);
    const lists = fc.array(fc.uniqueArray(page, { minLength: 3 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(lists, (found) => {
        const all = [found[0] ?? [], ...found];
        const files = Object.fromEntries(
          all.map((list, at) => [`f${at}.html`, `<nav>${links(...list)}</nav>`]),
        );
        const known = Array.from({ length: 13 }, (_, at) => `/p${at}`);
        const result = order(files, known);
        expect([...result].sort()).toEqual([...new Set(found.flat())].sort());
        const counts = new Map<string, number>();
        for (const list of all) counts.set(list.join(), (counts.get(list.join()) ?? 0) + 1);
        const [first = ''] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
        expect(result.filter((path) => first.split(',').includes(path)).join()).toBe(first);
      }),
    );
  });
});
