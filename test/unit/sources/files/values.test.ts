import { describe, expect, it } from 'vitest';
import { toDate } from '../../../../src/sources/files/values.js';

const at = (text: string) => Date.parse(text) / 1000;

describe('a date of front matter', () => {
  it.each([
    [1_782_986_400, '2026-07-02T10:00:00Z'],
    [1_782_986_400.9, '2026-07-02T10:00:00Z'],
    [1_782_986_400_999, '2026-07-02T10:00:00Z'],
    [100_000_000, '1973-03-03T09:46:40Z'],
    [new Date('2026-07-02T10:00:00Z'), '2026-07-02T10:00:00Z'],
    ['2026-07-02T10:00:00Z', '2026-07-02T10:00:00Z'],
    ['2026-07-02', '2026-07-02T00:00:00+01:00'],
    ['Jul 02 2026', '2026-07-02T00:00:00+01:00'],
    ['Thursday, July 2nd, 2026', '2026-07-02T00:00:00+01:00'],
    ['2 July 2026', '2026-07-02T00:00:00+01:00'],
  ])('%j is %s in Lisbon', (value, instant) => {
    expect(toDate(value, 'Europe/Lisbon')).toBe(at(instant));
  });

  it.each([2026, 99_999_999, 1e14, Number.NaN, '', 'Foo 02 2026', new Date('x'), true, null, undefined, []])(
    '%j is none',
    (value) => {
      expect(toDate(value, 'Europe/Lisbon')).toBeUndefined();
    },
  );
});
