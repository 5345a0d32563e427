import { expect, it } from 'vitest';
import { PackedSegment } from '../../../../src/build/cache/packed-segment.js';
import { SegmentPacker } from '../../../../src/build/cache/segment-packer.js';
import { WordList } from '../../../../src/build/cache/word-list.js';
import type { ScannedEntry } from '../../../../src/build/scanned-entry.js';

const BASE = 'https://mill.example/blog';

const entryOf = (change: Partial<ScannedEntry>): ScannedEntry => ({
  key: '7',
  id: 7,
  type: 'post',
  status: 'publish',
  protected: false,
  noindex: false,
  terms: [],
  title: 'Knots',
  stamp: 'stamp',
  authors: ['mara'],
  hasTopics: false,
  ...change,
});

function runOf(entry: ScannedEntry): PackedSegment {
  const words = new WordList();
  const packer = new SegmentPacker(words);
  packer.add(entry);
  const bytes = packer.pack({ name: 'r'.repeat(32), facts: null, places: [0] }, { source: 0, base: BASE });
  return new PackedSegment(bytes as Buffer, words);
}

it('packs an entry with more terms than a function takes arguments', () => {
  const terms = Array.from({ length: 150_000 }, (_, at) => ({
    taxonomy: 'tag',
    slug: `t${at}`,
    name: `T${at}`,
  }));
  const slugs = runOf(entryOf({ terms }))
    .entryAt(0)
    .terms.map(({ slug }) => slug);
  expect(slugs.join()).toBe(terms.map(({ slug }) => slug).join());
});

it.each(['7', 'notes/ようこそ.md', 'half \ud83d'])('knows that it may hold the key %j', (key) => {
  const run = runOf(entryOf({ key, stamp: 'b'.repeat(16) }));
  expect(run.mayHold(Buffer.from(key))).toBe(true);
  expect(run.mayHold(Buffer.from('8'))).toBe(false);
});

it.each([
  ['/ropes/', '/ropes/'],
  [`${BASE}/ropes/`, '/ropes/'],
  [`${BASE}/?p=7`, undefined],
  ['https://elsewhere.example/ropes/', undefined],
])('gives the address %s back as it was', (url, path) => {
  const entry = entryOf({ url, ...(path !== undefined && { path }) });
  const run = runOf(entry);
  expect(run.urlOf(0)).toBe(url);
  expect(run.entryAt(0)).toMatchObject(entry);
  expect(run.entryAt(0).path).toBe(path);
});
