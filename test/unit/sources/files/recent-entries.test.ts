import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Warnings } from '../../../../src/core/warnings.js';
import { RecentEntries } from '../../../../src/sources/files/recent-entries.js';
import type { RawEntry, SourceContext } from '../../../../src/sources/port.js';
import { folderWith } from '../../../support/config/folder.js';

const entry = (body: string) => ({ body }) as RawEntry;
const context: SourceContext = { timeZone: 'UTC', warnings: new Warnings() };

function recentIn(body: string) {
  const root = folderWith({ 'a.md': body });
  const recent = new RecentEntries(root);
  recent.keep('a.md', { entry: entry(body), stamp: recent.stampOf('a.md'), context });
  return { root, recent };
}

describe('entries that were read a moment ago', () => {
  it('are given away once', () => {
    const { recent } = recentIn('Tea');
    expect(recent.take('a.md', context)?.body).toBe('Tea');
    expect(recent.take('a.md', context)).toBeUndefined();
    expect(recent.take('b.md', context)).toBeUndefined();
  });

  it('are read again when their file has changed or has gone', () => {
    const { root, recent } = recentIn('Tea');
    writeFileSync(join(root, 'a.md'), 'Tee');
    expect(recent.take('a.md', context)).toBeUndefined();
    expect(recent.stampOf('gone.md')).toBe('');
  });

  it('are read again by other rules of privacy, and in another zone', () => {
    const rules = { deny: ['shelf'], allow: [] };
    for (const other of [
      { ...context, privacy: rules },
      { ...context, timeZone: 'Asia/Tokyo' },
    ])
      expect(recentIn('Tea').recent.take('a.md', other as SourceContext)).toBeUndefined();
  });

  it('take up a bounded amount of memory', () => {
    const { recent } = recentIn('Tea');
    const large = entry('x'.repeat(20_000_000));
    recent.keep('b.md', { entry: large, stamp: '', context });
    recent.keep('c.md', { entry: large, stamp: '', context });
    expect(recent.take('b.md', context)).toBe(large);
    expect(recent.take('c.md', context)).toBeUndefined();
    recent.clear();
    expect(recent.take('a.md', context)).toBeUndefined();
  });
});
