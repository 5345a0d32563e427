import { statSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../../core/hash.js';
import type { RawSite } from '../port.js';
import type { EntryContext } from './entry.js';

/** Marks of the files of a folder: name, size and time stand for what is in them. */
export class FileMarks {
  readonly #root: string;
  readonly #sureBefore: number;
  /** Of everything beside the file itself that an entry is made with. */
  readonly #head: string;

  /** @param sureBefore milliseconds: a file changed later has no mark, since it may change once more unseen */
  constructor({ layout, options, timeZone }: EntryContext, site: RawSite, sureBefore: number) {
    this.#root = layout.root;
    this.#sureBefore = sureBefore;
    this.#head = shortHash(JSON.stringify([layout, options, timeZone, site]));
  }

  markOf(path: string): string | undefined {
    const found = statSync(join(this.#root, path), { throwIfNoEntry: false });
    if (found === undefined || Math.max(found.mtimeMs, found.ctimeMs) >= this.#sureBefore) return undefined;
    return `${this.#head} ${path} ${found.size} ${found.mtimeMs} ${found.ino}`;
  }
}
