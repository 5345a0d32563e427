import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Fingerprint } from '../../../src/core/fingerprint.js';
import { TextStore } from '../../../src/core/text-store.js';

function of(add: (fingerprint: Fingerprint) => void): string {
  const fingerprint = new Fingerprint();
  fingerprint.begin();
  add(fingerprint);
  return `${fingerprint.high} ${fingerprint.low}`;
}

describe('a fingerprint', () => {
  it('is the same for the same, and another for everything else', () => {
    const texts = fc.array(fc.string({ unit: 'grapheme', maxLength: 8 }), { maxLength: 4 });
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const [a, b] = [one, other].map((list) => of((to) => list.map((text) => to.addText(text))));
        expect(a === b).toBe(one.join('\u0000') === other.join('\u0000') && one.length === other.length);
      }),
    );
  });

  it('tells a hundred thousand texts that differ little apart', () => {
    const all = new Set<string>();
    for (let number = 0; number < 100_000; number++) all.add(of((to) => to.addText(`entry-${number}`)));
    const halves = new Set(Array.from(all, (one) => one.split(' ')[0]));
    expect(all.size).toBe(100_000);
    // Of 2^32 values two of so many are the same once or twice.
    expect(halves.size).toBeGreaterThan(99_980);
  });

  it('takes texts of a store and their bytes alike', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const store = new TextStore();
        const place = store.add(one, other);
        const bytes = Buffer.from(`..${other}`);
        expect(of((to) => store.addTo(to, place, 1))).toBe(of((to) => to.addBytes(bytes, 2, bytes.length)));
        expect(store.get(store.addBytes(bytes, 2, bytes.length))).toBe(Buffer.from(other).toString());
      }),
    );
  });

  it.each([0.1, 1e300, -1, Number.NaN])('knows %s from its neighbours', (number) => {
    const [a, b] = [number, number + 1e-9].map((one) => of((to) => to.addNumber(one)));
    expect(a).toBe(of((to) => to.addNumber(number)));
    if (Math.abs(number) < 1e9) expect(a).not.toBe(b);
  });
});
