import { canonicalElsewhere } from '../site/canonical.js';
import { dateEntry, datesOf, type Past, publishedAt } from '../site/history.js';
import type { EntryTable } from './entry-table.js';
import type { ListedEntry } from './listed-entry.js';
import { type PlaceOptions, placeEntries } from './place.js';

export interface ListOptions extends PlaceOptions {
  readonly past: Past | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The site's own language. */
  readonly lang: string;
  /** Languages that may stand as the first part of an address. */
  readonly languages: readonly string[];
}

/** Places the public entries of a build, ascending by id, and says when they were published and in which language. */
export function listEntries(table: EntryTable, options: ListOptions): readonly ListedEntry[] {
  const entries = placeEntries(table.entries(), options);
  for (const entry of entries) announce(entry, options);
  table.endPlacing();
  return entries;
}

function announce(entry: ListedEntry, options: ListOptions): void {
  const { past, now, lang, languages, baseUrl, sourceBases } = options;
  const { path, sourcePublished, sourceModified: modified, sourceLang } = entry;
  const published = publishedAt({ id: entry.id, published: sourcePublished, modified }, past, now);
  const dated = sourcePublished !== undefined || modified !== undefined;
  entry.announce({ published, dated }, langOf({ path, sourceLang }, { languages, lang }));
  const { canonical } = entry;
  if (canonical === undefined) return;
  const own = baseUrl + path;
  entry.settleCanonical(canonicalElsewhere(canonical, own, [baseUrl, sourceBases[entry.source]]));
}

/** The language of an entry: as its source says, else as its address does, else the site's. */
export function langOf(
  { path, sourceLang }: { readonly path: string; readonly sourceLang: string | undefined },
  { languages, lang }: Pick<ListOptions, 'languages' | 'lang'>,
): string {
  return sourceLang ?? (languages.length === 0 ? undefined : languageOf(path, languages)) ?? lang;
}

/**
 * Dates entries that have been converted, by what the last build knew of them.
 * @param now the `changeTime` of this build
 * @param isKept whether the entry of a slot has the path and hash that `past` knows
 */
export function dateEntries(
  entries: readonly ListedEntry[],
  past: Past | undefined,
  now: number,
  isKept: (slot: number) => boolean = () => false,
): void {
  for (const [slot, entry] of entries.entries()) {
    const { type, dated, sourceModified: modified } = entry;
    const published = dated ? entry.published : undefined;
    const before = isKept(slot) ? past?.entries.get(entry.id) : undefined;
    if (before === undefined) {
      const { id, path, hash } = entry;
      entry.date(dateEntry({ id, type, path, hash, published, modified }, past, now));
    } else {
      const compared = { before, isChanged: false, isMoved: before.type !== type, hasPast: true };
      entry.date(datesOf({ published, modified }, compared, now));
    }
  }
}

/** `/fr/the/` is French on a site that lists `fr`. */
function languageOf(path: string, languages: readonly string[]): string | undefined {
  const first = path.split(/[/?]/)[1]?.toLowerCase();
  return languages.find((lang) => lang.toLowerCase() === first);
}
