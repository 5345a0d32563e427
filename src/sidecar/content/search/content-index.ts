import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import { plainText } from '../../../content/html/text.js';
import { batches } from '../../../core/batches.js';
import { shortHash } from '../../../core/hash.js';
import type { ContentType } from '../../../site/site.js';
import type { EntryStatus, RawEntry } from '../../../sources/port.js';
import type { Storage } from '../../../storage/port.js';
import type { Tables } from '../../../storage/schema.js';
import {
  addIndexed,
  indexedEntries,
  removeIndexed,
  searchIndex,
} from '../../../storage/tables/content-index.js';

/** Normalises text for comparison: ignores case and Unicode forms, and replaces U+0000, which databases reject. */
function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\u0000', ' ');
}

/** Maximum number of words in a search. */
const MAX_WORDS = 20;
/** Maximum length of a search in characters. */
const MAX_SEARCH = 500;

/** Returns the words of a search without duplicates, normalised like the index. */
export function searchWords(search: string): readonly string[] {
  const folded = foldText(search.slice(0, MAX_SEARCH));
  return [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, MAX_WORDS);
}

/** Statuses included in a search (spec section 8). */
export const SEARCHED: readonly EntryStatus[] = ['publish', 'private', 'draft', 'pending', 'future'];

/** Number of entries written per transaction. */
const BATCH = 20;
/** Number of places within one second of modification. */
const PLACES = 2 ** 20;
/** The last second whose places are safe integers. */
const LAST_SECOND = Math.floor(Number.MAX_SAFE_INTEGER / PLACES) - 1;

/** The result of an index update. */
interface IndexUpdate {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Updates the search index after a build. Reads only new and changed entries. Several processes may do this
 * concurrently.
 * @param now Unix seconds
 */
export async function updateContentIndex(
  storage: Storage,
  store: ContentStore,
  now: number,
): Promise<IndexUpdate> {
  const before = new Map((await indexedEntries(storage.db)).map((row) => [row.post_id, row]));
  const gone = new Set(before.keys());
  const stamps = new Map<number, string>();
  let unchanged = 0;
  for (const entry of store.entries()) {
    if (!SEARCHED.includes(entry.status) || entry.type === 'attachment') continue;
    const stamp = stampOf(entry);
    if (before.get(entry.id)?.stamp === stamp) {
      gone.delete(entry.id);
      unchanged += 1;
    } else stamps.set(entry.id, stamp);
  }
  const removed = [...gone].filter((id) => !stamps.has(id)).length;
  await inBatches([...gone], (ids) => storage.write((db) => removeIndexed(db, ids)));
  const taken = new Set(
    [...before.values()].filter(({ post_id }) => !gone.has(post_id)).map((row) => row.place),
  );
  let written = 0;
  let rows: Tables['content_index'][] = [];
  const write = async () => {
    const batch = rows;
    rows = [];
    written += batch.length;
    await storage.write((db) => addIndexed(db, batch));
  };
  for await (const { entry, raw } of store.readMany(stamps.keys())) {
    const place = placeOf(entry, now, taken);
    rows.push(toRow(entry, raw, { place, stamp: stamps.get(entry.id) ?? '' }));
    if (rows.length === BATCH) await write();
  }
  await write();
  return { written, removed, unchanged };
}

async function inBatches(
  ids: readonly number[],
  work: (ids: readonly number[]) => Promise<unknown>,
): Promise<void> {
  for (const part of batches(ids, BATCH)) await work(part);
}

/** Returns a stamp of everything in the row of an entry. */
function stampOf({ stamp, type, status, title, url, modified, published }: ContentEntry): string {
  return shortHash(JSON.stringify([stamp, type, status, title, url, modified, published]));
}

/**
 * Returns the place of an entry in the index: ordered by modification, then by id. The table has the order of the
 * results, so that a search can stop when it has found enough.
 * @param now for an entry without dates, such as a new draft: its row is written when it has changed
 */
function placeOf({ id, modified, published }: ContentEntry, now: number, taken: Set<number>): number {
  const second = Math.min(LAST_SECOND, Math.max(0, Math.trunc(modified ?? published ?? now)));
  let number = id % PLACES;
  while (taken.has(second * PLACES + number)) number = (number + 1) % PLACES;
  const place = second * PLACES + number;
  taken.add(place);
  return place;
}

function toRow(
  { id, type, status, title, url }: ContentEntry,
  raw: RawEntry,
  { place, stamp }: Pick<Tables['content_index'], 'place' | 'stamp'>,
): Tables['content_index'] {
  const words = foldText([title, plainText(raw.excerpt), bodyText(raw)].join('\n'));
  return { place, post_id: id, type, status, title: title.replaceAll('\u0000', ' '), url, stamp, words };
}

/** Returns the visible text of a body. Markdown is close enough to it unchanged. */
function bodyText({ body, format }: RawEntry): string {
  return format === 'markdown' ? body : plainText(body);
}

/** Maximum number of rows (spec section 8). */
const MAX_TARGETS = 50;

/** A row of `GET /preview/targets` (spec section 2.2). */
interface TargetRow {
  readonly id: number;
  readonly type: string;
  /** Plural name of the type. */
  readonly typeLabel: string;
  readonly label: string;
  readonly status: string;
  readonly url: string;
}

/**
 * Finds entries that can be previewed, last modified first. Every word of the search has to occur in the title, the
 * excerpt or the body of an entry, ignoring case; an empty search finds all entries.
 * @param types that are visible to agents
 */
export async function findTargets(
  storage: Pick<Storage, 'db' | 'capabilities'>,
  types: readonly ContentType[],
  search: string,
): Promise<readonly TargetRow[]> {
  const found = await searchIndex(storage, {
    words: searchWords(search),
    types: types.map(({ slug }) => slug),
    statuses: SEARCHED,
    limit: MAX_TARGETS,
  });
  const plural = new Map(types.map((type) => [type.slug, type.plural]));
  return found.map(({ post_id, type, status, title, url }) => ({
    id: post_id,
    type,
    typeLabel: plural.get(type) ?? type,
    label: title || `(untitled #${post_id})`,
    status,
    url,
  }));
}
