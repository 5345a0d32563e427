import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import { plainText } from '../../../content/html/plain.js';
import { batches } from '../../../core/batches.js';
import { shortHash } from '../../../core/hash.js';
import type { EntryStatus, RawEntry } from '../../../sources/port.js';
import type { Storage } from '../../../storage/port.js';
import type { ContentIndexRow } from '../../../storage/rows/content.js';
import { addIndexed, indexedEntries, removeIndexed } from '../../../storage/tables/content-index.js';
import { foldText } from './words.js';

/** Statuses that a search finds (specification 8). */
export const SEARCHED: readonly EntryStatus[] = ['publish', 'private', 'draft', 'pending', 'future'];

/** Entries that are written at a time. */
const BATCH = 20;
/** Places within one second of modification. */
const PLACES = 2 ** 20;
/** The last second whose places are exact numbers. */
const LAST_SECOND = Math.floor(Number.MAX_SAFE_INTEGER / PLACES) - 1;

/** What an update of the index did. */
export interface IndexUpdate {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Brings the search index up to date after a build: only entries that are new or have changed are read. Several
 * processes may do so at once.
 */
export async function updateContentIndex(storage: Storage, store: ContentStore): Promise<IndexUpdate> {
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
  let rows: ContentIndexRow[] = [];
  const write = async () => {
    const batch = rows;
    rows = [];
    written += batch.length;
    await storage.write((db) => addIndexed(db, batch));
  };
  for await (const { entry, raw } of store.readMany(stamps.keys())) {
    const place = placeOf(entry, taken);
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

/** Of everything in the row of an entry. */
function stampOf({ stamp, type, status, title, url, modified, published }: ContentEntry): string {
  return shortHash(JSON.stringify([stamp, type, status, title, url, modified, published]));
}

/**
 * Where an entry stands in the order of the index: by its modification, then by its id. The order of the table is
 * that of the answers, so that a search may stop when it has found enough.
 */
function placeOf({ id, modified, published }: ContentEntry, taken: Set<number>): number {
  const second = Math.min(LAST_SECOND, Math.max(0, Math.trunc(modified ?? published ?? 0)));
  let number = id % PLACES;
  while (taken.has(second * PLACES + number)) number = (number + 1) % PLACES;
  const place = second * PLACES + number;
  taken.add(place);
  return place;
}

function toRow(
  { id, type, status, title, url }: ContentEntry,
  raw: RawEntry,
  { place, stamp }: Pick<ContentIndexRow, 'place' | 'stamp'>,
): ContentIndexRow {
  const words = foldText([title, plainText(raw.excerpt), bodyText(raw)].join('\n'));
  return { place, post_id: id, type, status, title: title.replaceAll('\u0000', ' '), url, stamp, words };
}

/** What a reader sees of a body; Markdown is near enough to that as it is. */
function bodyText({ body, format }: RawEntry): string {
  return format === 'markdown' ? body : plainText(body);
}
