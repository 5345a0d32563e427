import { describe, expect, it } from 'vitest';
import { inOneLanguage, inPageLanguage } from '../../../../src/sources/wxr/joined-languages.js';
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

describe('a text that shortcodes limit to a language', () => {
  it.each([
    '[wpml_language_filter lang="en"]Tide[/wpml_language_filter][wpml_language_filter lang="de"]Flut[/wpml_language_filter]',
    '[wpml_if_language language=de]Flut[/wpml_if_language][wpml_if_language language=en]Tide[/wpml_if_language]',
    '[polylang lang="en_GB,fr"]Tide[/polylang][polylang lang="de"]Flut[/polylang]',
    '[trp_language language="en_US"]Tide[/trp_language][trp_language language="de_DE"]Flut[/trp_language]',
  ])('is read in that of the page: %s', (text) => {
    const others: string[] = [];
    expect(inPageLanguage(text, 'en-GB', (language) => others.push(language))).toBe('Tide');
    expect(others).toEqual(['de']);
  });

  it.each([
    '[wpml_language_filter lang="de"]Flut[/wpml_language_filter]',
    '[language_switcher] Tide [wpml_language_filter lang="en"]',
    '[code lang="en"]Tide[/code]',
  ])('isn’t seen in other texts: %s', (text) => expect(inPageLanguage(text, 'en', () => {})).toBe(text));

  it('is read in the language of the item', async () => {
    const body = '[polylang lang="en"]Tide[/polylang][polylang lang="de"]Flut[/polylang]<!-- only text -->';
    const { entries } = await readText(
      exportOf(
        itemOf(
          `<category domain="language" nicename="de">Deutsch</category><content:encoded><![CDATA[${body}]]></content:encoded>`,
        ),
        '<language>en</language>',
      ),
    );
    expect(entries[0]?.body).toBe('Flut<!-- only text -->');
  });
});
