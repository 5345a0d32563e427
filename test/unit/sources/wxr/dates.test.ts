import { describe, expect, it } from 'vitest';
import { itemDate, itemOffset, parseRfc822, tellsDate } from '../../../../src/sources/wxr/dates.js';
import { exportOf, itemOf, readText } from '../../../support/sources/wxr/helpers.js';

const at = (text: string) => Date.parse(text) / 1000;

describe('the date of an item', () => {
  it('is the UTC field where there is one', () => {
    expect(itemDate('2024-03-01 04:30:00', '2024-02-29 20:30:00', '', 'Asia/Tokyo')).toBe(
      at('2024-03-01T04:30:00Z'),
    );
  });

  it('is the local field in the zone of the site where the UTC one holds zeros', () => {
    expect(itemDate('0000-00-00 00:00:00', '2024-07-01 12:00:00', '', 'Europe/Lisbon')).toBe(
      at('2024-07-01T11:00:00Z'),
    );
  });

  it('is the RSS date where both are missing', () => {
    expect(itemDate('', '', 'Sat, 21 Nov 2026 10:00:00 +0200', 'UTC')).toBe(at('2026-11-21T08:00:00Z'));
  });

  it('is unknown where nothing holds a date', () => {
    expect(itemDate('0000-00-00 00:00:00', '', 'soon', 'UTC')).toBeUndefined();
  });
});

describe('dates that cannot be read', () => {
  const gmt = (text: string) => `<wp:post_date_gmt>${text}</wp:post_date_gmt>`;
  const modified = (text: string) => `<wp:post_modified>${text}</wp:post_modified>`;
  const warnings = async (...items: readonly string[]) =>
    (await readText(exportOf(items.map((fields, at) => itemOf(fields, at + 1)).join('\n')))).warnings.list();

  it('are one warning for the whole export, with their number and the line of the first', async () => {
    const found = await warnings(
      gmt('2024-03-01 04:30:00'),
      gmt('1 March'),
      modified('2024-13-01'),
      gmt('soon'),
    );
    expect(found).toMatchObject([
      { code: 'wxr-date-unreadable', line: 5, message: expect.stringMatching(/^Dates of 3 items/) },
    ]);
  });

  it('are none where another field tells the date, and none where there is no date', async () => {
    const zeros = gmt('0000-00-00 00:00:00') + modified('0000-00-00 00:00:00');
    expect(
      await warnings(
        `${gmt('soon')}<wp:post_date>2024-03-01 04:30:00</wp:post_date>`,
        `${zeros}<pubDate>Mon, 30 Nov -0001 00:00:00 +0000</pubDate>`,
        '',
      ),
    ).toEqual([]);
  });
});

describe('the offset of the site', () => {
  it.each([
    ['2024-03-01 04:30:00', '2024-02-29 20:30:00', -8 * 3600],
    ['2024-03-01 04:30:00', '2024-03-01 10:15:00', 5 * 3600 + 45 * 60],
    ['2024-03-01 04:30:00', '2024-03-01 04:30:00', 0],
    ['2024-03-01 04:30:00', '2024-03-01 18:30:00', 14 * 3600],
    ['2024-03-01 04:30:00', '2024-02-29 16:30:00', -12 * 3600],
  ])('of %s against %s is %d seconds', (gmt, local, offset) => {
    expect(itemOffset(gmt, local)).toBe(offset);
  });

  it.each([
    ['', '2024-02-29 20:30:00'],
    ['2024-03-01 04:30:00', '0000-00-00 00:00:00'],
    ['2024-03-01 04:30:00', '2024-03-05 04:30:00'],
    ['2024-03-01 04:30:00', '2024-03-01 04:37:00'],
    ['2024-03-01 04:30:00', '2024-03-01 18:45:00'],
    ['2024-03-01 04:30:00', '2024-03-01 18:30:01'],
    ['2024-03-01 04:30:00', '2024-02-29 16:15:00'],
  ])('is unknown for %s against %s', (gmt, local) => {
    expect(itemOffset(gmt, local)).toBeUndefined();
  });
});

describe('a field', () => {
  it.each(['', '0000-00-00 00:00:00', '0000/00/00', '00.00.0000', 'Mon, 30 Nov -0001 00:00:00 +0000'])(
    'tells no date: %j',
    (text) => expect(tellsDate(text)).toBe(false),
  );

  it.each(['2024-03-01', '0000-00-00 00:00:01', 'soon'])('tells a date, be it readable or not: %j', (text) =>
    expect(tellsDate('', text)).toBe(true),
  );
});

describe('the RSS date', () => {
  it.each([
    ['Fri, 01 Mar 2024 04:30:00 +0000', '2024-03-01T04:30:00Z'],
    ['1 March 2024 04:30 -0230', '2024-03-01T07:00:00Z'],
    ['fri, 1 mar 2024 04:30:00 +1400', '2024-02-29T14:30:00Z'],
    ['Fri, 01 Mar 2024 04:30:00 Z', '2024-03-01T04:30:00Z'],
    ['Fri, 01 Mar 2024 04:30:00', '2024-03-01T04:30:00Z'],
  ])('%s is read', (text, instant) => {
    expect(parseRfc822(text)).toBe(at(instant));
  });

  it.each([
    'Fri, 01 Mai 2024 04:30:00 +0000',
    '01 Mar 24 04:30:00 +0000',
    '01 Mar 2024',
    '32 Mar 2024 04:30:00',
  ])('%s is not', (text) => expect(parseRfc822(text)).toBeUndefined());
});
