import { join, sep } from 'node:path';
import { shortHash } from '../../core/hash.js';
import { SecretMark } from '../../core/secret-mark.js';
import { lastChange, STAT_NUMBERS, statFile } from '../file-stat.js';
import type { KnownSegment, KnownSegments, LookupAnswer } from '../known-segments.js';
import type { RawAuthor, RawMedia, RawSite } from '../port.js';
import { endsSegment } from '../segment-ends.js';
import type { EntryContext } from './entry.js';

/** A run of files is shorter than one of items by so much: opening a file takes a while. */
const SHORTER = 2;
/** Numbers that are kept of a file that is to be read again. */
const WIDTH = 2;

/** What is known of a run of files beside its entries. */
interface FileFacts {
  readonly files: number;
  /** Of the names, sizes and times of all its files. */
  readonly mark: string;
  /** It ended because no file followed. */
  readonly isLast: boolean;
  /** What its entries were told of others. */
  readonly asked: readonly LookupAnswer[];
  /** Each author with the first entry that names it. */
  readonly authors: readonly (readonly [entry: number, author: RawAuthor])[];
}

/** Neighbouring files that are known as a whole, or are read. */
export interface Stretch {
  /** Bounds in the list of files. */
  readonly from: number;
  readonly to: number;
  /** The run that the last build made of them; undefined where one of them has changed. */
  readonly run: KnownSegment | undefined;
  /** Name and mark under which the next build finds them; undefined where it has to read them again. */
  readonly own: { readonly name: string; readonly mark: string; readonly isLast: boolean } | undefined;
}

/** Returns all files as one stretch that no earlier build has read. */
export function allOf(files: readonly string[]): Stretch {
  return { from: 0, to: files.length, run: undefined, own: undefined };
}

/** Files of a folder that an earlier build has read and nobody has touched since, run by run. */
export class FileRuns {
  readonly #known: KnownSegments;
  /** What comes before the name of each file. */
  readonly #start: string;
  readonly #files: readonly string[];
  /** A hash of everything beside the file itself that an entry is made with, with which all names begin. */
  readonly #manner: string;

  /** @param folder the site, the media of its folder, and what stands for other files that its pages depend on */
  constructor(
    known: KnownSegments,
    files: readonly string[],
    { layout, options, timeZone, privacy }: EntryContext,
    [site, media, tables]: readonly [RawSite, readonly RawMedia[], unknown],
  ) {
    this.#known = known;
    this.#files = files;
    this.#start = join(layout.root, sep);
    const { library, ...rest } = layout;
    // An entry names an image by its id; what else is known of the image is looked up when the entry is converted.
    const images = media.map(({ id, url }) => [id, url]);
    const others = library && { ...library, media: undefined };
    this.#manner = shortHash(
      JSON.stringify([rest, others, images, options, timeZone, site, privacy, tables]),
    );
  }

  /** All files in their order. */
  stretches(): readonly Stretch[] {
    const stretches: Stretch[] = [];
    for (let from = 0; from < this.#files.length; ) {
      const name = this.#manner + shortHash(this.#files[from] ?? '');
      const stretch = this.#knownFrom(from, name) ?? this.#newFrom(from, name);
      stretches.push(stretch);
      from = stretch.to;
    }
    return stretches;
  }

  #knownFrom(from: number, name: string): Stretch | undefined {
    const run = this.#known.find(name);
    if (run === undefined) return undefined;
    const { files, mark, isLast } = run.facts as FileFacts;
    const to = from + files;
    if (to > this.#files.length || (isLast && to < this.#files.length)) return undefined;
    if (this.#markBetween(from, to) !== mark) return undefined;
    // Where it is told something else of other files, it is read and noted once more.
    return { from, to, run, own: { name, mark, isLast } };
  }

  #newFrom(from: number, name: string): Stretch {
    const length = Math.max(1, this.#known.runLength / SHORTER);
    let to = from;
    let isLast = true;
    while (to < this.#files.length && isLast) {
      isLast = !endsSegment(Buffer.from(this.#files[to] ?? ''), length);
      to += 1;
    }
    const mark = this.#markBetween(from, to);
    return { from, to, run: undefined, own: mark === undefined ? undefined : { name, mark, isLast } };
  }

  /** What stands for all that is in some files; undefined where a file may change once more unseen. */
  #markBetween(from: number, to: number): string | undefined {
    const { looked, sureBefore, secret } = this.#known;
    const numbers = new Float64Array((to - from) * STAT_NUMBERS);
    let names = '';
    for (let at = from; at < to; at++) {
      const path = this.#files[at] ?? '';
      const look = looked.get(this.#start + path) ?? statFile(this.#start + path);
      if (look === undefined || lastChange(look) >= sureBefore) return undefined;
      numbers.set(look, (at - from) * STAT_NUMBERS);
      names += `${path}\0`;
    }
    return new SecretMark(secret).add(Buffer.from(names)).add(new Uint8Array(numbers.buffer)).end();
  }
}

/** Notes a run while its files are read. */
export class FileRunNotes {
  readonly #known: KnownSegments;
  readonly #places: number[] = [];
  readonly #others: number[] = [];
  readonly #asked = new Map<string, string | null>();
  readonly #authors = new Map<string, readonly [number, RawAuthor]>();

  constructor(known: KnownSegments) {
    this.#known = known;
    known.begin();
  }

  get noted(): number {
    return this.#known.noted;
  }

  /**
   * Notes a file that something was made of, once that has been given.
   * @param at which file of the run it is
   * @param before what `noted` was when it had not been given
   */
  add(at: number, before: number, authors: readonly RawAuthor[], asked: readonly LookupAnswer[]): void {
    if (this.noted === before) {
      this.#others.push(before, at);
      return;
    }
    this.#places.push(at);
    for (const author of authors) {
      if (!this.#authors.has(author.key)) this.#authors.set(author.key, [before, author]);
    }
    for (const [question, answer] of asked) this.#asked.set(question, answer);
  }

  /** Ends the run, where the next build can know it. */
  end({ from, to, own }: Stretch): void {
    if (own === undefined) return;
    const { name, mark, isLast } = own;
    const [asked, authors] = [[...this.#asked], [...this.#authors.values()]];
    const facts: FileFacts = { files: to - from, mark, isLast, asked, authors };
    this.#known.end({ name, facts, places: [...this.#places, ...this.#others] });
  }
}

/** What the entries of a run were told of others. */
export function askedIn({ facts }: KnownSegment): readonly LookupAnswer[] {
  return (facts as FileFacts).asked;
}

/**
 * The addresses of a run's files, by their place in it: empty for an entry that has none, null for a file that is no
 * entry, undefined for one that is to be read again.
 */
export function addressesIn(run: KnownSegment): readonly (string | null | undefined)[] {
  const addresses: (string | null | undefined)[] = new Array((run.facts as FileFacts).files).fill(null);
  for (const [, file] of othersIn(run)) addresses[file] = undefined;
  for (let index = 0; index < run.size; index++) addresses[run.places[index] ?? 0] = run.urlOf(index);
  return addresses;
}

/** Authors whom entries of a run are the first in it to name. */
export function authorsIn({ facts }: KnownSegment, from: number, to: number): readonly RawAuthor[] {
  const { authors } = facts as FileFacts;
  return authors.flatMap(([entry, author]) => (entry >= from && entry < to ? [author] : []));
}

/** Files of a run that are to be read again: how many entries come before each, and which it is. */
export function* othersIn({
  places,
  size,
}: KnownSegment): Iterable<readonly [entries: number, file: number]> {
  for (let at = size; at < places.length; at += WIDTH) yield [places[at] ?? 0, places[at + 1] ?? 0];
}
