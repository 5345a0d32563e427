import { dateEntry, type Past, publishedAt } from '../model/history.js';
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

function announce(entry: ListedEntry, { past, now, lang, languages }: ListOptions): void {
  const { sourcePublished, sourceModified: modified, sourceLang } = entry;
  const published = publishedAt({ id: entry.id, published: sourcePublished, modified }, past, now);
  const dated = sourcePublished !== undefined || modified !== undefined;
  const named = languages.length === 0 ? undefined : languageOf(entry.path, languages);
  entry.announce({ published, dated }, sourceLang ?? named ?? lang);
}

/** Dates entries that have been converted, by what the last build knew of them. */
export function dateEntries(entries: readonly ListedEntry[], past: Past | undefined, now: number): void {
  for (const entry of entries) {
    const { id, type, path, hash, dated, sourceModified: modified } = entry;
    const published = dated ? entry.published : undefined;
    entry.date(dateEntry({ id, type, path, hash, published, modified }, past, now));
  }
}

/** `/fr/the/` is French on a site that lists `fr`. */
export function languageOf(path: string, languages: readonly string[]): string | undefined {
  const first = path.split(/[/?]/)[1]?.toLowerCase();
  return languages.find((lang) => lang.toLowerCase() === first);
}
