import { textAt } from '../../core/text-store.js';
import type { GateContext } from '../../site/gate.js';
import type { KnownSegment } from '../../sources/known-segments.js';
import type { RawTermRef } from '../../sources/port.js';
import type { ScannedEntry } from '../scanned-entry.js';
import type { WordList } from './word-list.js';

/** What of a run is no column. */
export interface SegmentHead {
  /** Number of its source. */
  readonly source: number;
  /** Address of the site of its source, below which paths are; empty where that does not say. */
  readonly base: string;
  /** See `NewRun`. */
  readonly facts: unknown;
  /** Numbers of the types of its entries. */
  readonly types: readonly number[];
  /** When the last entry was published and when the first one expires, in Unix seconds; null where none does. */
  readonly latest: number | null;
  readonly soonest: number | null;
  /** Canonical addresses elsewhere, as the source has them, by the index of their entry. */
  readonly canonicals: Readonly<Record<number, string>>;
}

/** Bits of an entry. */
export const HAS_ID = 1;
export const LLMS = 2;
export const TOPICS = 4;
export const TRANSLATED = 8;
/** Its address is the base and a path; without the bit the path is all that the source says. */
export const ABSOLUTE = 16;

/** Places of the texts in an entry's record; the first three are those of the entry table. */
const KEY = 0;
const TITLE = 1;
const STAMP = 2;
const TRANSLATION = 3;

/** Columns of eight bytes: id, order in menus, and dates of the source, which are not numbers where there are none. */
export const WIDE = { id: 0, menuOrder: 1, published: 2, modified: 3 } as const;
/**
 * Columns of four bytes: places in `texts` and `urls`, numbers of words, 0 for no language; where in `lists` the
 * terms of an entry stand: how many, then their numbers; and the place of its path in `texts`, behind its record, or 0
 * where the address has to be looked at closely and stands in `urls`.
 */
export const NARROW = { record: 0, url: 1, type: 2, lang: 3, authors: 4, terms: 5, path: 6 } as const;
const WIDE_COLUMNS = Object.keys(WIDE).length;
const NARROW_COLUMNS = Object.keys(NARROW).length;

/** What a run begins with: sizes as 32-bit numbers, and its name. */
export const SIZE = { bytes: 0, entries: 1, lists: 2, places: 3, head: 4, texts: 5, urls: 6 } as const;
export const NAME_AT = 32;
export const COLUMNS_AT = 64;

/** Where the parts of a run begin. */
export function partsOf(sizes: Uint32Array) {
  const entries = sizes[SIZE.entries] ?? 0;
  const narrow = COLUMNS_AT + entries * WIDE_COLUMNS * 8;
  const lists = narrow + entries * NARROW_COLUMNS * 4;
  const places = lists + (sizes[SIZE.lists] ?? 0) * 4;
  const flags = places + (sizes[SIZE.places] ?? 0) * 4;
  const head = flags + entries;
  const texts = head + (sizes[SIZE.head] ?? 0);
  const urls = texts + (sizes[SIZE.texts] ?? 0);
  return { entries, narrow, lists, places, flags, head, texts, urls, end: urls + (sizes[SIZE.urls] ?? 0) };
}

/**
 * A run of public entries as a scan saw them, packed: its columns are views of the bytes, so that taking it over
 * costs next to nothing for an entry.
 */
export class PackedSegment implements KnownSegment {
  readonly name: string;
  readonly size: number;
  readonly bytes: Buffer;
  /** Column behind column, as `WIDE` and `NARROW` have them. */
  readonly wide: Float64Array;
  readonly narrow: Uint32Array;
  readonly lists: Uint32Array;
  readonly places: Uint32Array;
  readonly flags: Uint8Array;
  readonly texts: Buffer;
  readonly urls: Buffer;
  readonly head: SegmentHead;
  readonly #words: WordList;

  /** @param bytes begin at a multiple of eight in their buffer */
  constructor(bytes: Buffer, words: WordList) {
    const { buffer, byteOffset } = bytes;
    const parts = partsOf(new Uint32Array(buffer, byteOffset, NAME_AT / 4));
    const numbers = (from: number, to: number) => new Uint32Array(buffer, byteOffset + from, (to - from) / 4);
    this.bytes = bytes;
    this.#words = words;
    this.name = bytes.toString('latin1', NAME_AT, COLUMNS_AT);
    this.size = parts.entries;
    this.wide = new Float64Array(buffer, byteOffset + COLUMNS_AT, parts.entries * WIDE_COLUMNS);
    this.narrow = numbers(parts.narrow, parts.lists);
    this.lists = numbers(parts.lists, parts.places);
    this.places = numbers(parts.places, parts.flags);
    this.flags = bytes.subarray(parts.flags, parts.head);
    this.head = JSON.parse(bytes.toString('utf8', parts.head, parts.texts)) as SegmentHead;
    this.texts = bytes.subarray(parts.texts, parts.urls);
    this.urls = bytes.subarray(parts.urls, parts.end);
  }

  get facts(): unknown {
    return this.head.facts;
  }

  /** The types of its entries. */
  get types(): readonly string[] {
    return this.head.types.map((number) => this.#words.at(number));
  }

  keyOf(index: number): string {
    return textAt(this.texts, this.#number(NARROW.record, index), KEY);
  }

  mayHold(key: Buffer): boolean {
    return this.texts.includes(key);
  }

  urlOf(index: number): string {
    const place = this.#number(NARROW.path, index);
    if (place === 0) return textAt(this.urls, this.#number(NARROW.url, index));
    const isAbsolute = ((this.flags[index] ?? 0) & ABSOLUTE) !== 0;
    return `${isAbsolute ? this.head.base : ''}${textAt(this.texts, place)}`;
  }

  /** What its translations have in common, where it is `TRANSLATED`. */
  translationKeyOf(index: number): string {
    return textAt(this.texts, this.#number(NARROW.record, index), TRANSLATION);
  }

  isDueAt(now: number): boolean {
    const { latest, soonest } = this.head;
    return (latest === null || latest <= now) && (soonest === null || soonest > now);
  }

  /** Whether every entry is public: they were, but for what depends on the time and the settings. */
  isPublic({ now, visibleTypes }: GateContext): boolean {
    return this.isDueAt(now) && this.types.every((type) => visibleTypes.has(type));
  }

  /** An entry as it was scanned; what is 0 or empty by default stands there as such. */
  entryAt(index: number): ScannedEntry {
    const record = this.#number(NARROW.record, index);
    const list = this.#number(NARROW.terms, index);
    const numbers = this.lists.subarray(list + 1, list + 1 + (this.lists[list] ?? 0));
    const flags = this.flags[index] ?? 0;
    const lang = this.#number(NARROW.lang, index);
    const authors = this.#words.at(this.#number(NARROW.authors, index));
    const path = this.#number(NARROW.path, index);
    const column = (which: number) => this.wide[which * this.size + index] ?? Number.NaN;
    return {
      key: this.keyOf(index),
      ...((flags & HAS_ID) !== 0 && { id: column(WIDE.id) }),
      type: this.#words.at(this.#number(NARROW.type, index)),
      status: 'publish',
      protected: false,
      noindex: false,
      url: this.urlOf(index),
      ...(path !== 0 && { path: textAt(this.texts, path) }),
      ...timeOf('published', column(WIDE.published)),
      ...timeOf('modified', column(WIDE.modified)),
      terms: Array.from(numbers, (number) => JSON.parse(this.#words.at(number)) as RawTermRef),
      menuOrder: column(WIDE.menuOrder),
      ...(lang !== 0 && { lang: this.#words.at(lang) }),
      ...(index in this.head.canonicals && { canonical: this.head.canonicals[index] as string }),
      ...((flags & TRANSLATED) !== 0 && { translationKey: this.translationKeyOf(index) }),
      llms: (flags & LLMS) !== 0,
      authors: authors === '' ? [] : authors.split('\n'),
      title: textAt(this.texts, record, TITLE),
      stamp: textAt(this.texts, record, STAMP),
      hasTopics: (flags & TOPICS) !== 0,
    };
  }

  #number(column: number, index: number): number {
    return this.narrow[column * this.size + index] ?? 0;
  }
}

function timeOf<K extends string>(key: K, time: number): { [P in K]?: number } {
  return Number.isNaN(time) ? {} : ({ [key]: time } as { [P in K]: number });
}
