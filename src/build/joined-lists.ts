import { shortHash } from '../core/hash.js';
import type { Output } from '../deploy/output.js';
import type { Body } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';
import type { JoinedFiles } from './cache/joined-files.js';
import type { ListedEntry } from './listed-entry.js';

/** Where a build keeps files, and what it knows of the last one's. */
export interface JoinedListsOptions {
  readonly output: Output;
  readonly joined: JoinedFiles;
}

/** Writes the lists of the read API, which are joined from files of entries and hold nothing else. */
export class JoinedLists {
  readonly #options: JoinedListsOptions;

  constructor(options: JoinedListsOptions) {
    this.#options = options;
  }

  /**
   * Hands in a list. It stays as it is while its entries are the same and nobody has touched their items.
   * @param entries those of the context that are listed
   * @param render makes the list where this thread has to
   */
  put(file: string, entries: readonly IndexEntry[], render: () => Body): void {
    const { output, joined } = this.#options;
    const key = shortHash(entries.map(({ id }) => id).join());
    const before = joined.list(file);
    const isSame =
      before?.key === key &&
      entries.every((entry) => (entry as ListedEntry).isReused) &&
      output.keep(file, before.facts);
    const facts = isSame ? before.facts : output.put(file, render());
    if (facts !== undefined) joined.setList(file, { key, facts });
  }
}
