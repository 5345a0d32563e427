import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ScanCache } from '../../../../src/build/cache/scan-cache.js';
import type { ScannedEntry } from '../../../../src/build/scanned-entry.js';
import { workspace } from '../../../support/build/workspace.js';

const NAME = 'r'.repeat(32);
/** Bytes at the end of the file that say nothing. */
const UNUSED = 4;

const entry: ScannedEntry = {
  key: '7',
  id: 7,
  type: 'post',
  status: 'publish',
  protected: false,
  noindex: false,
  terms: [{ taxonomy: 'tag', slug: 'hemp', name: 'Hemp' }],
  title: 'Knots',
  stamp: 'stamp',
  authors: ['mara'],
  hasTopics: false,
};

it('knows nothing where any byte is damaged, also one of the words that runs share', () => {
  const cwd = workspace({});
  const open = () => new ScanCache(cwd, { version: 'v', sureBefore: 0, ignore: false, forget: false });
  const cache = open();
  const packer = cache.packer();
  packer.add(entry);
  cache.add(packer.pack({ name: NAME, facts: null, places: [0] }, { source: 0, base: '' }) as Buffer);
  cache.save();
  expect(open().find(NAME)?.entryAt(0).terms).toEqual(entry.terms);
  const path = join(cwd, 'cache/scan.bin');
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length - UNUSED; at++) {
    writeFileSync(path, bytes.with(at, (bytes[at] ?? 0) ^ 1));
    expect(open().before, `byte ${at}`).toBeUndefined();
  }
});
