import type { ItemPlace } from './item-index.js';

/** Places closer to each other than this are read together. */
const MAX_GAP = 64 * 1024;
const MAX_BATCH = 1 << 20;

/** Places that are read together, with the range that covers them. */
export interface Batch {
  readonly offset: number;
  end: number;
  readonly places: ItemPlace[];
}

/** Groups neighbouring places, given in the order of the file, so that many wanted entries take few reads. */
export function* planBatches(places: Iterable<ItemPlace>): Generator<Batch> {
  let batch: Batch | undefined;
  for (const place of places) {
    const joins =
      batch !== undefined && place.offset - batch.end <= MAX_GAP && place.end - batch.offset <= MAX_BATCH;
    if (batch !== undefined && joins) {
      batch.end = place.end;
      batch.places.push(place);
      continue;
    }
    if (batch !== undefined) yield batch;
    batch = { offset: place.offset, end: place.end, places: [place] };
  }
  if (batch !== undefined) yield batch;
}
