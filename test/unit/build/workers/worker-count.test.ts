import { describe, expect, it } from 'vitest';
import { workerCount } from '../../../../src/build/workers/build-threads.js';

describe('workerCount', () => {
  it.each([
    [1, 8, 0],
    [1499, 8, 0],
    [1500, 1, 0],
    [1500, 2, 2],
    [100_000, 4, 4],
    [100_000, 64, 4],
  ])('of %i changed entries on %i cores is %i by itself', (changed, cores, expected) => {
    expect(workerCount(undefined, { entries: changed, length: 0 }, cores)).toBe(expected);
  });

  it.each([
    [1, 0],
    [2, 1],
    [4, 3],
    [64, 4],
  ])('leaves one of %i cores to the thread that helps', (cores, expected) => {
    expect(workerCount(undefined, { entries: 1500, length: 0 }, cores, true)).toBe(expected);
  });

  it.each([
    [500, 47_000, 0],
    [500, 48_000, 4],
    [2, 12_000_000, 2],
  ])('of %i entries of %i characters is %i', (entries, each, expected) => {
    expect(workerCount(undefined, { entries, length: entries * each }, 4)).toBe(expected);
  });

  it.each([
    [0, 100_000, 0],
    [1, 3, 1],
    [6, 100_000, 6],
    [6, 2, 2],
    [6, 0, 0],
  ])('of --workers %i and %i changed entries is %i', (asked, changed, expected) => {
    expect(workerCount(asked, { entries: changed, length: 0 }, 2)).toBe(expected);
  });
});
