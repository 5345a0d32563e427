import type { TermIndex } from '../site/term-index.js';
import type { RawTermRef } from '../sources/port.js';
import {
  HAS_ID,
  LLMS,
  NARROW,
  type PackedSegment,
  TOPICS,
  TRANSLATED,
  WIDE,
} from './cache/packed-segment.js';
import type { ScanCache } from './cache/scan-cache.js';
import * as columns from './entry-columns.js';
import type { EntryTable } from './entry-table.js';

/** Takes over entries of runs into the table of a build, column by column. */
export class SegmentRestorer {
  readonly #entries: EntryTable;
  readonly #terms: TermIndex;
  readonly #cache: ScanCache;
  /** What words of the runs are in the table, by their numbers. Known once an entry has them: order counts for terms. */
  readonly #types: number[] = [];
  readonly #langs: number[] = [0];
  readonly #authorLists: number[] = [];
  readonly #termNumbers: number[] = [];
  /** Which of the lists so far had a term last, by its number. */
  readonly #lastListOf: number[] = [];
  #listCount = 0;
  /** The run whose texts were taken last, and what to add to places in them. */
  #texts: { readonly run: PackedSegment; readonly records: number; readonly urls: number } | undefined;

  constructor(entries: EntryTable, terms: TermIndex, cache: ScanCache) {
    this.#entries = entries;
    this.#terms = terms;
    this.#cache = cache;
  }

  /**
   * Takes entries of a run, as the table's `add` would one after the other, up to the first whose id is not new.
   * @param source number of its source
   * @returns the index of that entry, or `to`
   */
  take(run: PackedSegment, from: number, to: number, source: number): number {
    const ids = run.wide.subarray(from, to);
    const { start, count } = this.#entries.claimAll(ids);
    if (count === 0) return from;
    const { size, wide, narrow, flags } = run;
    const end = from + count;
    const { records, urls } = this.#textsOf(run);
    const isSame = run.head.source === source;
    const entries = this.#entries;
    const column = (which: number) => wide.subarray(which * size + from, which * size + end);
    entries.menuOrders.setAll(start, column(WIDE.menuOrder));
    entries.published.setAll(start, column(WIDE.published));
    entries.sourceModified.setAll(start, column(WIDE.modified));
    for (let index = from, slot = start; index < end; index++, slot++) {
      const number = (which: number) => narrow[which * size + index] ?? 0;
      const isKnown = isSame && !this.#cache.wasRepeated(wide[index] ?? 0);
      entries.flags.set(slot, flagsOf(flags[index] ?? 0, number(NARROW.path) !== 0, isKnown));
      entries.sources.set(slot, source);
      entries.records.set(slot, records + number(NARROW.record));
      if (number(NARROW.path) === 0) entries.setUrl(slot, urls + number(NARROW.url));
      else entries.paths.set(slot, records + number(NARROW.path));
      entries.types.set(slot, this.#typeOf(number(NARROW.type)));
      entries.langs.set(slot, this.#langOf(number(NARROW.lang)));
      entries.authors.set(slot, this.#authorListOf(number(NARROW.authors)));
      entries.terms.set(slot, this.#termsAt(run, number(NARROW.terms)));
      entries.translations.set(slot, this.#translationOf(run, index));
      const canonical = run.head.canonicals[index];
      if (canonical !== undefined) entries.canonicals.set(slot, canonical);
    }
    return end;
  }

  /** Runs are taken piece by piece, their texts as a whole. */
  #textsOf(run: PackedSegment): { readonly records: number; readonly urls: number } {
    if (this.#texts?.run.name !== run.name) this.#texts = { run, ...this.#entries.addTexts(run) };
    return this.#texts;
  }

  #typeOf(number: number): number {
    this.#types[number] ??= this.#entries.wordNumber(this.#cache.words.at(number));
    return this.#types[number];
  }

  #langOf(number: number): number {
    this.#langs[number] ??= this.#entries.wordNumber(this.#cache.words.at(number));
    return this.#langs[number];
  }

  #authorListOf(number: number): number {
    this.#authorLists[number] ??= this.#entries.authorLists.add(this.#cache.words.at(number));
    return this.#authorLists[number];
  }

  #translationOf(run: PackedSegment, index: number): number {
    if (((run.flags[index] ?? 0) & TRANSLATED) === 0) return 0;
    return this.#entries.translationKeys.add(run.translationKeyOf(index)) + 1;
  }

  #termsAt({ lists }: PackedSegment, list: number): number {
    const numbers: number[] = [];
    this.#listCount += 1;
    for (let at = list + 1; at <= list + (lists[list] ?? 0); at++) {
      const number = this.#termOf(lists[at] ?? 0);
      // Two spellings of a term may have one number.
      if (this.#lastListOf[number] === this.#listCount) continue;
      this.#lastListOf[number] = this.#listCount;
      numbers.push(number);
    }
    return this.#terms.addList(numbers);
  }

  #termOf(number: number): number {
    this.#termNumbers[number] ??= this.#terms.numberOf(
      JSON.parse(this.#cache.words.at(number)) as RawTermRef,
    );
    return this.#termNumbers[number];
  }
}

function flagsOf(flags: number, hasPath: boolean, isKnown: boolean): number {
  return (
    columns.PUBLIC |
    ((flags & HAS_ID) === 0 ? columns.HASHED : 0) |
    ((flags & LLMS) === 0 ? 0 : columns.LLMS) |
    ((flags & TOPICS) === 0 ? 0 : columns.TOPICS) |
    (hasPath ? columns.TWIN : 0) |
    (isKnown ? columns.KNOWN : 0)
  );
}
