import type { FileHandle } from 'node:fs/promises';
import { planBatches } from '../batches.js';
import type { ItemPlace } from '../item-index.js';
import type { RawEntry } from '../port.js';
import { ElementScanner } from './element-scanner.js';
import type { EntryContext } from './entry.js';
import { Fields } from './fields.js';
import { inspectBytes } from './inspect-bytes.js';
import { readItem } from './item.js';
import type { NameTable } from './names.js';
import type { TextReader } from './text-reader.js';

/** The facts about a file from a full reading that a second one needs. */
export interface FileFacts {
  readonly names: NameTable;
  readonly text: TextReader;
}

/** Reads just the items at the given places, in the order of the file. */
export async function* readItemsAt(
  handle: FileHandle,
  places: Iterable<ItemPlace>,
  facts: FileFacts,
  context: EntryContext,
): AsyncGenerator<RawEntry> {
  const scanner = new ElementScanner(facts.names);
  // One shared buffer: an entry's texts are decoded before it is yielded, and nothing points into it afterwards.
  let bytes = Buffer.alloc(0);
  for (const batch of planBatches(places)) {
    const size = batch.end - batch.offset;
    if (bytes.length < size) bytes = Buffer.allocUnsafe(size);
    const { bytesRead } = await handle.read(bytes, 0, size, batch.offset);
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
