import { join } from 'node:path';
import { shortHash } from '../../core/hash.js';
import { lastChange, statFile } from '../file-stat.js';
import type { KnownUnit, KnownUnits, LookupAnswer } from '../known-units.js';
import type { RawAuthor, RawMedia, RawSite } from '../port.js';
import type { EntryContext } from './entry.js';

/** The recorded data of a file besides its entry. */
interface FileRecord {
  /** The facts about other files that its entry depends on. */
  readonly asked: readonly LookupAnswer[];
  readonly authors: readonly RawAuthor[];
}

/** Recognises files that have not changed since the last build. */
export class FileUnits {
  readonly #root: string;
  /** Hash of everything besides the file itself that its entry depends on. */
  readonly #manner: string;

  /** @param others the site, the media of its folder, and fingerprints of other files that its pages depend on */
  constructor(
    private readonly known: KnownUnits,
    { layout, options, timeZone, privacy }: EntryContext,
    [site, media, tables]: readonly [RawSite, readonly RawMedia[], unknown],
  ) {
    this.#root = layout.root;
    const { library, ...rest } = layout;
    // An entry names an image by its id; the other facts of the image are looked up when the entry is converted.
    const images = media.map(({ id, url }) => [id, url]);
    const others = library && { ...library, media: undefined };
    this.#manner = shortHash(
      JSON.stringify([
        rest,
        layout.rules.print?.(),
        others,
        images,
        options,
        timeZone,
        site,
        privacy,
        tables,
      ]),
    );
  }

  /**
   * The fingerprint of a file; undefined for one that may change again within the same timestamp. Call it before
   * reading the file.
   */
  fingerprintOf(path: string): string | undefined {
    const found = statFile(join(this.#root, path));
    if (found === undefined || lastChange(found) >= this.known.sureBefore) return undefined;
    return `${this.#manner} ${found.join(' ')}`;
  }

  /** The last build's record of an unchanged file. */
  find(path: string): KnownUnit | undefined {
    const fingerprint = this.fingerprintOf(path);
    return fingerprint === undefined ? undefined : this.known.find(path, fingerprint);
  }
}

/** The data of a file besides its entry. */
export function factsOf({ facts }: KnownUnit): FileRecord {
  return facts as FileRecord;
}
