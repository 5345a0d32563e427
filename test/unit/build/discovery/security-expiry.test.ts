import { describe, expect, it } from 'vitest';
import { securityExpiry } from '../../../../src/build/discovery/security-expiry.js';

const DAY = 86_400;
const NOW = 1_782_986_400;
const FRESH = { expires: NOW + 300 * DAY, days: 300, renewal: NOW + 150 * DAY };

describe('the expiry of security.txt', () => {
  it('is so many days away at first', () => {
    expect(securityExpiry(undefined, 300, NOW)).toEqual(FRESH);
  });

  it.each([
    ['in the second of the last build', { expires: NOW + 300 * DAY, days: 300 }, NOW + 300 * DAY],
    ['before half of its time is over', { expires: NOW + 150 * DAY + 1, days: 300 }, NOW + 150 * DAY + 1],
    ['when half of its time is over', { expires: NOW + 150 * DAY, days: 300 }, NOW + 300 * DAY],
    ['when it is over', { expires: NOW - 1, days: 300 }, NOW + 300 * DAY],
    ['with another number of days', { expires: NOW + 299 * DAY, days: 299 }, NOW + 300 * DAY],
    ['after a clock was set back', { expires: NOW + 300 * DAY + 1, days: 300 }, NOW + 300 * DAY],
  ])('%s', (_, past, expires) => {
    expect(securityExpiry(past, 300, NOW)).toEqual({ expires, days: 300, renewal: expires - 150 * DAY });
  });
});
