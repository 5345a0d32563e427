import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareText } from '../../../src/core/compare.js';
import { TextIndex } from '../../../src/core/text-index.js';

describe('TextIndex', () => {
  it('numbers texts as a map would', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 4 }), fc.constantFrom('', 'a', 'b', 'é'));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 60 }), fc.array(text, { maxLength: 10 }), (texts, asked) => {
        const index = new TextIndex();
        const map = new Map<string, number>();
        for (const one of texts) {
          if (!map.has(one)) map.set(one, map.size);
          expect(index.add(one)).toBe(map.get(one));
        }
        for (const one of [...texts, ...asked]) {
          expect(index.find(one)).toBe(map.get(one) ?? -1);
          expect(index.has(one)).toBe(map.has(one));
        }
        expect([...index]).toEqual([...map.keys()]);
        expect(index.size).toBe(map.size);
      }),
    );
  });

  it('compares texts by their UTF-16 code units', () => {
    const unit = fc.constantFrom('a', 'b', '/', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{10ffff}');
    const text = fc.string({ unit, maxLength: 4 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const index = new TextIndex();
        const [one, two] = [index.add(a), index.add(b)];
        expect(Math.sign(index.compare(one, two))).toBe(compareText(a, b));
      }),
      { numRuns: 1000 },
    );
  });

  it('grows', () => {
    const index = new TextIndex();
    for (let number = 0; number < 20_000; number++) expect(index.add(`shelf/${number}.md`)).toBe(number);
    for (let number = 0; number < 20_000; number++) {
      expect(index.find(`shelf/${number}.md`)).toBe(number);
      expect(index.at(number)).toBe(`shelf/${number}.md`);
    }
    expect(index.find('shelf/20000.md')).toBe(-1);
  });
});
