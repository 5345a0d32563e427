import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SurveyCache } from '../../../../src/build/cache/survey-cache.js';
import type { SurveyedEntry } from '../../../../src/build/surveyed-entry.js';
import { workspace } from '../../../support/build/workspace.js';

const NAME = 'r'.repeat(32);
/** Bytes at the end of the file that say nothing. */
const UNUSED = 4;

const entry: SurveyedEntry = {
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
  const open = () => new SurveyCache(cwd, { version: 'v', sureBefore: 0, ignore: false, forget: false });
  const cache = open();
  const packer = cache.packer();
  packer.add(entry);
  cache.add(packer.pack({ name: NAME, facts: null, places: [0] }, { source: 0, base: '' }) as Buffer);
  cache.save();
  expect(open().find(NAME)?.entryAt(0).terms).toEqual(entry.terms);
  const path = join(cwd, 'cache/survey.bin');
  const bytes = readFileSync(path);
  for (let at = 0; at < bytes.length - UNUSED; at++) {
    writeFileSync(path, bytes.with(at, (bytes[at] ?? 0) ^ 1));
    expect(open().before, `byte ${at}`).toBeUndefined();
  }
});
