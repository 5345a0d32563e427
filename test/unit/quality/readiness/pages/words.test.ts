import { describe, expect, it } from 'vitest';
import { checkupOf, prose, row, status } from '../../../../support/quality/readiness/pages/page.js';

describe('words', () => {
  it.each([
    [99, 'warn'],
    [100, 'pass'],
    [0, 'warn'],
  ] as const)('a page of %i words: %s', (count, expected) => {
    expect(status('words', prose(count))).toBe(expected);
  });

  it('names the count and the least', () => {
    expect(row('words', prose(40))?.detail).toMatch(/\b40\b.*\b100\b/);
  });

  it('asks nothing of a page that is not there to be quoted, and judges one of which that is not known', () => {
    expect(status('words', '<p>Cart</p>', { gradeable: false })).toBe('pass');
  });

  it.each([
    ['every tag parts words', '<b>rye</b>bread', 2],
    ['numbers and code count', '<p>7 <code>a = b</code></p>', 4],
    ['scripts and styles do not', '<style>a b c</style><p>rye</p><script>x y</script>', 1],
    ['entities are decoded', '<p>rye&nbsp;bread &amp; butter</p>', 4],
    ['a comment is nothing', '<p>rye <!-- four words of comment --> bread</p>', 2],
    ['white space of any kind parts words', 'rye\u2003bread\u3000oats\n\tbarley', 4],
    ['scripts without spaces count by two characters', '<p>山茶花开了一夜</p>', 4],
    ['and by four in South-East Asia', '<p>ดอกไม้บาน</p>', 3],
  ])('%s', (_, html, count) => {
    expect(checkupOf(html).measures.words).toBe(count);
  });
});
