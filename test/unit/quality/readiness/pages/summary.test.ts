import { describe, expect, it } from 'vitest';
import { prose, status } from '../../../../support/quality/readiness/pages/page.js';

const opening = (words: number) => `<p>${'word '.repeat(words)}</p>`;

describe('summary', () => {
  it.each([
    [14, 'warn'],
    [15, 'pass'],
  ] as const)('a first paragraph of %i words: %s', (count, expected) => {
    expect(status('summary', opening(count) + prose(150))).toBe(expected);
  });

  it('an empty first paragraph is none', () => {
    expect(status('summary', `<p></p>${prose(150)}`)).toBe('warn');
  });

  it('an excerpt will do, white space will not', () => {
    expect(status('summary', `<p>Short.</p>${prose(150)}`, { excerpt: 'What mills do.' })).toBe('pass');
    expect(status('summary', `<p>Short.</p>${prose(150)}`, { excerpt: ' \n' })).toBe('warn');
  });

  it.each([
    [99, 'pass'],
    [100, 'warn'],
  ] as const)('is asked of pages from 100 words: %i', (count, expected) => {
    expect(status('summary', `<p></p><div>${'word '.repeat(count)}</div>`)).toBe(expected);
  });

  it('a page without paragraphs has none', () => {
    expect(status('summary', `<div>${'word '.repeat(120)}</div>`)).toBe('warn');
  });

  it('inline tags do not part the words of a paragraph, breaks do', () => {
    const words = 'w<b>o</b>rd '.repeat(14);
    expect(status('summary', `<p>${words}</p>${prose(150)}`)).toBe('warn');
    expect(status('summary', `<p>${words}<br>a</p>${prose(150)}`)).toBe('pass');
  });
});
