import { expect, it } from 'vitest';
import { ExpiringMap } from '../../../src/core/expiring-map.js';

it('forgets a value in the very second that was named, and for good', () => {
  const map = new ExpiringMap<string>(2);
  map.set('a', 'tea', 100);
  expect(map.get('a', 99)).toBe('tea');
  expect(map.get('a', 100)).toBeUndefined();
  expect(map.get('a', 99)).toBeUndefined();
});

it('forgets the value that was set longest ago when there are too many', () => {
  const map = new ExpiringMap<number>(2);
  map.set('a', 1, 100);
  map.set('b', 2, 100);
  map.set('a', 3, 100);
  map.set('c', 4, 100);
  expect(['a', 'b', 'c'].map((key) => map.get(key, 0))).toEqual([3, undefined, 4]);
});
