/** The fields of an entry that are needed to find its translations. */
export interface Translatable {
  readonly id: number;
  readonly type: string;
  readonly lang: string;
  /** Below the base, percent-encoded. */
  readonly path: string;
  /** The key that its translations share, where the source has one. */
  readonly translationKey: string | undefined;
}

/** One version of a page. */
export interface Translation {
  readonly id: number;
  readonly lang: string;
  /** Below the base, percent-encoded. */
  readonly path: string;
}

/**
 * Finds translations: entries with the same translation key, and on a site that has
 * languages as first parts of addresses, those whose addresses differ in nothing else (`/fr/tea/` and `/tea/`).
 * A second entry of a language is not part of the set; the lower id wins.
 * @param entries ascending by id
 * @param languages possible first parts of an address
 * @returns the whole set by the id of each of its members, by language; entries without translations are absent
 */
export function findTranslations(
  entries: Iterable<Translatable>,
  languages: readonly string[],
): ReadonlyMap<number, readonly Translation[]> {
  const sets = new Map<string, Map<string, Translation>>();
  for (const entry of entries) {
    const { translationKey } = entry;
    if (translationKey === undefined && languages.length === 0) continue;
    const { id, type, lang, path } = entry;
    const key = translationKey === undefined ? plainPath(path, languages) : `key ${translationKey}`;
    const name = `${type} ${key}`;
    const set = sets.get(name) ?? new Map();
    if (!set.has(lang)) set.set(lang, { id, lang, path });
    sets.set(name, set);
  }
  const found = new Map<number, readonly Translation[]>();
  for (const set of sets.values()) {
    if (set.size < 2) continue;
    const versions = [...set.values()].sort((a, b) => (a.lang < b.lang ? -1 : 1));
    for (const { id } of versions) found.set(id, versions);
  }
  return found;
}

function plainPath(path: string, languages: readonly string[]): string {
  const [, first = '', rest = '/'] = /^\/([^/?]*)(.*)$/.exec(path) ?? [];
  const isLanguage = languages.some((lang) => lang.toLowerCase() === first.toLowerCase());
  return `path ${isLanguage ? rest || '/' : path}`;
}
