import { describe, expect, it } from 'vitest';
import { findTranslations, type Translatable } from '../../../src/site/translations.js';

const entry = (id: number, lang: string, path: string, more: Partial<Translatable> = {}): Translatable => ({
  id,
  lang,
  path,
  type: 'page',
  translationKey: undefined,
  ...more,
});

function found(entries: readonly Translatable[], languages: readonly string[] = []) {
  const sets = findTranslations(entries, languages);
  return Object.fromEntries([...sets].map(([id, set]) => [id, set.map(({ path }) => path).join(' ')]));
}

describe('translations', () => {
  it('are entries of one key and different languages, each of which knows all', () => {
    const tea = { translationKey: 'tea' };
    expect(
      found([
        entry(1, 'en', '/tea/', tea),
        entry(2, 'fr', '/the/', tea),
        entry(3, 'de', '/tee/', tea),
        entry(4, 'en', '/cup/', { translationKey: 'cup' }),
        entry(5, 'en', '/pot/'),
      ]),
    ).toEqual({ 1: '/tee/ /tea/ /the/', 2: '/tee/ /tea/ /the/', 3: '/tee/ /tea/ /the/' });
  });

  it('have one version in each language: the one with the lowest id', () => {
    const tea = { translationKey: 'tea' };
    expect(
      found([entry(1, 'en', '/tea/', tea), entry(2, 'fr', '/the/', tea), entry(3, 'fr', '/the-2/', tea)]),
    ).toEqual({ 1: '/tea/ /the/', 2: '/tea/ /the/' });
  });

  it('are of one type', () => {
    const tea = { translationKey: 'tea' };
    expect(found([entry(1, 'en', '/tea/', tea), entry(2, 'fr', '/the/', { ...tea, type: 'post' })])).toEqual(
      {},
    );
  });

  it('are told by their addresses where these have languages', () => {
    const entries = [
      entry(1, 'en', '/tea/'),
      entry(2, 'fr', '/fr/tea/'),
      entry(3, 'pt-BR', '/pt-br/tea/'),
      entry(4, 'en', '/'),
      entry(5, 'fr', '/fr/'),
      entry(6, 'fr', '/fr/the/'),
    ];
    expect(found(entries, ['fr', 'pt-BR'])).toEqual({
      1: '/tea/ /fr/tea/ /pt-br/tea/',
      2: '/tea/ /fr/tea/ /pt-br/tea/',
      3: '/tea/ /fr/tea/ /pt-br/tea/',
      4: '/ /fr/',
      5: '/ /fr/',
    });
    expect(found(entries)).toEqual({});
  });
});
