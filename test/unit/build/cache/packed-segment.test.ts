import { describe, expect, it } from 'vitest';
import { PackedSegment } from '../../../../src/build/cache/packed-segment.js';
import { SegmentPacker } from '../../../../src/build/cache/segment-packer.js';
import { WordList } from '../../../../src/build/cache/word-list.js';
import type { ScannedEntry } from '../../../../src/build/scanned-entry.js';

const NOW = 1_782_986_400;

type Times = Partial<Pick<ScannedEntry, 'published' | 'expires'>>;

/** A run of one public post for each of these pairs of times. */
function runOf(...times: readonly Times[]): PackedSegment {
  const words = new WordList();
  const packer = new SegmentPacker(words);
  for (const [at, own] of times.entries()) {
    packer.add({
      key: String(at + 1),
      id: at + 1,
      type: 'post',
      status: 'publish',
      protected: false,
      noindex: false,
      terms: [],
      title: 'Knots',
      stamp: 'stamp',
      authors: [],
      hasTopics: false,
      ...own,
    });
  }
  const places = times.map((_, at) => at);
  const bytes = packer.pack({ name: 'r'.repeat(32), facts: null, places }, { source: 0, base: '' });
  return new PackedSegment(bytes as Buffer, words);
}

describe('a run of known entries', () => {
  it.each([
    ['without dates', [{}], true],
    ['published in this second', [{ published: NOW }], true],
    ['published in a second', [{ published: NOW + 1 }], false],
    ['that expires in this second', [{ expires: NOW }], false],
    ['that expires in a second', [{ expires: NOW + 1 }], true],
    ['with one later date among many', [{ published: NOW }, { published: NOW + 1 }, { published: 5 }], false],
    [
      'with one expired entry among many',
      [{ expires: NOW + 9 }, { expires: NOW }, { expires: NOW + 9 }],
      false,
    ],
    ['with entries that expire later, and some that never do', [{ expires: NOW + 1 }, {}], true],
  ])('is due as the gate would say: %s', (_, times, isDue) => {
    const run = runOf(...times);
    expect(run.isDueAt(NOW)).toBe(isDue);
    expect(run.isPublic({ now: NOW, visibleTypes: new Set(['post']) })).toBe(isDue);
  });

  it('is not public when one of its types is hidden', () => {
    expect(runOf({}).isPublic({ now: NOW, visibleTypes: new Set(['page']) })).toBe(false);
  });
});
