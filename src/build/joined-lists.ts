import { shortHash } from '../core/hash.js';
import type { FileFacts } from '../deploy/file-facts.js';
import type { FileJoiner } from '../deploy/file-joiner.js';
import type { Output } from '../deploy/output.js';
import { joinItems, restItemFile } from '../documents/rest-api.js';
import type { Body, SurfaceContext } from '../documents/surface.js';
import type { IndexEntry } from '../site/entry.js';
import type { JoinedFiles, ListRecord } from './cache/joined-files.js';
import type { ListedEntry } from './listed-entry.js';

/** Where a build keeps files, and what it knows of the last one's. */
export interface JoinedListsOptions {
  readonly output: Output;
  readonly joined: JoinedFiles;
  /** Joins lists beside this thread; undefined where that does not pay. */
  readonly joiner: FileJoiner | undefined;
}

/** A list, and the facts of its file once it is there. */
interface StartedList extends Pick<ListRecord, 'key'> {
  readonly file: string;
  readonly facts: FileFacts | undefined | Promise<FileFacts | undefined>;
}

/** Writes the lists of the read API, which are joined from files of entries and hold nothing else. */
export class JoinedLists {
  readonly #ctx: SurfaceContext;
  readonly #options: JoinedListsOptions;
  readonly #begun: StartedList[] = [];

  constructor(ctx: SurfaceContext, options: JoinedListsOptions) {
    this.#ctx = ctx;
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
    const facts = isSame ? before.facts : (this.#joinBeside(file, entries) ?? output.put(file, render()));
    this.#begun.push({ file, key, facts });
  }

  /** Waits for lists that are joined beside this thread, and remembers all. */
  async settle(): Promise<void> {
    for (const { file, key, facts } of this.#begun) {
      const known = await facts;
      if (known !== undefined) this.#options.joined.setList(file, { key, facts: known });
    }
  }

  #joinBeside(file: string, entries: readonly IndexEntry[]): Promise<FileFacts | undefined> | undefined {
    const { output, joiner } = this.#options;
    const itemOf = (entry: IndexEntry) => ({ file: output.pathOf(restItemFile(this.#ctx, entry) ?? '') });
    return (
      joiner && output.putLater(file, (path) => joiner.join({ path, parts: [...joinItems(entries, itemOf)] }))
    );
  }
}
