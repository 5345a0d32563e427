import { afterEach, expect, test, vi } from 'vitest';
import { systemClock, systemClocks } from '../../../src/core/clock.js';

afterEach(() => void vi.useRealTimers());

const counted = (env: Readonly<Record<string, string>>) => {
  const looks = { count: 0 };
  const proxy = new Proxy(env, {
    get(target, name: string) {
      looks.count += 1;
      return target[name];
    },
  });
  return { env: proxy, looks };
};

test('a clock stands still, and the next one tells the time anew', () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const clocks = systemClocks({});
  const first = clocks();
  vi.setSystemTime(1_005_999);
  expect([first.now(), clocks().now()]).toEqual([1000, 1005]);
});

test('SOURCE_DATE_EPOCH is the time of every clock', () => {
  const clocks = systemClocks({ SOURCE_DATE_EPOCH: '1767225600' });
  expect([clocks().now(), clocks().now()]).toEqual([1_767_225_600, 1_767_225_600]);
});

test.each([{}, { SOURCE_DATE_EPOCH: '12' }])('the variable is not read for every clock: %o', (given) => {
  const { env, looks } = counted(given);
  const clocks = systemClocks(env);
  const before = looks.count;
  for (let count = 0; count < 5; count += 1) clocks().now();
  expect(looks.count).toBe(before);
});

test.each(['soon', '-1', '1.5'])('%s is no time', (SOURCE_DATE_EPOCH) => {
  const wrong = expect.objectContaining({ code: 'SVC_USAGE' });
  expect(() => systemClock({ SOURCE_DATE_EPOCH })).toThrow(wrong);
  expect(() => systemClocks({ SOURCE_DATE_EPOCH })).toThrow(wrong);
});
