import { describe, expect, it } from 'vitest';
import { ageInDays } from '../../../../../src/quality/readiness/pages/grade.js';
import { prose, row, status } from '../../../../support/quality/readiness/pages/page.js';

describe('freshness', () => {
  it.each([
    [0, 'pass'],
    [730, 'pass'],
    [731, 'warn'],
  ] as const)('%i days: %s', (ageDays, expected) => {
    expect(status('freshness', prose(100), { ageDays })).toBe(expected);
  });

  it('leaves evergreen and short pages alone', () => {
    expect(status('freshness', prose(100), { ageDays: 3000, extra: { evergreen: true } })).toBe('pass');
    expect(status('freshness', prose(100), { ageDays: 3000, extra: { svc: { evergreen: true } } })).toBe(
      'pass',
    );
    expect(status('freshness', prose(99), { ageDays: 3000 })).toBe('pass');
  });

  it('tells the age in months of thirty days', () => {
    expect(row('freshness', prose(100), { ageDays: 764 })?.detail).toContain('25 months');
    expect(row('freshness', prose(100), { ageDays: 765 })?.detail).toContain('26 months');
  });

  it('counts whole days, and none for what is unknown or lies ahead', () => {
    const day = 86_400;
    expect(ageInDays(0, 731 * day - 1)).toBe(730);
    expect(ageInDays(0, 731 * day)).toBe(731);
    expect(ageInDays(undefined, 5)).toBe(0);
    expect(ageInDays(10 * day, 5)).toBe(0);
  });
});
