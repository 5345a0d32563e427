import { TextStore } from '../core/text-store.js';
import { dateEntry, type Past } from '../model/history.js';
import { ListedEntry } from './listed-entry.js';
import { type Placed, type PlaceOptions, placeCandidates } from './place.js';
import type { Candidate } from './survey.js';

export interface ListOptions extends PlaceOptions {
  readonly past: Past | undefined;
  /** Unix seconds. */
  readonly now: number;
  /** The site's own language. */
  readonly lang: string;
  /** Languages that may stand as the first part of an address. */
  readonly languages: readonly string[];
}

/**
 * The public entries of a build with their addresses and dates, ascending by id. From here on they are held in
 * this form alone; whoever calls should let go of the candidates.
 */
export function listEntries(candidates: Iterable<Candidate>, options: ListOptions): readonly ListedEntry[] {
  const texts = new TextStore();
  return placeCandidates(candidates, options).map((placed) => list(placed, options, texts));
}

function list(placed: Placed, { past, now, lang, languages }: ListOptions, texts: TextStore): ListedEntry {
  const { candidate, address } = placed;
  const { id, type, hash, published, modified } = candidate;
  const { path } = address;
  const dates = dateEntry({ id, type, path, hash, published, modified }, past, now);
  return new ListedEntry(
    { placed, dates, lang: candidate.lang ?? languageOf(path, languages) ?? lang },
    texts,
  );
}

/** `/fr/the/` is French on a site that lists `fr`. */
function languageOf(path: string, languages: readonly string[]): string | undefined {
  const first = path.split(/[/?]/)[1]?.toLowerCase();
  return languages.find((lang) => lang.toLowerCase() === first);
}
