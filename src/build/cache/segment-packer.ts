import { hashId } from '../../core/hash.js';
import { MAX_PACKED, PackedTexts } from '../../core/text-store.js';
import type { NewRun } from '../../sources/known-segments.js';
import type { RawTermRef } from '../../sources/port.js';
import type { ScannedEntry } from '../scanned-entry.js';
import {
  ABSOLUTE,
  COLUMNS_AT,
  HAS_ID,
  LLMS,
  NAME_AT,
  partsOf,
  type SegmentHead,
  SIZE,
  TOPICS,
  TRANSLATED,
} from './packed-segment.js';
import type { WordList } from './word-list.js';

/** Packs one run after the other, in room that is used again. */
export class SegmentPacker {
  readonly #words: WordList;
  readonly #texts = new PackedTexts();
  readonly #urls = new PackedTexts();
  /** Column by column, as `WIDE` and `NARROW` have them. */
  readonly #wide: readonly number[][] = [[], [], [], []];
  readonly #narrow: readonly number[][] = [[], [], [], [], [], [], []];
  readonly #types = new Set<number>();
  #flags: number[] = [];
  #lists: number[] = [];
  #canonicals: Record<number, string> = {};
  #latest = Number.NEGATIVE_INFINITY;
  #soonest = Number.POSITIVE_INFINITY;
  #room = new ArrayBuffer(1 << 16);

  constructor(words: WordList) {
    this.#words = words;
  }

  /** How many entries the run has so far. */
  get size(): number {
    return this.#flags.length;
  }

  /** Forgets the run so far. */
  clear(): void {
    for (const column of [...this.#wide, ...this.#narrow]) column.length = 0;
    this.#texts.clear();
    this.#urls.clear();
    this.#types.clear();
    [this.#flags, this.#lists] = [[], []];
    this.#canonicals = {};
    this.#latest = Number.NEGATIVE_INFINITY;
    this.#soonest = Number.POSITIVE_INFINITY;
  }

  /** Adds a public entry. */
  add(entry: ScannedEntry): void {
    const { id, key, published = Number.NaN, modified = Number.NaN, menuOrder = 0, llms = true } = entry;
    const { url = '', path } = entry;
    const type = this.#words.numberOf(entry.type);
    this.#types.add(type);
    push(this.#wide, [id ?? hashId(key), menuOrder, published, modified]);
    push(this.#narrow, [
      this.#texts.add(key, entry.title, entry.stamp, entry.translationKey ?? ''),
      path === undefined ? this.#urls.add(url) : 0,
      type,
      entry.lang === undefined ? 0 : this.#words.numberOf(entry.lang),
      this.#words.numberOf(entry.authors.join('\n')),
      this.#addTerms(entry.terms),
      path === undefined ? 0 : this.#texts.add(path),
    ]);
    if (entry.canonical !== undefined) this.#canonicals[this.size] = entry.canonical;
    this.#flags.push(
      (id === undefined ? 0 : HAS_ID) |
        (llms ? LLMS : 0) |
        (entry.hasTopics ? TOPICS : 0) |
        (entry.translationKey === undefined ? 0 : TRANSLATED) |
        (path === undefined || path === url ? 0 : ABSOLUTE),
    );
    if (published > this.#latest) this.#latest = published;
    if (entry.expires !== undefined) this.#soonest = Math.min(this.#soonest, entry.expires);
  }

  /**
   * The run so far.
   * @returns valid until the next run is packed; undefined where it is too large to be kept
   */
  pack(
    { name, facts, places }: NewRun,
    { source, base }: Pick<SegmentHead, 'source' | 'base'>,
  ): Buffer | undefined {
    const head = Buffer.from(
      JSON.stringify({ source, base, facts, ...this.#summary() } satisfies SegmentHead),
    );
    const [texts, urls] = [this.#texts.bytes, this.#urls.bytes];
    if (texts.length > MAX_PACKED || urls.length > MAX_PACKED) return undefined;
    const sizes = new Uint32Array(NAME_AT / 4);
    sizes[SIZE.entries] = this.size;
    sizes[SIZE.lists] = this.#lists.length;
    sizes[SIZE.places] = places.length;
    sizes[SIZE.head] = head.length;
    sizes[SIZE.texts] = texts.length;
    sizes[SIZE.urls] = urls.length;
    const parts = partsOf(sizes);
    const size = Math.ceil(parts.end / 8) * 8;
    sizes[SIZE.bytes] = size;
    if (size > this.#room.byteLength) this.#room = new ArrayBuffer(size * 2);
    const buffer = this.#room;
    const bytes = Buffer.from(buffer, 0, size);
    new Uint32Array(buffer, 0, sizes.length).set(sizes);
    bytes.write(name, NAME_AT, COLUMNS_AT - NAME_AT, 'latin1');
    const wide = this.#wide.flat();
    new Float64Array(buffer, COLUMNS_AT, wide.length).set(wide);
    const numbers = [...this.#narrow.flat(), ...this.#lists, ...places];
    new Uint32Array(buffer, parts.narrow, numbers.length).set(numbers);
    bytes.set(this.#flags, parts.flags);
    bytes.set(head, parts.head);
    bytes.set(texts, parts.texts);
    bytes.set(urls, parts.urls);
    bytes.fill(0, parts.end);
    return bytes;
  }

  #summary(): Pick<SegmentHead, 'types' | 'latest' | 'soonest' | 'canonicals'> {
    const types = [...this.#types];
    const latest = Number.isFinite(this.#latest) ? this.#latest : null;
    const soonest = Number.isFinite(this.#soonest) ? this.#soonest : null;
    return { types, latest, soonest, canonicals: this.#canonicals };
  }

  #addTerms(terms: readonly RawTermRef[]): number {
    const start = this.#lists.length;
    this.#lists.push(terms.length);
    for (const { taxonomy, slug, name } of terms) {
      this.#lists.push(this.#words.numberOf(JSON.stringify({ taxonomy, slug, name })));
    }
    return start;
  }
}

function push(columns: readonly number[][], values: readonly number[]): void {
  for (const [index, column] of columns.entries()) column.push(values[index] ?? 0);
}
