import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepHeapSmall } from '../../../src/cli/keep-heap-small.js';

vi.mock('node:v8', async (original) => ({
  ...(await original<typeof import('node:v8')>()),
  setFlagsFromString: vi.fn(),
  getHeapSpaceStatistics: vi.fn(() => []),
}));

/** What was said last of one flag. */
function lastOf(name: string): string | undefined {
  const flags = vi.mocked(setFlagsFromString).mock.calls.map(([flag]) => flag);
  return flags.findLast((flag) => flag.startsWith(`${name}=`))?.split('=')[1];
}

/** By how much the heap may grow. */
const growth = () => lastOf('--heap-growing-percent');
/** By how much the room for young objects may. */
const youngGrowth = () => lastOf('--semi-space-growth-factor');

function setYoung(megabytes: number): void {
  const space = { space_name: 'new_space', space_size: megabytes * 1024 * 1024 };
  vi.mocked(getHeapSpaceStatistics).mockReturnValue([space] as ReturnType<typeof getHeapSpaceStatistics>);
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

  it('has room for 32 MiB of young objects, also while an export is read and no timer fires', () => {
    const heap = keepHeapSmall();
    expect(youngGrowth()).toBe('1');
    heap.reads(1_000_000);
    expect(youngGrowth()).toBe('2');
    setYoung(32);
    heap.reads(1_000_000);
    expect(youngGrowth(), 'it looks seldom').toBe('2');
    vi.advanceTimersByTime(60);
    heap.reads(1_000_000);
    expect(youngGrowth()).toBe('1');
    heap.converts(2_000);
    setYoung(16);
    vi.advanceTimersByTime(60);
    expect(youngGrowth()).toBe('2');
  });

  it('of a large export has room for half of that, and for little while it is read', () => {
    const heap = keepHeapSmall();
    setYoung(4);
    heap.reads(500_000_000);
    vi.advanceTimersByTime(60);
    heap.reads(500_000_000);
    expect(youngGrowth()).toBe('1');
    heap.converts(60_000);
    vi.advanceTimersByTime(60);
    expect(youngGrowth()).toBe('2');
    setYoung(16);
    vi.advanceTimersByTime(60);
    expect(youngGrowth()).toBe('1');
  });
});
