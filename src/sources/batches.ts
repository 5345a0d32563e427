import type { ItemPlace } from './item-index.js';

/** Places nearer to each other than this are read in one go. */
const MAX_GAP = 64 * 1024;
const MAX_BATCH = 1 << 20;

/** Places that are read together, with the range that covers them. */
export interface Batch {
  readonly offset: number;
  end: number;
  readonly places: ItemPlace[];
}

/** Groups neighbouring places, given in the order of the file, so that many wanted entries cost few reads. */
export function planBatches(places: readonly ItemPlace[]): Batch[] {
  const batches: Batch[] = [];
  for (const place of places) {
    const last = batches.at(-1);
    const joins =
      last !== undefined && place.offset - last.end <= MAX_GAP && place.end - last.offset <= MAX_BATCH;
    if (joins) {
      last.end = place.end;
      last.places.push(place);
    } else batches.push({ offset: place.offset, end: place.end, places: [place] });
  }
  return batches;
}
