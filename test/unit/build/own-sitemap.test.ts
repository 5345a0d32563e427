import { describe, expect, it } from 'vitest';
import { sitemapFiles } from '../../../src/build/real-files.js';

const USUAL = [
  ...['wp-sitemap.xml', 'sitemap_index.xml', 'sitemap-index.xml', 'sitemap.xml'],
  ...['sitemap/sitemap-index.xml', 'sitemap-0.xml'],
];
const files = (robots: string | undefined, home?: string, base = 'https://tea.example') =>
  sitemapFiles({ robots, home }, base).filter((file) => !USUAL.includes(file));

describe('the sitemap of a site', () => {
  it('is looked for under the usual names', () => {
    expect(sitemapFiles({ robots: undefined, home: undefined }, 'https://tea.example')).toEqual(USUAL);
  });

  it('is first of all what robots.txt names, then what the front page links to', () => {
    const robots = 'User-agent: *\nDisallow:\nSITEMAP: https://tea.example/maps/all.xml # all\n';
    const home = '<head><link href="/linked.xml" type="application/xml" rel=sitemap></head>';
    expect(files(robots, home)).toEqual(['maps/all.xml', 'linked.xml']);
    expect(sitemapFiles({ robots: 'Sitemap: /wp-sitemap.xml', home }, 'https://tea.example')).toEqual([
      'wp-sitemap.xml',
      'linked.xml',
      ...USUAL.slice(1),
    ]);
  });

  it('has no empty folders in its address', () => {
    expect(files('Sitemap: https://tea.example//maps//all.xml')).toEqual(['maps/all.xml']);
  });

  it.each([
    'https://other.example/a.xml',
    'https://tea.example/svc-sitemap.xml',
    'https://tea.example/a.xml.gz',
    'https://tea.example/a.xml?page=1',
    'http://[',
  ])('is not %s', (address) => {
    expect(files(`Sitemap: ${address}\n`, `<link rel="sitemap" href="${address}">`)).toEqual([]);
  });

  it('lies below the address of the site', () => {
    const robots = 'Sitemap: https://tea.example/shop/a.xml\nSitemap: https://tea.example/b.xml\n';
    expect(files(robots, undefined, 'https://tea.example/shop')).toEqual(['a.xml']);
  });

  it('is not linked by a comment, nor by another kind of link', () => {
    const home =
      '<!-- <link rel="sitemap" href="/a.xml"> --><link rel="sitemaps" href="/b.xml"><p rel="sitemap">';
    expect(files(undefined, home)).toEqual([]);
  });

  it('is not known where the address of the site is not', () => {
    expect(files('Sitemap: https://tea.example/a.xml', undefined, '')).toEqual([]);
  });
});
