import type { IndexEntry } from '../site/site.js';
import type { Translation } from '../site/translations.js';
import type { DocumentContext } from './document-row.js';

/** A version of a page in a language. */
export interface Alternate {
  /** A language tag, or `x-default` for readers of any other language. */
  readonly hreflang: string;
  /** Absolute URL. */
  readonly href: string;
}

/**
 * Every version of a page, including itself, and last the one for readers of other languages: that in the site's
 * own language.
 * @returns nothing for a page without translations
 * @see https://developers.google.com/search/docs/specialty/international/localized-versions
 */
export function alternatesOf(
  ctx: Pick<DocumentContext, 'site' | 'translationsOf'>,
  entry: IndexEntry,
): readonly Alternate[] {
  const versions = ctx.translationsOf?.(entry) ?? [];
  const alternates = versions.map(({ lang, path }) => {
    return { hreflang: lang.replaceAll('_', '-'), href: ctx.site.baseUrl + path };
  });
  const isOwn = (part: (lang: string) => string) => (version: Translation) =>
    part(version.lang) === part(ctx.site.lang);
  const own = versions.find(isOwn(String)) ?? versions.find(isOwn(baseOf));
  const standard = own && alternates[versions.indexOf(own)];
  return standard === undefined ? alternates : [...alternates, { ...standard, hreflang: 'x-default' }];
}

function baseOf(lang: string): string {
  return lang.toLowerCase().split(/[-_]/, 1)[0] ?? '';
}
