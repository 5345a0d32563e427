import { describe, expect, it } from 'vitest';
import { parseWrittenDate } from '../../../src/core/written-dates.js';

const dayOf = (text: string): string | undefined => {
  const seconds = parseWrittenDate(text, 'UTC');
  return seconds === undefined ? undefined : new Date(seconds * 1000).toISOString().slice(0, 10);
};

describe('dates with the name of the month', () => {
  it.each([
    ['4. März 2024', '2024-03-04'],
    ['Montag, 4. März 2024', '2024-03-04'],
    ['4 févr. 2024', '2024-02-04'],
    ['lundi 4 juillet 2024', '2024-07-04'],
    ['1er août 2024', '2024-08-01'],
    ['4 de enero de 2024', '2024-01-04'],
    ['4 ago 2024', '2024-08-04'],
    ['4 de março de 2024', '2024-03-04'],
    ['4 maggio 2024', '2024-05-04'],
    ['4 okt. 2024', '2024-10-04'],
    ['4 maj 2024', '2024-05-04'],
    ['4 października 2024', '2024-10-04'],
    ['4 марта 2024', '2024-03-04'],
    ['Dezember 4, 2024', '2024-12-04'],
    ['Sept. 4, 2024', '2024-09-04'],
    ['Thursday, 4 July 2024', '2024-07-04'],
  ])('%s', (text, day) => {
    expect(dayOf(text)).toBe(day);
  });

  it.each(['4 Äpfel 2024', '40 mars 2024', '31. Juni 2024', '4 de 2024', 'Kapitel 4, 2024'])(
    'not %s',
    (text) => {
      expect(dayOf(text)).toBeUndefined();
    },
  );
});
