import { describe, expect, it } from 'vitest';
import {
  formatLocalDate,
  formatLocalOffset,
  formatOffset,
  formatRfc822,
  formatUtcOffset,
  formatUtcZ,
  parseDate,
} from '../../../src/core/dates.js';

const at = (text: string) => Date.parse(text) / 1000;

describe('parseDate', () => {
  it.each([
    ['2026-07-01', '2026-07-01T00:00:00Z'],
    ['2026-7-1', '2026-07-01T00:00:00Z'],
    ['  2026-07-01 ', '2026-07-01T00:00:00Z'],
    ['2026-07-01 09:30', '2026-07-01T09:30:00Z'],
    ['2026-07-01  9:30:15', '2026-07-01T09:30:15Z'],
    ['2026-07-01t09:30:15z', '2026-07-01T09:30:15Z'],
    ['2026-07-01T09:30:15.999Z', '2026-07-01T09:30:15Z'],
    ['2026-07-01T09:30:15,5Z', '2026-07-01T09:30:15Z'],
    ['2026-07-01 09:30 UTC', '2026-07-01T09:30:00Z'],
    ['2026-07-01 09:30 gmt', '2026-07-01T09:30:00Z'],
    ['2026-07-01T09:30:00+0200', '2026-07-01T07:30:00Z'],
    ['2026-07-01T09:30:00-03:30', '2026-07-01T13:00:00Z'],
    ['2026-07-01 09:30 +05:45', '2026-07-01T03:45:00Z'],
    ['2026-07-01 09:30:00 +0200 CEST', '2026-07-01T07:30:00Z'],
    ['2026-07-01T00:00:00+14:00', '2026-06-30T10:00:00Z'],
    ['2026-07-01T00:00:00+23:59', '2026-06-30T00:01:00Z'],
    ['2026-07-01T09:30+02:00[Europe/Berlin]', '2026-07-01T07:30:00Z'],
    ['2026-07-01T09:30[Europe/Berlin][u-ca=iso8601]', '2026-07-01T07:30:00Z'],
    ['2026-07-01T09:30[UTC]', '2026-07-01T09:30:00Z'],
    ['0001-01-01', '0001-01-01T00:00:00Z'],
    ['0099-12-31T23:59:59Z', '0099-12-31T23:59:59Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59Z'],
    ['1969-12-31T23:59:59Z', '1969-12-31T23:59:59Z'],
    ['2024-02-29', '2024-02-29T00:00:00Z'],
    ['2000-02-29', '2000-02-29T00:00:00Z'],
    ['2026-07-01T23:59:59Z', '2026-07-01T23:59:59Z'],
  ])('reads %j', (text, instant) => {
    expect(parseDate(text, 'UTC')).toBe(at(instant));
  });

  it.each([
    ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00Z'],
    ['2026-07-01T10:00:60Z', '2026-07-01T10:01:00Z'],
  ])('reads a leap second as the one behind it: %s', (text, instant) => {
    expect(parseDate(text, 'UTC')).toBe(at(instant));
  });

  it.each([
    '',
    'soon',
    '0000-00-00',
    '0000-00-00 00:00:00',
    '0000-01-01',
    '2026-00-01',
    '2026-13-01',
    '2026-01-00',
    '2026-01-32',
    '2026-04-31',
    '2023-02-29',
    '1900-02-29',
    '2026-07-01T24:00:00Z',
    '2026-07-01T09:60:00Z',
    '2026-07-01T09:30:61Z',
    '2026-07-01T09:30:00+24:00',
    '2026-07-01T09:30:00+05:60',
    '2026-07-01T9Z',
    '2026-07-01 in the morning',
    '12026-07-01',
  ])('refuses %j', (text) => {
    expect(parseDate(text, 'UTC')).toBeUndefined();
  });

  it.each([
    ['2026-07-01 12:00', 'Europe/Lisbon', '2026-07-01T11:00:00Z'],
    ['2026-01-01 12:00', 'Europe/Lisbon', '2026-01-01T12:00:00Z'],
    ['2026-07-01 12:00', 'Asia/Kathmandu', '2026-07-01T06:15:00Z'],
    ['2026-07-01 12:00Z', 'Asia/Kathmandu', '2026-07-01T12:00:00Z'],
    // The clocks of Berlin go from 2 to 3 on 29 March, and from 3 back to 2 on 25 October.
    ['2026-03-29 01:59:59', 'Europe/Berlin', '2026-03-29T00:59:59Z'],
    ['2026-03-29 03:00', 'Europe/Berlin', '2026-03-29T01:00:00Z'],
    ['2026-10-25 01:59:59', 'Europe/Berlin', '2026-10-24T23:59:59Z'],
    ['2026-10-25 03:00', 'Europe/Berlin', '2026-10-25T02:00:00Z'],
  ])('reads %s in %s', (text, zone, instant) => {
    expect(parseDate(text, zone)).toBe(at(instant));
  });
});

it.each(['0001-06-01', '0099-12-31', '1066-10-14'])('shows %s as the day that it was read from', (day) => {
  for (const zone of ['UTC', 'Etc/GMT-14', 'America/St_Johns']) {
    expect(formatLocalDate(parseDate(`${day} 12:00`, zone) ?? Number.NaN, zone)).toBe(day);
  }
});

describe('forms of dates', () => {
  const summer = at('2026-07-01T22:30:05Z');

  it('are those of feeds, of RFC 9116 and of RSS', () => {
    expect(formatUtcOffset(summer)).toBe('2026-07-01T22:30:05+00:00');
    expect(formatUtcZ(summer)).toBe('2026-07-01T22:30:05Z');
    expect(formatRfc822(summer)).toBe('Wed, 01 Jul 2026 22:30:05 +0000');
  });

  it.each([
    ['UTC', '2026-07-01', '2026-07-01T22:30:05+00:00'],
    ['Europe/Berlin', '2026-07-02', '2026-07-02T00:30:05+02:00'],
    ['America/St_Johns', '2026-07-01', '2026-07-01T20:00:05-02:30'],
  ])('are local in %s', (zone, day, text) => {
    expect(formatLocalDate(summer, zone)).toBe(day);
    expect(formatLocalOffset(summer, zone)).toBe(text);
  });

  it.each([
    [14 * 3600, '2026-07-02T12:30:05+14:00'],
    [-12 * 3600, '2026-07-01T10:30:05-12:00'],
    [-1800, '2026-07-01T22:00:05-00:30'],
  ])('are those of the offset %d', (offset, text) => {
    expect(formatOffset(summer, offset)).toBe(text);
  });
});
