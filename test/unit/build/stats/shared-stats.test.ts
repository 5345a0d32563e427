import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileStats } from '../../../../src/build/stats/file-stats.js';
import {
  createSharedStats,
  packPaths,
  statFromBack,
  statFromFront,
  unpackPaths,
} from '../../../../src/build/stats/shared-stats.js';
import { lastChange, STAT_NUMBERS, statNumbers } from '../../../../src/sources/file-stat.js';
import { workspace } from '../../../support/build/workspace.js';

const NAMES = ['a.md', 'gone.md', 'größe.md', 'z.md'];

function paths(): readonly string[] {
  const root = workspace({ 'a.md': 'A', 'größe.md': 'Größe', 'z.md': '' });
  return NAMES.map((name) => join(root, name));
}

/** The numbers of each file, as `stat` gives them. */
function numbersOf(files: readonly string[]): readonly number[] {
  return files.flatMap((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found === undefined ? new Array(STAT_NUMBERS).fill(0) : [...statNumbers(found)];
  });
}

describe('looks at files', () => {
  it.each([statFromFront, statFromBack])('see all of them, and that one is gone', (look) => {
    const files = paths();
    const looks = createSharedStats(files.length);
    look(files, looks);
    expect([...looks.numbers]).toEqual(numbersOf(files));
    expect([...looks.seen]).toEqual([1, 1, 1, 1]);
  });

  it.each([
    [statFromFront, 0, 2],
    [statFromBack, 1, 3],
  ])('end where somebody has come from the other end', (look, start, end) => {
    const files = paths().filter((path) => !path.endsWith('gone.md'));
    const looks = createSharedStats(files.length);
    looks.seen.fill(1).fill(0, start, end);
    look(files, looks);
    const expected = numbersOf(files).map((number, at) =>
      at >= start * STAT_NUMBERS && at < end * STAT_NUMBERS ? number : 0,
    );
    expect([...looks.numbers]).toEqual(expected);
    expect([...looks.seen]).toEqual([1, 1, 1]);
  });

  it.each([[[]], [['/a']], [['/größe/ü.md', '/b\n.md']]])('are told to a thread of %j', (list: string[]) => {
    expect(unpackPaths(packPaths(list))).toEqual(list);
  });

  it('are found by path, in any order', () => {
    const files = paths();
    const looks = createSharedStats(files.length);
    statFromFront(files, looks);
    const looked = new FileStats({ paths: files, numbers: looks.numbers.slice(), folders: new Map() });
    for (const path of [...files, ...[...files].reverse()]) {
      const found = statSync(path, { throwIfNoEntry: false });
      const look = looked.get(path);
      expect(look && [...look]).toEqual(found && [...statNumbers(found)]);
      if (found && look) expect(lastChange(look)).toBe(Math.max(found.mtimeMs, found.ctimeMs));
    }
    expect(looked.get('/elsewhere')).toBeUndefined();
    expect(looked.count((path) => path.endsWith('.md'))).toBe(NAMES.length);
    looked.clear();
    expect(files.map((path) => looked.get(path))).toEqual([undefined, undefined, undefined, undefined]);
  });
});
