import { describe, expect, it } from 'vitest';
import { workerCount } from '../../../../src/build/workers/worker-count.js';

describe('workerCount', () => {
  it.each([
    [1, 8, 0],
    [1499, 8, 0],
    [1500, 1, 0],
    [1500, 2, 2],
    [100_000, 4, 4],
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
