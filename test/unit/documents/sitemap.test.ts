import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sitemapUrl } from '../../../src/documents/sitemap.js';
import {
  type ContextOptions,
  documentRow,
  type EntryLine,
  filesOf,
  PAGE,
  POST,
  testContext,
  textOf,
} from '../../support/documents/context.js';
import { expectGolden } from '../../support/documents/golden.js';
import { hostilePath, hostileText } from '../../support/documents/hostile.js';
import { headings, parseMarkdown, sections } from '../../support/documents/mdast.js';
import { childrenOf, parseXml, textOfChild } from '../../support/documents/xml.js';

const MAKING_OF = { slug: 'making-of', label: 'Making of', plural: 'Making of', collection: 'making-of' };

const entries: readonly EntryLine[] = [
  { id: 1, slug: 'oolong', modified: '2026-06-05' },
  { id: 2, slug: 'pu-erh', modified: '2026-06-09T08:30:00Z' },
  { id: 3, type: 'page', path: '/?page_id=3&preview=no', modified: '2026-05-01', published: '2026-05-01' },
  { id: 4, type: 'making-of', slug: 'pot', published: null },
];
const SITE: ContextOptions = { types: [POST, PAGE, MAKING_OF], entries };

function locs(xml: string | undefined): (string | undefined)[] {
  const root = parseXml(xml ?? '');
  return root.children.map((child) => textOfChild(child, 'loc'));
}

describe('/svc-sitemap.xml', () => {
  it('[4.2-sitemap] is an XML list of one sitemap per type, in configured order', () => {
    expect(documentRow('sitemap').contentType).toBe('application/xml');
    expectGolden('svc-sitemap.xml', textOf('sitemap', testContext(SITE)));
  });

  it('has the addresses of a type, last modified first, behind the home address', () => {
    const files = filesOf('sitemap-page', testContext(SITE));
    expect(Object.keys(files)).toEqual([
      'svc-sitemap-post-1.xml',
      'svc-sitemap-page-1.xml',
      'svc-sitemap-making-of-1.xml',
    ]);
    expectGolden('svc-sitemap-post-1.xml', files['svc-sitemap-post-1.xml'] ?? '');
    expectGolden('svc-sitemap-page-1.xml', files['svc-sitemap-page-1.xml'] ?? '');
  });

  it('claims no date for an undated entry', () => {
    const files = filesOf('sitemap-page', testContext(SITE));
    expect(files['svc-sitemap-making-of-1.xml']).not.toContain('lastmod');
    const index = parseXml(textOf('sitemap', testContext(SITE)));
    expect(index.children.map((child) => textOfChild(child, 'lastmod'))).toEqual([
      '2026-06-09T08:30:00+00:00',
      '2026-05-01T00:00:00+00:00',
      undefined,
    ]);
  });

  it('[4.2-sub-sitemap] pages every type by the page size', () => {
    const many = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }));
    const ctx = testContext({ entries: many, sitemapPageSize: 3 });
    const files = filesOf('sitemap-page', ctx);
    expect(Object.values(files).map((xml) => locs(xml).length)).toEqual([4, 3, 1]);
    expect(locs(textOf('sitemap', ctx))).toEqual(
      Object.keys(files).map((file) => `https://tea.example/${file}`),
    );
  });

  it('names the front page once, with its own date, when it is an entry', () => {
    const front: EntryLine = {
      id: 9,
      type: 'page',
      path: '/',
      modified: '2026-01-09',
      published: '2026-01-01',
    };
    const files = filesOf('sitemap-page', testContext({ entries: [{ id: 1 }, front] }));
    const all = Object.values(files).flatMap(locs);
    expect(all).toEqual(['https://tea.example/', 'https://tea.example/entry-1/']);
    expect(files['svc-sitemap-post-1.xml']).toContain('2026-01-09');
    expect(Object.keys(files)).toEqual(['svc-sitemap-post-1.xml']);
  });

  it('of a site without entries holds its home address', () => {
    const ctx = testContext();
    expect(Object.values(filesOf('sitemap-page', ctx)).flatMap(locs)).toEqual(['https://tea.example/']);
    expect(locs(textOf('sitemap', ctx))).toEqual(['https://tea.example/svc-sitemap-post-1.xml']);
  });

  it('never exceeds 50,000 addresses in a file', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({ id: index + 1 }));
    const ctx = testContext({
      entries: many,
      sitemapPageSize: 50_000,
      settings: { enable_root_sitemap: true },
    });
    const sizes = Object.values(filesOf('sitemap-page', ctx)).map((xml) => xml.split('<url>').length - 1);
    expect(sizes).toEqual([50_000, 1]);
    expect(textOf('sitemap-root', ctx)).toContain('<sitemapindex');
  });

  it('is well-formed and complete whatever the addresses hold', () => {
    fc.assert(
      fc.property(fc.uniqueArray(hostilePath, { maxLength: 6 }), (paths) => {
        const ctx = testContext({ entries: paths.map((path, index) => ({ id: index + 1, path })) });
        const listed = Object.values(filesOf('sitemap-page', ctx)).flatMap(locs);
        expect(new Set(listed)).toEqual(
          new Set(['https://tea.example/', ...paths.map((path) => `https://tea.example${path}`)]),
        );
      }),
    );
  });

  it('[4.2.4-only-alone] [4.2.4-enabled] gives way to another sitemap and to its switch', () => {
    const other = testContext({ ...SITE, otherSitemap: 'https://tea.example/sitemap_index.xml' });
    const off = testContext({ ...SITE, settings: { enable_sitemap: false, enable_root_sitemap: true } });
    for (const ctx of [other, off]) {
      expect(['sitemap', 'sitemap-page', 'sitemap-root'].map((id) => ctx.served(id))).toEqual([
        false,
        false,
        false,
      ]);
    }
    expect(sitemapUrl(other)).toBe('https://tea.example/sitemap_index.xml');
    // The address where one would be stays the one to advertise.
    expect(sitemapUrl(off)).toBe('https://tea.example/svc-sitemap.xml');
  });
});

describe('/sitemap.xml', () => {
  it('is off by default', () => {
    expect(testContext(SITE).served('sitemap-root')).toBe(false);
  });

  it('is one plain sitemap of everything', () => {
    const ctx = testContext({ ...SITE, settings: { enable_root_sitemap: true } });
    const root = parseXml(textOf('sitemap-root', ctx));
    expect(root.name).toBe('urlset');
    expect(root.attributes).toEqual({ xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' });
    expect(childrenOf(root, 'url')).toHaveLength(5);
  });
});

describe('/sitemap.md', () => {
  it('lists every page under a heading per type', () => {
    const ctx = testContext({
      ...SITE,
      entries: [...entries, { id: 7, title: 'Out of llms.txt', llms: false }],
    });
    expectGolden('sitemap.md', textOf('sitemap-markdown', ctx));
  });

  it('lists further languages apart', () => {
    const langs = ['de', 'en', 'fr', 'de', 'en-GB'];
    const ctx = testContext({
      site: { lang: 'en' },
      languages: ['de', 'en-GB', 'fr'],
      entries: langs.map((lang, at) => ({ id: at + 1, title: lang, path: `/${at}/`, lang })),
    });
    expect(
      textOf('sitemap-markdown', ctx)
        .match(/^#.*|(?<=\[)[^\]]+/gm)
        ?.slice(1),
    ).toEqual(['## Posts', 'en-GB', 'en', '### Deutsch (de)', 'de', 'de', '### Français (fr)', 'fr']);
  });

  it('parses back to the titles that went in', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (name, title) => {
        const ctx = testContext({ site: { name }, entries: [{ id: 1, title }] });
        const tree = parseMarkdown(textOf('sitemap-markdown', ctx));
        expect(headings(tree)).toHaveLength(2);
        expect(
          sections(tree)
            .get('Posts')
            ?.map((link) => link.url),
        ).toEqual(['https://tea.example/entry-1/']);
      }),
    );
  });

  it('has its own switch', () => {
    expect(filesOf('sitemap-markdown', testContext({ settings: { enable_sitemap_md: false } }))).toEqual({});
  });
});
