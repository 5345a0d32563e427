import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it, vi } from 'vitest';
import { EntrySpool } from '../../../../src/sources/html/entry-spool.js';
import type { RawEntry } from '../../../../src/sources/port.js';
import { workspace } from '../../../support/build/workspace.js';

function entry(number: number, body: string): RawEntry {
  return {
    ref: `${number}.html`,
    key: `${number}.html`,
    type: 'page',
    status: 'publish',
    protected: false,
    noindex: false,
    title: `Nº ${number} 結び`,
    slug: String(number),
    published: 1_700_000_000 + number,
    authorKeys: ['mia'],
    terms: [{ taxonomy: 'tag', slug: 'a', name: 'A' }],
    excerpt: '',
    body,
    format: 'html',
  };
}

describe('EntrySpool', () => {
  it('gives back what was kept, in any order, before and after it reaches the disk', () => {
    const spool = new EntrySpool();
    const entries = Array.from({ length: 300 }, (_, number) =>
      entry(number, `<p>${'ë'.repeat(number * 40)}</p>`),
    );
    for (const [number, one] of entries.entries()) if (number % 3 > 0) spool.add(number, one);
    expect(spool.get(299)).toEqual(entries[299]);
    expect(spool.get(1)).toEqual(entries[1]);
    expect(spool.get(3)).toBeUndefined();
    spool.add(300, entry(300, 'late'));
    expect(spool.get(300)).toEqual(entry(300, 'late'));
    expect(spool.get(200)).toEqual(entries[200]);
    spool.close();
  });

  it('keeps an entry longer than what is written at once, between others', () => {
    const spool = new EntrySpool();
    const entries = [1, 400_000, 2, 700_000, 3].map((length, number) => entry(number, 'ë'.repeat(length)));
    for (const [number, one] of entries.entries()) spool.add(number, one);
    for (const number of [2, 3, 4, 0, 1]) expect(spool.get(number)).toEqual(entries[number]);
    spool.close();
  });

  it('keeps half a surrogate pair', () => {
    const spool = new EntrySpool();
    spool.add(0, entry(0, 'a\ud83d'));
    expect(spool.get(0)?.body).toBe('a\ud83d');
    spool.close();
  });

  it('has no name while it is open, and knows nothing any more once it is closed', () => {
    vi.stubEnv('TMPDIR', workspace());
    const spool = new EntrySpool();
    spool.add(0, entry(0, 'x'));
    expect(spool.get(0)).toBeDefined();
    expect(readdirSync(tmpdir())).toEqual([]);
    vi.unstubAllEnvs();
    spool.close();
    spool.close();
    expect(spool.get(0)).toBeUndefined();
  });
});
