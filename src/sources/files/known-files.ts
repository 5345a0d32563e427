import { statSync } from 'node:fs';
import { join } from 'node:path';
import { shortHash } from '../../core/hash.js';
import type { KnownEntries, KnownEntry, RawMedia, RawSite } from '../port.js';
import type { EntryContext } from './entry.js';

/** What an earlier build knows of a file. */
export interface KnownFile {
  /** Name, size and time, which stand for what is in the file; absent where they do not. */
  readonly mark?: string;
  readonly found?: KnownEntry | undefined;
}

/** Files of a folder that an earlier build has read and nobody has touched since. */
export class KnownFiles {
  readonly #known: KnownEntries;
  readonly #root: string;
  /** By path, since a file is looked at once for what it says and once for its address. */
  readonly #marks = new Map<string, string | undefined>();
  /** Of everything beside the file itself that an entry is made with. */
  readonly #head: string;

  /** @param folder the site, and the media of its folder */
  constructor(
    known: KnownEntries,
    { layout, options, timeZone }: EntryContext,
    [site, media]: readonly [RawSite, readonly RawMedia[]],
  ) {
    this.#known = known;
    this.#root = layout.root;
    const { library, ...rest } = layout;
    // An entry names an image by its id; what else is known of the image is looked up when the entry is converted.
    const images = media.map(({ id, url }) => [id, url]);
    const others = library && { ...library, media: undefined };
    this.#head = shortHash(JSON.stringify([rest, others, images, options, timeZone, site]));
  }

  /** @param path from the source's root, with `/` */
  look(path: string): KnownFile {
    if (!this.#marks.has(path)) this.#marks.set(path, this.#markOf(path));
    const mark = this.#marks.get(path);
    return mark === undefined ? {} : { mark, found: this.#known.find(mark) };
  }

  #markOf(path: string): string | undefined {
    const found = statSync(join(this.#root, path), { throwIfNoEntry: false });
    // A file changed later may change once more unseen.
    if (found === undefined || Math.max(found.mtimeMs, found.ctimeMs) >= this.#known.sureBefore)
      return undefined;
    return `${this.#head} ${path} ${found.size} ${found.mtimeMs} ${found.ino}`;
  }
}
