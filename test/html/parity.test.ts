import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordParity } from '../../src/html/parity.js';

describe('wordParity', () => {
  it.each([
    ['Pour hot water', 'Pour **hot** water', 1],
    ['unbreakable cups', 'un*break*able cups', 1],
    ['snake_case 2*3 a[0]', 'snake\\_case 2\\*3 a\\[0]', 1],
    ['Read the guide', 'Read [the guide](https://example.org/guide.md)', 1],
    ['Größe ÄRGER', 'größe ärger', 1],
    ['one two three four', 'one two', 0.5],
    ['tea tea tea tea', 'tea', 0.25],
    ['緑茶を飲む', '緑茶を', 0.6],
    ['Cell A Cell B', '| Cell A | Cell B |', 1],
    ['', 'anything', 1],
    ['— … !', '', 1],
  ])('%j in %j', (visible, twin, expected) => {
    expect(wordParity(visible, twin)).toBe(expected);
  });

  it('is 1 for a text in itself, and never leaves 0 to 1', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(wordParity(a, a)).toBe(1);
        const share = wordParity(a, b);
        expect(share >= 0 && share <= 1).toBe(true);
      }),
    );
  });
});
