import { dateEntry, type Past } from '../model/history.js';
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

/** Places and dates the public entries of a build, ascending by id. */
export function listEntries(table: EntryTable, options: ListOptions): readonly ListedEntry[] {
  const entries = placeEntries(table.entries(), options);
  for (const entry of entries) date(entry, options);
  table.endPlacing();
  return entries;
}

function date(entry: ListedEntry, { past, now, lang, languages }: ListOptions): void {
  const { id, type, path, hash, sourcePublished: published, sourceModified: modified } = entry;
  const dates = dateEntry({ id, type, path, hash, published, modified }, past, now);
  entry.settle(dates, entry.sourceLang ?? languageOf(path, languages) ?? lang);
}

/** `/fr/the/` is French on a site that lists `fr`. */
function languageOf(path: string, languages: readonly string[]): string | undefined {
  const first = path.split(/[/?]/)[1]?.toLowerCase();
  return languages.find((lang) => lang.toLowerCase() === first);
}
