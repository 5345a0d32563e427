import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextStore } from '../../../src/core/text-store.js';

describe('TextStore', () => {
  it('gives back what it was given, of any length', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.nat(300_000).map((length) => 'ä'.repeat(length)),
    );
    fc.assert(
      fc.property(fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { maxLength: 12 }), (records) => {
        const store = new TextStore();
        const places = records.map((record) => store.add(...record));
        for (const [number, record] of records.entries()) {
          for (const [index, one] of record.entries()) {
            expect(store.get(places[number] ?? -1, index) === one).toBe(true);
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
