import { setFlagsFromString } from 'node:v8';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepHeapSmall } from '../../src/cli/keep-heap-small.js';

vi.mock('node:v8', async (original) => ({
  ...(await original<typeof import('node:v8')>()),
  setFlagsFromString: vi.fn(),
}));

/** By how much the heap may grow, as it was said last. */
function growth(): string | undefined {
  const flags = vi.mocked(setFlagsFromString).mock.calls.map(([flag]) => flag);
  return flags.findLast((flag) => flag.startsWith('--heap-growing-percent='))?.split('=')[1];
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(setFlagsFromString).mockClear();
  return () => vi.useRealTimers();
});

describe('the heap of a build', () => {
  it.each([
    ['a small export', 1_000_000, 2_000, '100'],
    ['a large export', 500_000_000, 60_000, '15'],
    ['a large export of which little has changed', 500_000_000, 1, '15'],
    ['a small folder, whose bytes nobody knows', 0, 2_000, '100'],
    ['a large folder', 0, 60_000, '15'],
  ])('of %s', (_, bytes, entries, expected) => {
    const heap = keepHeapSmall();
    expect(growth()).toBe('15');
    heap.reads(bytes);
    heap.converts(entries);
    expect(growth()).toBe(expected);
  });
});
