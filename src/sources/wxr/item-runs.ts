import { shortHash } from '../../core/hash.js';
import { SecretMark } from '../../core/secret-mark.js';
import type { ByteWindow } from '../byte-window.js';
import type { ItemPlace } from '../item-index.js';
import type { KnownSegment, KnownSegments } from '../known-segments.js';
import { endsSegment } from '../segment-ends.js';
import type { ExportReader, SeenElement } from './export-reader.js';

/** So many bytes at its beginning name a run; no run is shorter. */
const NAMED_BY = 128;
/** A run of large items ends here, whatever they say. */
const MAX_BYTES = 1 << 20;
/** Numbers that are kept of each place. */
const WIDTH = 3;
const ANOTHER_ITEM = /^\s*<item[\s>]/;

/** What is known of a run of items beside its entries. */
interface ItemFacts {
  readonly bytes: number;
  readonly lines: number;
  /** Of all its bytes. */
  readonly mark: string;
  /** It ended because no item followed. */
  readonly isLast: boolean;
}

/** A run that is being read. */
interface OpenRun {
  readonly name: string;
  readonly offset: number;
  readonly line: number;
  readonly mark: SecretMark;
  /** Where the bytes end that have been marked or put aside. */
  markedTo: number;
  /** Bytes between two items, which belong to the run only where another item follows. */
  between: Buffer;
  /** Where its last item ends, in the file and in lines. */
  end: number;
  endLine: number;
  /** Of each public entry: its beginning and end below the offset, and its line. */
  readonly entries: number[];
  /** Of whatever is to be read again: how many entries come before it, and where to begin. */
  readonly others: number[];
}

/** A run that stands in the file as it did. */
export interface FoundRun {
  readonly run: KnownSegment;
  /** Its bounds in the window. */
  readonly from: number;
  readonly to: number;
  readonly line: number;
  readonly lines: number;
}

/** Something in a known run that is to be read again. */
export interface OtherItem {
  /** How many entries of the run come before it. */
  readonly entries: number;
  /** Where the reader has to be, from the beginning of the run. */
  readonly at: number;
  readonly lines: number;
}

/** Recognises runs of items by their bytes, and notes those that are read. */
export class ItemRuns {
  readonly #known: KnownSegments;
  readonly #reader: ExportReader;
  readonly #window: ByteWindow;
  readonly #size: number;
  /** A hash of how items are read, with which all names begin. */
  readonly #manner: string;
  /** Names of runs that have changed. */
  readonly #changed = new Set<string>();
  #open: OpenRun | undefined;

  /**
   * @param size of the file
   * @param manner everything beside an item's own bytes that decides what it is read as
   */
  constructor(
    known: KnownSegments,
    {
      reader,
      window,
      size,
      manner,
    }: {
      readonly reader: ExportReader;
      readonly window: ByteWindow;
      readonly size: number;
      readonly manner: string;
    },
  ) {
    this.#known = known;
    this.#reader = reader;
    this.#window = window;
    this.#size = size;
    this.#manner = shortHash(manner);
  }

  /**
   * Looks for a known run that begins with the item at `from` in the window, or else begins to note one.
   * @returns `more` where that cannot be told before more of the file has been read
   */
  at(from: number): FoundRun | 'more' | undefined {
    if (this.#open !== undefined) return undefined;
    const { bytes, length } = this.#window;
    if (from + NAMED_BY > length) return this.#hasMore ? 'more' : undefined;
    const name = this.#manner + shortHash(bytes.subarray(from, from + NAMED_BY));
    const run = this.#changed.has(name) ? undefined : this.#known.find(name);
    if (run !== undefined) {
      const { bytes: size, lines } = run.facts as ItemFacts;
      const to = from + size;
      if (to > length && this.#hasMore) return 'more';
      if (this.#isSame(run, from)) return { run, from, to, line: this.#reader.line, lines };
      this.#changed.add(name);
    }
    this.#begin(name, from);
    return undefined;
  }

  /** Called before bytes in front of the reader are let go. */
  beforeMore(): void {
    const open = this.#open;
    if (open === undefined) return;
    const { bytes, base } = this.#window;
    const { at } = this.#reader;
    open.between = Buffer.concat([open.between, bytes.subarray(open.markedTo - base, at)]);
    open.markedTo = base + at;
    if (open.between.length > MAX_BYTES) this.end();
  }

  /** How many entries of the run that is being noted are public. */
  get noted(): number {
    return this.#known.noted;
  }

  /**
   * Notes an item that has been read and given.
   * @param before what `noted` was when it had not been given
   * @param isNothing nothing is made of it, and nothing was to be said of it
   */
  add(element: SeenElement, before: number, isNothing: boolean): void {
    const open = this.#open;
    if (open === undefined) return;
    const { bytes, base } = this.#window;
    const item = bytes.subarray(element.offset - base, element.end - base);
    open.mark.add(open.between).add(bytes.subarray(open.markedTo - base, element.end - base));
    open.between = Buffer.alloc(0);
    open.markedTo = element.end;
    if (this.noted > before) {
      open.entries.push(element.offset - open.offset, element.end - open.offset, element.line - open.line);
    } else if (!isNothing) {
      // From the end of the item before on, so that what stands between them is looked at as well.
      open.others.push(before, open.end - open.offset, open.endLine - open.line);
    }
    open.end = element.end;
    open.endLine = this.#reader.line;
    const isFull = open.end - open.offset >= MAX_BYTES;
    if (isFull || endsSegment(item, this.#known.runLength)) this.#close(open, false);
  }

  /** Ends the run that is being noted: no item follows. */
  end(): void {
    if (this.#open !== undefined) this.#close(this.#open, true);
  }

  get #hasMore(): boolean {
    return this.#window.consumed < this.#size;
  }

  #begin(name: string, from: number): void {
    const { line } = this.#reader;
    const offset = this.#window.base + from;
    this.#open = {
      name,
      offset,
      line,
      mark: new SecretMark(this.#known.secret),
      markedTo: offset,
      between: Buffer.alloc(0),
      end: offset,
      endLine: line,
      entries: [],
      others: [],
    };
    this.#known.begin();
  }

  #close(open: OpenRun, isLast: boolean): void {
    this.#open = undefined;
    const bytes = open.end - open.offset;
    if (bytes < NAMED_BY) return;
    const facts: ItemFacts = { bytes, lines: open.endLine - open.line, mark: open.mark.end(), isLast };
    this.#known.end({ name: open.name, facts, places: [...open.entries, ...open.others] });
  }

  #isSame(run: KnownSegment, from: number): boolean {
    const { bytes: size, mark, isLast } = run.facts as ItemFacts;
    const { bytes, length } = this.#window;
    const to = from + size;
    if (to > length) return false;
    // What came last and does so no more is read once more, or each build would leave a run of its own behind it.
    const behind = bytes.toString('latin1', to, Math.min(length, to + NAMED_BY));
    if (isLast && ANOTHER_ITEM.test(behind)) return false;
    return new SecretMark(this.#known.secret).add(bytes.subarray(from, to)).end() === mark;
  }
}

/** Where an entry of a run is. */
export function placeIn({ places }: KnownSegment, index: number, offset: number, line: number): ItemPlace {
  const at = index * WIDTH;
  const [from = 0, to = 0, lines = 0] = places.subarray(at, at + WIDTH);
  return { offset: offset + from, end: offset + to, line: line + lines };
}

/** What in a run is to be read again, in the order of the file. */
export function* othersIn({ places, size }: KnownSegment): Iterable<OtherItem> {
  for (let index = size * WIDTH; index < places.length; index += WIDTH) {
    const [entries = 0, at = 0, lines = 0] = places.subarray(index, index + WIDTH);
    yield { entries, at, lines };
  }
}
