import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countedParity, wordParity } from '../../../src/html/parity.js';

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

  it('counts words that stand in order as it counts all others', () => {
    const piece = fc.constantFrom(
      ...[
        'tea',
        'Tea',
        'leaf',
        'a',
        'É',
        'é',
        'ΟΔΟΣ',
        'οδος',
        'ς',
        '茶',
        '茶葉',
        'ชา',
        '𠮷',
        '🎉',
        '1',
        'Ⓐ',
        'İ',
        'ẞ',
      ],
      ...[' ', ' ', '*', '**', '_', '\\', '`', '[', ']', '.', '\u0301', '\u00a0', '-', "'", '\ud800'],
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const pair = fc.oneof(
      fc.tuple(text, text),
      fc
        .tuple(text, text, text)
        .map(([before, same, after]) => [same, `${before} ${same} ${after}`] as const),
    );
    fc.assert(
      fc.property(pair, ([visible, twin]) => {
        expect(wordParity(visible, twin)).toBe(countedParity(visible, twin));
      }),
      { numRuns: 3000 },
    );
  });

  it('counts words that stand far from where they are expected', () => {
    const word = fc.constantFrom('tea', 'leaf', 'cup', 'pot', 'kettle', 'of', 'the', '茶', 'snake_case');
    const words = fc.array(word, { maxLength: 200 });
    const moved = fc.tuple(words, words, words).map(([first, second, third]) => {
      return [
        [...first, ...second, ...third],
        [...second, ...third, ...first],
      ] as const;
    });
    fc.assert(
      fc.property(fc.oneof(fc.tuple(words, words), moved), ([visible, twin]) => {
        const [one, other] = [visible.join(' '), twin.join(' ')];
        expect(wordParity(one, other)).toBe(countedParity(one, other));
      }),
    );
  });

  it('knows every letter of the first plane, in both cases', () => {
    for (let code = 0; code < 0x10000; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      expect(wordParity(text, `x ${text}`)).toBe(countedParity(text, `x ${text}`));
      expect(wordParity('ab', text)).toBe(countedParity('ab', text));
      expect(wordParity('a b', text)).toBe(countedParity('a b', text));
    }
  });
});
