import { describe, expect, it } from 'vitest';
import { prose, row, status } from '../../../../support/quality/readiness/pages/page.js';

describe('headings', () => {
  it.each([
    [299, '', 'pass'],
    [300, '', 'warn'],
    [300, '<h6>Rye</h6>', 'pass'],
    [300, '<h1>Rye</h1>', 'pass'],
  ] as const)('a page of %i words with “%s”: %s', (count, heading, expected) => {
    expect(status('headings', heading + prose(count))).toBe(expected);
  });
});

describe('heading_order', () => {
  it.each([
    ['', 'pass'],
    ['<h4>a</h4>', 'pass'],
    ['<h4>a</h4><h5>b</h5><h2>c</h2>', 'pass'],
    ['<h2>a</h2><h2>b</h2><h3>c</h3>', 'pass'],
    ['<h2>a</h2><h4>b</h4>', 'warn'],
    ['<h1>a</h1><section><h3>b</h3></section>', 'warn'],
  ] as const)('%s: %s', (html, expected) => {
    expect(status('heading_order', html)).toBe(expected);
  });

  it('names the first jump with six words of the heading', () => {
    const html = '<h2>a</h2><h5>one two three four <em>five</em> six seven</h5><h2>b</h2><h4>c</h4>';
    expect(row('heading_order', html)?.detail).toMatch(/level 2 to level 5 .*“one two three four five six…”/);
  });
});
