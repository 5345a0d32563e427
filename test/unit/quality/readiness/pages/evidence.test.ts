import { describe, expect, it } from 'vitest';
import { checkupOf, prose, status } from '../../../../support/quality/readiness/pages/page.js';

describe('evidence', () => {
  it.each([
    [149, 'pass'],
    [150, 'warn'],
  ] as const)('is asked of pages from 150 words: %i', (count, expected) => {
    expect(status('evidence', prose(count))).toBe(expected);
  });

  it.each([
    ['one figure', '<p>In 1890.</p>', 'warn'],
    ['two figures', '<p>In 1890 for 12 guilders.</p>', 'pass'],
    ['one link to another site', '<p><a href="https://mills.example/rye">mills</a></p>', 'pass'],
    ['a link within the site', '<p><a href="https://site.example/rye">mills</a></p>', 'warn'],
  ] as const)('%s', (_, html, expected) => {
    expect(status('evidence', prose(150) + html)).toBe(expected);
  });

  it.each([
    ['<p>1,200.50</p>', 1],
    ['<p>12% 13 %</p>', 2],
    ['<p>1.2.3 and 4</p>', 2],
    ['<p>B2B and 7a7</p>', 3],
    ['<p>5<b>6</b></p>', 2],
    ['<p>50%50</p>', 2],
  ])('figures of %s: %i', (html, count) => {
    expect(checkupOf(html).measures.figures).toBe(count);
    const text = html.replace(/<[^>]*>/g, ' ');
    expect(text.match(/\d[\d.,]*%?/g)).toHaveLength(count);
  });
});
