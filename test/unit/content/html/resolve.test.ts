import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeResolver } from '../../../../src/content/html/resolve.js';

const moved = makeResolver({
  pageUrl: 'https://new.example/blog/2026/tea/',
  exportBase: 'http://www.old.example/wp',
  baseUrl: 'https://new.example/blog',
});
const own = makeResolver({
  pageUrl: 'https://example.org/site/docs/setup/',
  baseUrl: 'https://example.org/site',
});

describe('makeResolver, with an export base', () => {
  it.each([
    ['milk/', 'https://new.example/blog/2026/tea/milk/'],
    ['../milk/?x=1#y', 'https://new.example/blog/2026/milk/?x=1#y'],
    ['?page=2', 'https://new.example/blog/2026/tea/?page=2'],
    ['/wp/about/', 'https://new.example/blog/about/'],
    ['/about/', 'http://www.old.example/about/'],
    ['http://www.old.example/wp/about/', 'https://new.example/blog/about/'],
    ['https://old.example/wp/about/', 'https://new.example/blog/about/'],
    ['HTTP://OLD.example:80/wp/about', 'https://new.example/blog/about'],
    ['https://old.example:443/wp', 'https://new.example/blog'],
    ['//old.example/wp/a%20b/%E2%82%AC.png', 'https://new.example/blog/a%20b/%E2%82%AC.png'],
    ['https://old.example/wp?p=12', 'https://new.example/blog?p=12'],
    ['https://old.example/wpx/', 'https://old.example/wpx/'],
    ['https://old.example:8443/wp/a', 'https://old.example:8443/wp/a'],
    ['https://user:secret@old.example/wp/a', 'https://user:secret@old.example/wp/a'],
    ['https://sub.old.example/wp/a', 'https://sub.old.example/wp/a'],
    ['https://other.example', 'https://other.example'],
    ['//cdn.example/x.js', 'https://cdn.example/x.js'],
    ['http://[broken', 'http://[broken'],
    ['http://', 'http://'],
  ])('%s becomes %s', (reference, expected) => {
    expect(moved(reference, 'link')).toBe(expected);
  });

  it('accepts the permalink in the form of either base address', () => {
    const fromOld = makeResolver({
      pageUrl: 'https://old.example/wp/2026/tea/',
      exportBase: 'http://www.old.example/wp',
      baseUrl: 'https://new.example/blog',
    });
    expect(fromOld('milk/', 'link')).toBe('https://new.example/blog/2026/tea/milk/');
  });
});

describe('makeResolver, without an export base', () => {
  it.each([
    ['/docs/other/', 'https://example.org/site/docs/other/'],
    ['/site/docs/other/', 'https://example.org/site/docs/other/'],
    ['/site', 'https://example.org/site'],
    ['/sitemap/', 'https://example.org/site/sitemap/'],
    ['../other/', 'https://example.org/site/docs/other/'],
    ['https://example.org/site/x', 'https://example.org/site/x'],
    ['https://example.org/elsewhere', 'https://example.org/elsewhere'],
  ])('%s becomes %s', (reference, expected) => {
    expect(own(reference, 'link')).toBe(expected);
  });

  it('leaves everything as it is when the base address is none', () => {
    expect(makeResolver({ pageUrl: '/x/', baseUrl: '' })('/y/', 'link')).toBe('/y/');
  });
});

describe('makeResolver, for any input', () => {
  const segment = fc.stringMatching(/^[a-z0-9%C3]{0,4}[a-z0-9]$/);
  const path = fc.array(segment, { maxLength: 4 }).map((parts) => parts.map((part) => `/${part}`).join(''));

  it('never throws, and gives back text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.webUrl()), (reference) => {
        expect(typeof moved(reference, 'link')).toBe('string');
      }),
    );
  });

  it('moves every spelling of the export base and keeps the rest of the address as written', () => {
    const spelling = fc.constantFrom(
      'http://old.example/wp',
      'https://old.example/wp',
      'https://www.old.example/wp',
      '//www.old.example/wp',
      'http://old.example:80/wp',
      'https://OLD.example:443/wp',
      '/wp',
    );
    fc.assert(
      fc.property(spelling, path, (base, rest) => {
        expect(moved(base + rest, 'link')).toBe(`https://new.example/blog${rest}`);
      }),
    );
  });

  it('never changes an address on another host', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (url) => {
        fc.pre(!/old\.example/.test(url));
        expect(moved(url, 'link')).toBe(url);
      }),
    );
  });

  it('answers the same when asked again with its answer', () => {
    fc.assert(
      fc.property(fc.oneof(path, fc.webPath(), fc.webUrl()), (reference) => {
        const once = own(reference === '' ? '/' : reference, 'link');
        expect(own(once, 'link')).toBe(once);
      }),
    );
  });
});
