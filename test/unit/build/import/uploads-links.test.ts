import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileLinks, replaceFileLinks } from '../../../../src/build/import/uploads/copier.js';

const piece = fc.constantFrom(
  ...[
    '<img src="',
    "<a href='",
    '">',
    "'>",
    '/a/b.png',
    'https://x.example/c.pdf',
    ' 300w, ',
    '<!-- ',
    '-->',
  ],
  ...['<!-- wp:image {"url":"', '"} -->', '&amp;', '?w=1', '#p', '<', '>', '"', "'", '=', 'text '],
);

describe('links to files in a text', () => {
  it('are all that changes', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const html = pieces.join('');
        const links = fileLinks(html);
        expect(replaceFileLinks(html, () => undefined)).toBe(html);
        const marked = replaceFileLinks(html, (url) => `\u0001${url.replaceAll('&', '&amp;')}\u0002`);
        if (!/&(?!amp;)/.test(html)) expect(marked.replace(/[\u0001\u0002]/g, '')).toBe(html);
        expect(marked.includes('\u0001')).toBe(links.size > 0);
      }),
    );
  });

  it.each([
    ['tags', '<a "'.repeat(200_000)],
    ['comments', '<!-- '.repeat(200_000)],
    ['addresses', '<img src="/a.png '.repeat(60_000)],
    ['slashes', '/'.repeat(400_000)],
    ['dots', `<img src="/a${'.'.repeat(400_000)}">`],
  ])('are found in linear time: %s', (_, html) => {
    const began = performance.now();
    fileLinks(html);
    expect(performance.now() - began).toBeLessThan(2000);
  });
});
