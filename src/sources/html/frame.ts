/**
 * The frame of a site: texts that occur on many of its pages in the same words.
 *
 * `FrameScan` counts the lines and blocks of pages one by one; `result()` is plain data that can be sent to threads.
 * `isFrameLine` returns whether a line of text is frame; `pagesWithLine` and `pagesWithBlock` return on how many of the
 * counted pages a line or a block occurs at the same place. The table is empty for sites that are too small.
 */

import type { Element } from 'hast';
import { sha256 } from '../../core/hash.js';
import { blockHash, hashText, type Line, mix, type PageLines } from './page-lines.js';

/** Minimum number of pages of a site whose frame can be found. */
const MIN_PAGES = 4;
/** Texts on more than this share of the pages are frame. */
const FRAME_SHARE = 1 / 4;
/** Text on more than this share of the pages that aren't lists is frame, whatever the number of lists. */
const TEXTS_SHARE = 1 / 2;
/** On a site with at most so many pages, only texts on all of them are frame; a language needs more. */
const SMALL_SITE = 7;
/** A sample of so many pages is enough for any larger site. */
const MAX_PAGES = 128;
const LAST_HASH = 'all';

/** What the pages of a site have in common. */
export interface FrameTable {
  /** How many pages were counted, without lists of others if enough are left; 0 for a site that is too small. */
  readonly pages: number;
  /** Pages by the hash of a line or a box that occurs anywhere and any number of times; only those on over a quarter. */
  readonly lines: ReadonlyMap<number, number>;
  /** Pages by the place of a line or the hash of a block that occurs once on each; only those on over a quarter. */
  readonly places: ReadonlyMap<number, number>;
  /** On how many pages a bar of links stands above the first heading, by the hash of its links. */
  readonly bars: ReadonlyMap<number, number>;
}

/** The table of a site that is too small to have a frame. */
const NO_FRAME: FrameTable = { pages: 0, lines: new Map(), places: new Map(), bars: new Map() };

/** The data of one page that the frame counts; each hash once. */
export interface PageBlocks {
  readonly lines: readonly number[];
  readonly places: readonly number[];
  readonly bars: readonly number[];
}

/**
 * The highest hash of a path that the scan of the frame counts, so that it counts all pages of a small site and the
 * same few hundred of a large one in every build.
 */
export function frameSample(paths: readonly string[]): string {
  if (paths.length <= MAX_PAGES) return LAST_HASH;
  return (
    paths
      .map((path) => sha256(path))
      .sort()
      .at(MAX_PAGES - 1) ?? LAST_HASH
  );
}

/** Whether the scan of the frame counts a page. */
export function isInSample(path: string, sample: string): boolean {
  return sample === LAST_HASH || sha256(path) <= sample;
}

/**
 * The data of a page that the frame counts.
 * @param page the lines of its content
 * @param shown all lines that a visitor sees of its text
 * @param all its lines with words outside links
 */
export function blocksOf(page: PageLines, shown: readonly string[], all: readonly Line[]): PageBlocks {
  const lines = new Set(shown.filter((line) => line.trim() !== '').map(hashText));
  for (const { words } of all) lines.add(words);
  const places = new Map<number, number>();
  const count = (hash: number): void => void places.set(hash, (places.get(hash) ?? 0) + 1);
  for (const { place } of page.lines) count(place);
  for (const block of page.chains.keys()) {
    const hash = blockHash(page, block);
    if (hash !== undefined) count(mix(hash, BLOCK));
    const content = isLongBox(page, block) ? blockHash(page, block, true) : undefined;
    if (content !== undefined) lines.add(mix(content, BLOCK));
  }
  const once = [...places].filter(([, times]) => times === 1).map(([hash]) => hash);
  return { lines: [...lines], places: once, bars: barsOf(page) };
}

/** Fewer letters may be the same by chance. */
const MIN_OF_BOX = 20;

/** Whether a box has several lines with words. */
function isLongBox({ lines, spans }: PageLines, block: Element): boolean {
  const [from, to] = spans.get(block) ?? [0, 0];
  if (to - from < 2) return false;
  let letters = 0;
  for (let at = from; at < to && letters < MIN_OF_BOX; at += 1) letters += lines[at]?.letters ?? 0;
  return letters >= MIN_OF_BOX;
}

/** Whether more than this share of the pages of a larger site have a whole box with these words, at whatever place. */
export function isFrameAnywhere(
  { lines, pages }: FrameTable,
  page: PageLines,
  block: Element,
  share: number,
): boolean {
  if (pages <= SMALL_SITE || !isLongBox(page, block)) return false;
  const hash = blockHash(page, block, true);
  return hash !== undefined && (lines.get(mix(hash, BLOCK)) ?? 0) > pages * share;
}

/** Distinguishes hashes of blocks from those of lines. */
const BLOCK = 1;

/** The places of short blocks of links above the first heading. */
function barsOf(page: PageLines): readonly number[] {
  const counts = new Map<number, number>();
  const heading = page.lines.findIndex(({ kind }) => kind === 'heading');
  for (const [block, chain] of page.chains) {
    const span = page.spans.get(block);
    if (span === undefined || span[1] > heading || !isBar(page, span)) continue;
    counts.set(chain, (counts.get(chain) ?? 0) + 1);
  }
  return [...counts].filter(([, times]) => times === 1).map(([chain]) => chain);
}

/** Maximum length of a bar in characters, and its minimum share of links. */
const BAR_LETTERS = 250;
const BAR_LINKS = 0.7;

/** Whether lines are a short row of links. */
export function isBar({ lines }: PageLines, [from, to]: readonly [number, number]): boolean {
  let [letters, linked] = [0, 0];
  for (let at = from; at < to; at += 1) {
    const line = lines[at];
    letters += line?.letters ?? 0;
    linked += line?.linked ?? 0;
    if (letters > BAR_LETTERS || line?.kind === 'code' || line?.kind === 'heading') return false;
  }
  return linked > 0 && linked >= letters * BAR_LINKS;
}

/** What the pages of a site have in common, and those of each of its languages. */
export interface SiteFrame {
  readonly all: FrameTable;
  /** Only languages that aren't too small, and none where all pages are in the same language. */
  readonly byLanguage: ReadonlyMap<string, FrameTable>;
}

/** Counts what pages have in common, for each language as well; keeps hashes only. */
export class FrameScan {
  readonly #all = new FrameCounts();
  readonly #byLanguage = new Map<string, FrameCounts>();

  /**
   * Counts a page.
   * @param lang as the page writes it, or empty
   * @param isList whether the page lists others, whose first lines it repeats
   */
  add(lang: string, blocks: PageBlocks, isList: boolean): void {
    this.#all.add(blocks, isList);
    const language = lang.toLowerCase();
    const counts = this.#byLanguage.get(language) ?? new FrameCounts();
    counts.add(blocks, isList);
    this.#byLanguage.set(language, counts);
  }

  /** The tables of all counted pages. */
  result(): SiteFrame {
    const languages = this.#byLanguage.size > 1 ? [...this.#byLanguage] : [];
    const tables = languages.map(([language, counts]) => [language, counts.result()] as const);
    return { all: this.#all.result(), byLanguage: new Map(tables.filter(([, table]) => !isSmall(table))) };
  }
}

/** On how many pages a text occurs. */
interface Occurrences {
  pages: number;
  /** Of them those that aren't lists. */
  texts: number;
}

class FrameCounts {
  readonly #total: Occurrences = { pages: 0, texts: 0 };
  readonly #lines = new Map<number, Occurrences>();
  readonly #places = new Map<number, Occurrences>();
  readonly #bars = new Map<number, Occurrences>();

  add({ lines, places, bars }: PageBlocks, isList: boolean): void {
    count(this.#total, isList);
    for (const [hashes, counts] of [
      [lines, this.#lines],
      [places, this.#places],
      [bars, this.#bars],
    ] as const)
      for (const hash of hashes) {
        const found = counts.get(hash) ?? { pages: 0, texts: 0 };
        counts.set(hash, found);
        count(found, isList);
      }
  }

  result(): FrameTable {
    const { pages: all, texts } = this.#total;
    if (all < MIN_PAGES) return NO_FRAME;
    const share = all <= SMALL_SITE ? (all - 1) / all : FRAME_SHARE;
    const isLarge = texts > SMALL_SITE;
    // Lists repeat the beginning of a post.
    const leastTexts = isLarge ? texts * FRAME_SHARE : Math.min(1, texts - 1);
    // Half of a blog's pages may be lists, which lack parts that all posts have.
    const isOften = (found: Occurrences): boolean =>
      found.texts > leastTexts &&
      (found.pages > all * share || (isLarge && found.texts > texts * TEXTS_SHARE));
    const often = (counts: ReadonlyMap<number, Occurrences>): ReadonlyMap<number, number> =>
      new Map(
        [...counts]
          .filter(([, found]) => isOften(found))
          .map(([hash, found]) => [hash, isLarge ? found.texts : found.pages]),
      );
    return {
      pages: isLarge ? texts : all,
      lines: often(this.#lines),
      places: often(this.#places),
      bars: often(this.#bars),
    };
  }
}

function count(occurrences: Occurrences, isList: boolean): void {
  occurrences.pages += 1;
  if (!isList) occurrences.texts += 1;
}

/** True for so few pages that texts on all of them may be content as well. */
export function isSmall({ pages }: FrameTable): boolean {
  return pages <= SMALL_SITE;
}

/** The frame of a page in a language: most of it is a translation. */
export function frameOfLanguage({ all, byLanguage }: SiteFrame, lang: string): FrameTable {
  return byLanguage.get(lang.toLowerCase()) ?? all;
}

/**
 * Whether a line of visible text is part of the site's frame.
 * @param text the line as a reader sees it; white space and case are ignored
 */
export function isFrameLine(table: FrameTable, text: string): boolean {
  return table.lines.size > 0 && table.lines.has(hashText(text));
}

/** On how many pages a line occurs at its place, or 0 where that is not over a quarter of them. */
export function pagesWithLine({ places }: FrameTable, place: number): number {
  return places.get(place) ?? 0;
}

/** On how many pages a whole block occurs at its place, or 0 where that is not over a quarter of them. */
export function pagesWithBlock({ places }: FrameTable, page: PageLines, block: Element): number {
  const hash = blockHash(page, block);
  return hash === undefined ? 0 : (places.get(mix(hash, BLOCK)) ?? 0);
}
