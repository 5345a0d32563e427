import type { RawEntry, SourceItem } from './port.js';

/** The position of an entry in the file. */
export interface ItemPlace {
  readonly offset: number;
  readonly end: number;
  readonly line: number;
}

/** Byte ranges of all entries of a file by key. */
export class ItemIndex {
  readonly #places = new Map<string, ItemPlace>();

  /** Records an entry; of two positions of a key the later one counts. */
  set(key: string, { offset, end, line }: ItemPlace): void {
    this.#places.set(key, { offset, end, line });
  }

  /** Positions of the wanted entries in the order of the file; unknown keys are skipped. */
  places(wanted: ReadonlySet<string>): readonly ItemPlace[] {
    const found: ItemPlace[] = [];
    for (const key of wanted) {
      const place = this.#places.get(key);
      if (place !== undefined) found.push(place);
    }
    return found.sort((a, b) => a.offset - b.offset);
  }
}

/** The wanted entries of a complete reading. */
export async function* entriesAmong(
  items: AsyncIterable<SourceItem>,
  wanted: ReadonlySet<string>,
): AsyncGenerator<RawEntry> {
  for await (const item of items) {
    if (item.kind === 'entry' && wanted.has(item.entry.key)) yield item.entry;
  }
}
