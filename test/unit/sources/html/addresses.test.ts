import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { htmlSource } from '../../../../src/sources/html/row.js';
import { page, readSite, siteWith } from '../../../support/sources/html/read-site.js';

const BASE = 'https://site.example';
const TEXT = 'A paragraph with some words about the harbour and its boats. ';
const link = (href: string) => `<a href="${href}">next</a>`;
const text = (...links: readonly string[]) =>
  page(`<main><h1>T</h1><p>${TEXT.repeat(3)}</p><p>${TEXT}${links.map(link).join(TEXT)}</p></main>`);
const sitemap = (...urls: readonly string[]) =>
  `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="i">${urls
    .map(
      (url) =>
        `<url><loc> ${url} </loc><image:image><image:loc>${BASE}/a.png</image:loc></image:image></url>`,
    )
    .join('')}</urlset>`;

/** Address by file, with `?` in front of a guessed one; without the base. */
async function addresses(files: Readonly<Record<string, string | Uint8Array>>, options = {}) {
  const { entries, site, warnings } = await readSite(siteWith(files), options);
  const urls = entries.map(({ key, url, isAddressGuessed }) => [
    key,
    `${isAddressGuessed === true ? '?' : ''}${url?.replace(BASE, '')}`,
  ]);
  return {
    urls: Object.fromEntries(urls) as Readonly<Record<string, string>>,
    site,
    codes: warnings.map(({ code }) => code).filter((code) => code === 'html-no-canonical'),
    message: warnings.find(({ code }) => code === 'html-no-canonical')?.message,
    entries,
  };
}

describe('a sitemap', () => {
  const pages = { 'index.html': text('guide/a.html'), 'guide/a.html': text(), 'guide/b/index.html': text() };

  it.each([
    ['sitemap.xml', sitemap(`${BASE}/guide/a`, `${BASE}/guide/b`)],
    ['sitemap.xml.gz', gzipSync(sitemap(`${BASE}/guide/a`, `${BASE}/guide/b`))],
    ['sitemap.txt', `${BASE}/guide/a\n${BASE}/guide/b\n`],
  ])('%s decides where pages and links are silent', async (name, content) => {
    const { urls, site, codes } = await addresses({ ...pages, 'index.html': text(), [name]: content });
    expect(urls).toEqual({ 'index.html': '/', 'guide/a.html': '/guide/a', 'guide/b/index.html': '/guide/b' });
    expect(site.baseUrl).toBe(BASE);
    expect(codes).toEqual([]);
  });

  it('shows no form of addresses for files with another ending, which servers don’t add', async () => {
    const { urls } = await addresses({
      ...pages,
      'old.htm': text(),
      'x.xhtml': text(),
      'sitemap.xml': sitemap(`${BASE}/guide/a`, `${BASE}/guide/b`),
    });
    expect([urls['old.htm'], urls['x.xhtml']]).toEqual(['?/old.htm', '?/x.xhtml']);
  });

  it('is found by robots.txt, and through an index', async () => {
    const index = `<sitemapindex><sitemap><loc>${BASE}/docs/maps/one.xml</loc></sitemap></sitemapindex>`;
    const { urls, site } = await addresses({
      'index.html': text(),
      'a.html': text(),
      'robots.txt': `User-agent: *\nSitemap: ${BASE}/docs/maps/all.xml\n`,
      'maps/all.xml': index,
      'maps/one.xml': sitemap(`${BASE}/docs/a`),
    });
    expect(urls).toEqual({ 'index.html': '/docs/', 'a.html': '/docs/a' });
    expect(site.baseUrl).toBe(`${BASE}/docs`);
  });

  it.each(['index.html/sitemap.xml', `${'a'.repeat(300)}.xml`])(
    'that robots.txt names, but that can’t be in the folder, is not there: %s',
    async (path) => {
      const site = siteWith({
        'index.html': page('<main><h1>Terns</h1><p>Birds.</p></main>'),
        'robots.txt': `User-agent: *\nSitemap: ${BASE}/${path}\n`,
      });
      expect((await readSite(site)).entries).toHaveLength(1);
    },
  );

  it('that names a developer’s machine shows the form of addresses, and no site', async () => {
    const { urls, site } = await addresses({
      'index.html': text(),
      'a.html': text(),
      'sitemap.xml': sitemap('http://localhost:1313/docs/a'),
    });
    expect(urls).toEqual({ 'index.html': '/', 'a.html': '/a' });
    expect(site).not.toHaveProperty('baseUrl');
  });

  it('that differs from the links leaves the address in doubt, and links as they are', async () => {
    const { urls, message, entries } = await addresses({
      ...pages,
      'guide/b/index.html': text('../a.html'),
      'sitemap.xml': sitemap(`${BASE}/guide/a`, `${BASE}/guide/b/`),
    });
    expect(urls['guide/a.html']).toBe('?/guide/a');
    expect(urls['guide/b/index.html']).toBe('/guide/b/');
    expect(message).toContain('1 with different addresses');
    expect(entries.find(({ key }) => key === 'guide/b/index.html')?.body).toContain(`"${BASE}/guide/a.html"`);
  });
});

describe('links between pages', () => {
  it.each([
    ['/guide/a', '/guide/a'],
    ['/guide/a.html', '/guide/a.html'],
    ['/guide/a/', '/guide/a/'],
    ['guide/a?x=1#part', '?/guide/a'],
    ['guide/a#part', '/guide/a'],
  ])('%s gives %s', async (href, address) => {
    const { urls } = await addresses({
      'index.html': text(href),
      'guide/a.html': text('b'),
      'guide/b.html': text(),
    });
    expect(urls['guide/a.html']).toBe(address);
    expect(urls['guide/b.html']).toBe('/guide/b');
  });

  it('have the form of nearly all of them', async () => {
    const votes = (clean: number, other: number) =>
      addresses({
        'a.html': text(),
        ...Object.fromEntries(
          Array.from({ length: clean + other }, (_, at) => [
            `p${at}.html`,
            text(at < clean ? '/a' : '/a.html'),
          ]),
        ),
      });
    expect((await votes(7, 2)).urls['a.html']).toBe('/a');
    expect((await votes(3, 2)).urls['a.html']).toBe('?/a');
  });

  it('to a file that isn’t there don’t count', async () => {
    const { urls } = await addresses({ 'index.html': text('/a.html'), 'a/index.html': text() });
    expect(urls['a/index.html']).toBe('?/a/');
  });

  it('of a page with a base of its own start there', async () => {
    const based = page(`<main><h1>T</h1><p>${TEXT.repeat(4)}<a href="a">a</a></p></main>`, '<base href="/">');
    const { urls } = await addresses({ 'deep/er/p.html': based, 'a.html': text() });
    expect(urls['a.html']).toBe('/a');
  });

  it('are found in linear time', async () => {
    const { urls } = await addresses({ 'index.html': text('/a') + '<a '.repeat(300_000), 'a.html': text() });
    expect(urls['a.html']).toBe('/a');
  }, 20_000);
});

describe('a canonical address', () => {
  const stated = (href: string) =>
    page(`<main><h1>T</h1><p>${TEXT.repeat(4)}</p></main>`, `<link rel="canonical" href="${href}">`);

  it('decides over sitemap and links', async () => {
    const { urls, codes } = await addresses({
      'index.html': text('a.html'),
      'a.html': stated(`${BASE}/a`),
      'sitemap.xml': sitemap(`${BASE}/a/`),
    });
    expect(urls['a.html']).toBe('/a');
    expect(codes).toEqual([]);
  });

  it.each(['http://localhost:4321', 'http://127.0.0.1:8080/docs', 'https://example.com'])(
    'on %s is no canonical, and shows the form of the address',
    async (host) => {
      const { urls, site, entries } = await addresses({
        'index.html': stated(`${host}/`),
        'a.html': stated(`${host}/a`),
        'b.html': page(`<main><h1>T</h1><p>${TEXT.repeat(4)}<a href="${host}/a">a</a></p></main>`),
      });
      expect(urls).toMatchObject({ 'index.html': '/', 'a.html': '/a' });
      expect(site).not.toHaveProperty('baseUrl');
      expect(JSON.stringify(entries)).not.toContain(host);
    },
  );

  it('of a developer’s machine among others doesn’t take a page away', async () => {
    const { urls } = await addresses({
      'a.html': stated(`${BASE}/a`),
      'b.html': stated(`${BASE}/b`),
      'c.html': stated('http://localhost:3000/c'),
    });
    expect(urls['c.html']).toBe('?/c');
  });
});

it('"cleanUrls" is the owner’s word', async () => {
  const files = { 'index.html': text('a.html'), 'a.html': text() };
  expect((await addresses(files, { cleanUrls: true })).urls['a.html']).toBe('/a');
  expect((await addresses(files)).urls['a.html']).toBe('/a.html');
});

it('any sitemap is survived, and addresses stay in the site', async () => {
  const root = { 'index.html': text(), 'a.html': text(), 'b/index.html': text() };
  const piece = fc.constantFrom(
    '<loc>',
    '</loc>',
    '<![CDATA[',
    ']]>',
    BASE,
    '/a',
    '/b/',
    '/..',
    '%2e',
    '&amp;',
    ' ',
    '<sitemapindex>',
    'x',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 30 }), async (pieces) => {
      const { urls } = await addresses({ ...root, 'sitemap.xml': pieces.join('') });
      for (const url of Object.values(urls)) expect(url).toMatch(/^\??\//);
    }),
    { numRuns: 40 },
  );
});

describe('a site without an address', () => {
  const noAddress = () => {
    throw new Error('no address');
  };

  /** The addresses that the source announces before its first item, and the bytes that it has read by then. */
  async function announced(files: Readonly<Record<string, string>>, onBase = (_?: string) => undefined) {
    const source = await htmlSource.open({ path: siteWith(files), options: {} });
    const bases: (string | undefined)[] = [];
    let bytes = 0;
    const first = source.read({
      warnings: new Warnings(),
      timeZone: 'UTC',
      onBytes: (read) => {
        bytes += read;
      },
      onBase: (base) => {
        bases.push(base);
        onBase(base);
      },
    });
    const error = await first[Symbol.asyncIterator]()
      .next()
      .then(
        () => undefined,
        ({ message }: Error) => message,
      );
    return { bases, bytes, error };
  }

  it('stops a build before a page is read', async () => {
    const found = await announced({ 'index.html': text(), 'a.html': text() }, noAddress);
    expect(found).toEqual({ bases: [undefined], bytes: 0, error: 'no address' });
  });

  it.each([
    ['a page', { 'index.html': text(), 'a.html': page('', `<link rel="canonical" href="${BASE}/a.html">`) }],
    ['a sitemap', { 'index.html': text(), 'a.html': text(), 'sitemap.xml': sitemap(`${BASE}/a.html`) }],
  ])('is not one where %s states it', async (_, files) => {
    expect(await announced(files)).toMatchObject({ bases: [BASE], error: undefined });
  });
});
