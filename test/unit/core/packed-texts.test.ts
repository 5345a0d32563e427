import { describe, expect, it } from 'vitest';
import { packTexts, textFinder } from '../../../src/core/packed-texts.js';
import { ofShared, shareData } from '../../../src/core/shared-data.js';
import { TextStore } from '../../../src/core/text-store.js';

const PATHS = new Map([
  [900, '/tea/'],
  [7, '/thé/'],
  [281_474_976_710_655, '/tea/'],
  [8, ''],
]);

describe('packed texts', () => {
  it('are found by number, in this thread and in others', () => {
    const packed = packTexts(PATHS);
    for (const texts of [packed, ofShared(shareData(packed), (copy: typeof packed) => copy)]) {
      const find = textFinder(texts);
      expect([...PATHS.keys()].map(find)).toEqual([...PATHS.values()]);
      expect([6, 10, Number.MAX_SAFE_INTEGER].map(find)).toEqual([undefined, undefined, undefined]);
    }
  });

  it('are in memory once: equal ones, and those of all threads', () => {
    const packed = packTexts(PATHS);
    expect(packed.bytes).toHaveLength(Buffer.byteLength('/tea//thé/'));
    const shared = shareData(packed);
    const { bytes } = ofShared(shared, (copy: typeof packed) => copy);
    expect(bytes.buffer).toBe(shared.bytes);
  });

  it('are none for no numbers', () => {
    expect(textFinder(packTexts(new Map()))(1)).toBeUndefined();
  });
});

describe('a store of texts', () => {
  it('gives each text back, however long', () => {
    const texts = [
      '',
      'Tea…',
      '😀',
      'x'.repeat(3 << 20),
      ...Array.from({ length: 3000 }, (_, at) => `Né ${at} `.repeat(99)),
    ];
    const store = new TextStore();
    const places = texts.map((text) => store.add(text));
    expect(places.map((place) => store.at(place))).toEqual(texts);
  });
});
