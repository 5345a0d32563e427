import { afterEach, describe, expect, it, vi } from 'vitest';
import { prefetchStats } from '../../../../src/build/stats/prefetch-stats.js';
import { workerCount } from '../../../../src/build/workers/worker-count.js';
import { wxr } from '../../../support/build/export.js';
import { workspace, writeFiles } from '../../../support/build/workspace.js';
import { build } from '../../../support/cli/run-svc.js';

vi.mock('../../../../src/build/stats/prefetch-stats.js', { spy: true });
afterEach(() => void vi.clearAllMocks());

describe('workerCount', () => {
  it.each([
    [1, 8, 0],
    [1499, 8, 0],
    [1500, 1, 0],
    [1500, 2, 1],
    [100_000, 4, 3],
    [100_000, 64, 4],
  ])('of %i changed entries on %i cores is %i by itself', (changed, cores, expected) => {
    expect(workerCount(undefined, changed, cores)).toBe(expected);
  });

  it.each([
    [0, 100_000, 0],
    [1, 3, 1],
    [6, 100_000, 6],
    [6, 2, 2],
    [6, 0, 0],
  ])('of --workers %i and %i changed entries is %i', (asked, changed, expected) => {
    expect(workerCount(asked, changed, 2)).toBe(expected);
  });
});

describe('--workers 0', () => {
  it('also starts no thread that looks at files', async () => {
    const item = { id: 1, slug: 'tea', title: 'Tea', body: '<p>Hot.</p>' };
    const cwd = workspace({ 'a.xml': wxr([item]) });
    const args = ['--source', 'a.xml', '--base-url', 'https://harbour.example'];
    await build(args, { cwd });
    writeFiles(cwd, { 'a.xml': wxr([{ ...item, body: '<p>Cold.</p>' }]) });
    await build([...args, '--workers', '0'], { cwd });
    expect(prefetchStats).not.toHaveBeenCalled();
    writeFiles(cwd, { 'a.xml': wxr([item]) });
    await build(args, { cwd });
    expect(prefetchStats).toHaveBeenCalledOnce();
  });
});
