import type { ContentEntry, ContentStore } from '../../../build/content/port.js';
import { plainText } from '../../../content/html/plain.js';
import { batches } from '../../../core/batches.js';
import { shortHash } from '../../../core/hash.js';
import type { EntryStatus, RawEntry } from '../../../sources/port.js';
import type { Storage } from '../../../storage/port.js';
import type { ContentIndexRow } from '../../../storage/rows/content.js';
import { addIndexed, indexedEntries, removeIndexed } from '../../../storage/tables/content-index.js';
import { foldText } from './words.js';

/** Statuses included in a search (spec section 8). */
export const SEARCHED: readonly EntryStatus[] = ['publish', 'private', 'draft', 'pending', 'future'];

/** Number of entries written per transaction. */
const BATCH = 20;
/** Number of places within one second of modification. */
const PLACES = 2 ** 20;
/** The last second whose places are safe integers. */
const LAST_SECOND = Math.floor(Number.MAX_SAFE_INTEGER / PLACES) - 1;

/** The result of an index update. */
export interface IndexUpdate {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Updates the search index after a build. Reads only new and changed entries. Several processes may do this
 * concurrently.
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

/** Returns a stamp of everything in the row of an entry. */
function stampOf({ stamp, type, status, title, url, modified, published }: ContentEntry): string {
  return shortHash(JSON.stringify([stamp, type, status, title, url, modified, published]));
}

/**
 * Returns the place of an entry in the index: ordered by modification, then by id. The table has the order of the
 * results, so that a search can stop when it has found enough.
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

/** Returns the visible text of a body. Markdown is close enough to it unchanged. */
function bodyText({ body, format }: RawEntry): string {
  return format === 'markdown' ? body : plainText(body);
}
