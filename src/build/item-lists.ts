import { shortHash } from '../core/hash.js';
import type { FileFacts } from '../deploy/file-states.js';
import type { Body } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';
import type { BuildEntry } from './build-entry.js';
import type { Run } from './run.js';

/** The state file's record of a list. */
interface ListRow {
  /** Hash of the ids of its entries. */
  readonly key: string;
  readonly facts: FileFacts;
}

/**
 * Writes a list of the read API, which consists of the items of entries only. Keeps that of the last build when the
 * entries are the same and their items are unchanged: rendering it would mean reading all items.
 * @param render makes the list
 */
export function putItemList(
  { output, last, next }: Pick<Run, 'output' | 'last' | 'next'>,
  file: string,
  entries: readonly IndexEntry[],
  render: () => Body,
): void {
  const key = shortHash(entries.map(({ id }) => id).join());
  const before = last.get<ListRow>('list', file);
  const isSame =
    before?.key === key &&
    entries.every((entry) => (entry as BuildEntry).isReused) &&
    output.keep(file, before.facts);
  if (isSame) next.keep('list', file);
  else next.add('list', file, { key, facts: output.put(file, render()) });
}
