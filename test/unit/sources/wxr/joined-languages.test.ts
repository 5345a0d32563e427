import { describe, expect, it } from 'vitest';
import { inOneLanguage } from '../../../../src/sources/wxr/joined-languages.js';
import { exportOf, itemOf, readText } from '../../../support/sources/wxr/helpers.js';

describe('a text in several languages', () => {
  it.each([
    '[:en]Tide[:de]Flut[:]',
    '<!--:de-->Flut<!--:--><!--:en-->Tide<!--:-->',
    '{:en}Tide{:}{:de}Flut{:}',
    '[:de]Flut[:en]Tide',
  ])('is read in that of the site: %s', (text) => {
    expect(inOneLanguage(text, 'en-GB')).toBe('Tide');
  });

  it('is read in its first language where that of the site is missing', () => {
    expect(inOneLanguage('[:de]Flut[:fr]Marée[:]', 'en')).toBe('Flut');
  });

  it('tells which languages it leaves out', () => {
    const others: string[] = [];
    inOneLanguage('[:en]Tide[:de]Flut[:fr]Marée[:]', 'en', (language) => others.push(language));
    expect(others).toEqual(['de', 'fr']);
  });

  it('is left out with a warning', async () => {
    const body = '<content:encoded>[:en]Tide[:de]Flut[:]</content:encoded>';
    const { entries, warnings } = await readText(exportOf(itemOf(body), '<language>en</language>'));
    expect(entries[0]?.body).toBe('Tide');
    expect(warnings.list()).toContainEqual(
      expect.objectContaining({
        code: 'wxr-other-languages',
        message: expect.stringContaining('without: de.'),
      }),
    );
  });

  it('keeps what all languages share', () => {
    expect(inOneLanguage('<p>[:en]Tide[:de]Flut[:] at 6</p>', 'en')).toBe('<p>Tide at 6</p>');
  });

  it.each(['Slices: items[:up] and items[:]', 'See [:en] in the manual', 'Tide'])(
    'isn’t seen in other texts: %s',
    (text) => expect(inOneLanguage(text, 'en')).toBe(text),
  );
});
