import type { PageCounts, PageFindings, Vanished } from './measure.js';
import { proseLines, readTwin } from './twin-text.js';
import { countWords, wordsOf } from './words.js';

/** The report of a page whose twin differs from it. Percents are of the words of the page, or of the twin. */
export interface PageFidelity extends PageCounts, PageFindings {
  readonly id: number;
  readonly url: string;
  readonly lostPercent: number;
  readonly addedPercent: number;
  /** Words of the twin in lines that many twins share; 0 also for a twin that was not sampled. */
  readonly frame: number;
}

/** A line that many twins share. */
interface SharedLine {
  readonly line: string;
  readonly twins: number;
}

/** The comparison of all twins of a site with what visitors see. */
export interface SiteFidelity {
  /** Words of all pages, and of all twins. */
  readonly words: number;
  readonly twinWords: number;
  /** Words of the pages that their twins lack. */
  readonly lost: number;
  readonly lostPercent: number;
  /** Words of the twins that occur nowhere on their pages. */
  readonly added: number;
  readonly addedPercent: number;
  /** Share of the words of twins in lines that over a quarter of the twins share. */
  readonly framePercent: number;
  /** The first of those lines. */
  readonly frameLines: readonly SharedLine[];
  /** How many twins were sampled; 0 on a site of fewer than eight pages. */
  readonly frameTwins: number;
  /** Pages whose twins differ, the one that lost most first. */
  readonly pages: readonly PageFidelity[];
  /** Constructs whose text is in no twin, and how often. */
  readonly vanished: readonly Vanished[];
}

interface MeasuredPage {
  readonly id: number;
  readonly url: string;
  readonly counts: PageCounts;
  readonly findings: PageFindings | undefined;
}

/** Smaller sites don't show what their pages share. */
const MIN_TWINS = 8;
const FRAME_SHARE = 1 / 4;
/** A sample of so many twins is enough for any larger site. */
const MAX_TWINS = 256;
const SHOWN_LINES = 10;
const NO_FINDINGS: PageFindings = { lostWords: [], addedWords: [], vanished: [] };

/** Lines that many twins share. */
interface TwinFrame {
  readonly twins: number;
  readonly words: number;
  /** Words in such lines by id of the entry, where there are any, and in all twins. */
  readonly byId: ReadonlyMap<number, number>;
  readonly framed: number;
  readonly lines: readonly SharedLine[];
}

/** Sums up the pages of a site. */
export class SiteMeter {
  readonly #sum = { words: 0, lost: 0, twinWords: 0, added: 0 };
  readonly #pages: MeasuredPage[] = [];

  /** Counts a page; each is counted once, in any order. */
  add(page: MeasuredPage): void {
    const { words, lost, twinWords, added } = page.counts;
    this.#sum.words += words;
    this.#sum.lost += lost;
    this.#sum.twinWords += twinWords;
    this.#sum.added += added;
    if (page.findings !== undefined) this.#pages.push(page);
  }

  /** The figures of all. */
  result(frame: TwinFrame): SiteFidelity {
    const { words, lost, twinWords, added } = this.#sum;
    return {
      words,
      twinWords,
      lost,
      lostPercent: percentUp(lost, words),
      added,
      addedPercent: percentUp(added, twinWords),
      framePercent: percentUp(frame.framed, frame.words),
      frameLines: frame.lines.slice(0, SHOWN_LINES),
      frameTwins: frame.twins,
      pages: this.#pages.map((page) => tellPage(page, frame)).sort(worstFirst),
      vanished: sumUp(this.#pages.flatMap(({ findings }) => findings?.vanished ?? [])),
    };
  }
}

function tellPage({ id, url, counts, findings = NO_FINDINGS }: MeasuredPage, frame: TwinFrame): PageFidelity {
  const { words, lost, twinWords, added } = counts;
  return {
    id,
    url,
    ...{ words, lost, lostPercent: percentUp(lost, words) },
    ...{ twinWords, added, addedPercent: percentUp(added, twinWords) },
    frame: frame.byId.get(id) ?? 0,
    ...findings,
  };
}

/** By share, then by number, then by id, so that the order does not depend on that of the pages. */
function worstFirst(a: PageFidelity, b: PageFidelity): number {
  const worst = (page: PageFidelity) => Math.max(page.lostPercent, page.addedPercent);
  return worst(b) - worst(a) || b.lost + b.added - (a.lost + a.added) || a.id - b.id;
}

function sumUp(vanished: readonly Vanished[]): SiteFidelity['vanished'] {
  const counts = new Map<string, number>();
  for (const { name, count } of vanished) {
    // Text outside of all constructs has no name; its words are counted.
    if (name !== '') counts.set(name, (counts.get(name) ?? 0) + count);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}

/** Percent with two decimals, rounded up, so that a loss is never shown as zero. */
function percentUp(part: number, all: number): number {
  return all === 0 ? 0 : Math.ceil((part * 10_000) / all) / 100;
}

/**
 * Finds lines that over a quarter of the twins share. Of a large site a fixed choice of twins is read.
 * @param entries in a fixed order
 * @param read returns the twin of an entry
 */
export function twinFrame<Entry extends { readonly id: number }>(
  entries: readonly Entry[],
  read: (entry: Entry) => string,
): TwinFrame {
  if (entries.length < MIN_TWINS) return { twins: 0, words: 0, byId: new Map(), framed: 0, lines: [] };
  const step = Math.max(1, entries.length / MAX_TWINS);
  const chosen = entries.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  const twins = chosen.map((entry) => {
    const twin = read(entry);
    const { text, frame } = readTwin(twin);
    const words = wordsOf(text).length - wordsOf(frame).length;
    return { id: entry.id, words, lines: proseLines(twin) };
  });
  const counts = countWords(twins.flatMap(({ lines }) => [...new Set(lines)]));
  const shared = new Map([...counts].filter(([, count]) => count > twins.length * FRAME_SHARE));
  const byId = new Map<number, number>();
  for (const { id, lines } of twins) {
    const framed = lines.filter((line) => shared.has(line)).flatMap(wordsOf).length;
    if (framed > 0) byId.set(id, framed);
  }
  const lines = [...shared]
    .filter(([line]) => wordsOf(line).length > 0)
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([line, twinsWith]) => ({ line, twins: twinsWith }));
  const words = twins.reduce((sum, twin) => sum + twin.words, 0);
  const framed = [...byId.values()].reduce((sum, own) => sum + own, 0);
  return { twins: twins.length, words, byId, framed, lines };
}
