import { describe, expect, it } from 'vitest';
import { checkupOf, row, status } from '../../../../support/quality/readiness/pages/page.js';

const page = (linked: number, words: number) =>
  `<p>${'<a href="/a">word</a> '.repeat(linked)}${'word '.repeat(words - linked)}</p>`;

describe('link_density', () => {
  it.each([
    [35, 100, 'pass'],
    [36, 100, 'warn'],
    [49, 49, 'pass'],
    [50, 50, 'warn'],
  ] as const)('%i of %i words in links: %s', (linked, words, expected) => {
    expect(status('link_density', page(linked, words))).toBe(expected);
  });

  it('shows the share', () => {
    expect(row('link_density', page(40, 100))?.detail).toContain('40 %');
  });

  it('counts the words of links by their text', () => {
    expect(checkupOf('<a href="/a">r<b>y</b>e bread</a><a>no address</a>').measures.linkWords).toBe(4);
  });
});
