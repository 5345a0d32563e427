import { canonicalElsewhere } from '../site/canonical.js';
import { dateEntry, type LastDeployment, publishedAt } from '../site/history.js';
import type { BuildEntry } from './build-entry.js';
import { type PlaceOptions, placeEntries } from './place.js';

interface ListOptions extends PlaceOptions {
  readonly past: LastDeployment | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The site's own language. */
  readonly lang: string;
  /** Languages that may be the first part of an address. */
  readonly languages: readonly string[];
  /** True for a source whose folders divide its entries, by its number. */
  isFolder(source: number): boolean;
}

/** Lists the public entries of a build, ascending by id, and determines their publication dates and languages. */
export function listEntries(scanned: readonly BuildEntry[], options: ListOptions): readonly BuildEntry[] {
  const entries = placeEntries(scanned, options);
  for (const entry of entries) announce(entry, options);
  return entries;
}

function announce(entry: BuildEntry, options: ListOptions): void {
  const { past, now, lang, languages, baseUrl, sourceBases } = options;
  const { id, path, sourcePublished: published, sourceModified: modified, sourceLang, canonical } = entry;
  const bases = [baseUrl, sourceBases[entry.source]] as const;
  entry.announce({
    published: publishedAt({ id, published, modified }, past, now),
    dated: published !== undefined || modified !== undefined,
    lang: langOf({ path, sourceLang }, { languages, lang }),
    section: entry.section ?? (options.isFolder(entry.source) ? '' : undefined),
    canonical: canonical === undefined ? undefined : canonicalElsewhere(canonical, baseUrl + path, bases),
  });
}

/** The language of an entry: its source's, else its address's, else the site's. */
export function langOf(
  { path, sourceLang }: { readonly path: string; readonly sourceLang: string | undefined },
  { languages, lang }: Pick<ListOptions, 'languages' | 'lang'>,
): string {
  return sourceLang ?? (languages.length === 0 ? undefined : languageOf(path, languages)) ?? lang;
}

/**
 * Dates a converted entry by the last build's records.
 * @param now the `changeTime` of this build
 */
export function dateConverted(entry: BuildEntry, past: LastDeployment | undefined, now: number): void {
  const { id, type, path, hash, dated, sourceModified: modified } = entry;
  const published = dated ? entry.published : undefined;
  entry.date(dateEntry({ id, type, path, hash, published, modified }, past, now));
}

/** `/fr/the/` is French on a site that lists `fr`. */
function languageOf(path: string, languages: readonly string[]): string | undefined {
  const first = path.split(/[/?]/)[1]?.toLowerCase();
  return languages.find((lang) => lang.toLowerCase() === first);
}
