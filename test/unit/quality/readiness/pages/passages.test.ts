import { describe, expect, it } from 'vitest';
import { row, status } from '../../../../support/quality/readiness/pages/page.js';

const paragraph = (words: number) => `<p>${'word '.repeat(words)}</p>`;

describe('passages', () => {
  it.each([
    [160, 'pass'],
    [161, 'warn'],
  ] as const)('a paragraph of %i words: %s', (count, expected) => {
    expect(status('passages', paragraph(count))).toBe(expected);
  });

  it('long texts outside of paragraphs are not asked about', () => {
    expect(status('passages', `<div>${'word '.repeat(400)}</div>`)).toBe('pass');
  });

  it('tells how many are long, the longest, and how the first three begin', () => {
    const html = ['one', 'two', 'three', 'four']
      .map(
        (name, index) =>
          `<p>${name} opens a paragraph that goes on and on ${'word '.repeat(200 + index)}</p>`,
      )
      .join('');
    const detail = row('passages', html)?.detail ?? '';
    expect(detail).toMatch(/^4 paragraphs over 160 words; the longest has 212 words/);
    expect(detail).toContain('“one opens a paragraph that goes on and…”');
    expect(detail).toContain('“three opens');
    expect(detail).not.toContain('“four opens');
  });
});
