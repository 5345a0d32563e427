import { shortHash } from '../core/hash.js';
import type { Output } from '../deploy/output.js';
import type { Body } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';
import type { JoinedFiles } from './cache/joined-files.js';
import type { ListedEntry } from './listed-entry.js';

/** The output of a build, and the lists of the last one. */
export interface JoinedListsOptions {
  readonly output: Output;
  readonly joined: JoinedFiles;
}

/** Writes the lists of the read API, which consist of the items of entries only. */
export class JoinedLists {
  readonly #options: JoinedListsOptions;

  constructor(options: JoinedListsOptions) {
    this.#options = options;
  }

  /**
   * Writes a list. Keeps the file of the last build when the entries are the same and their items are unchanged.
   * @param entries the listed entries
   * @param render creates the list
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
