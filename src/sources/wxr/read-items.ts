import type { FileHandle } from 'node:fs/promises';
import type { RawEntry } from '../port.js';
import { ElementScanner } from './element-scanner.js';
import type { EntryContext } from './entry.js';
import { Fields } from './fields.js';
import { inspectBytes } from './inspect-bytes.js';
import { readItem } from './item.js';
import type { ItemPlace } from './item-index.js';
import type { NameTable } from './names.js';
import type { TextReader } from './text-reader.js';

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

/** What a full reading learned about the file and a second one needs again. */
export interface FileFacts {
  readonly names: NameTable;
  readonly text: TextReader;
}

/** Reads just the items at the given places, in the order of the file. */
export async function* readItemsAt(
  handle: FileHandle,
  places: readonly ItemPlace[],
  facts: FileFacts,
  context: EntryContext,
): AsyncGenerator<RawEntry> {
  const scanner = new ElementScanner(facts.names);
  for (const batch of planBatches(places)) {
    const bytes = Buffer.allocUnsafe(batch.end - batch.offset);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, batch.offset);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (const place of batch.places) {
      const at = place.offset - batch.offset;
      const found = scanner.scan(bytes, at, bytesRead, batch.offset);
      if (found === undefined) return;
      const { controls, returns } = inspectBytes(view, at, found.end);
      const element = { ...place, node: found.node, flags: { controls: controls > 0, returns: returns > 0 } };
      const item = readItem(new Fields(element, bytes, facts.text), context);
      if (item?.kind === 'entry') yield item.entry;
    }
  }
}
