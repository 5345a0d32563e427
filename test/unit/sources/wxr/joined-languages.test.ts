import { describe, expect, it } from 'vitest';
import { inOneLanguage } from '../../../../src/sources/wxr/joined-languages.js';

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

  it('keeps what all languages share', () => {
    expect(inOneLanguage('<p>[:en]Tide[:de]Flut[:] at 6</p>', 'en')).toBe('<p>Tide at 6</p>');
  });

  it.each(['Slices: items[:up] and items[:]', 'See [:en] in the manual', 'Tide'])(
    'isn’t seen in other texts: %s',
    (text) => expect(inOneLanguage(text, 'en')).toBe(text),
  );
});
