import { Column } from '../../core/column.js';
import { shortHash } from '../../core/hash.js';
import type { Hooks } from '../../hooks/hooks.js';
import { type GradedPage, gradePage } from '../../readiness/pages/grade.js';
import { type PackedCheckup, unpackCheckup } from '../../readiness/pages/pack.js';
import type { CheckRules } from '../../readiness/pages/rules.js';
import { THRESHOLDS } from '../../readiness/pages/thresholds.js';
import type { Verdict } from '../../readiness/verdicts/verdict.js';
import { CAN_AGE, HAS_IMAGE } from '../cache/entry-record.js';
import type { ListedEntry } from '../listed-entry.js';

/** What a build grades its pages with. */
export interface GradingOptions {
  readonly rules: CheckRules;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
  readonly baseUrl: string;
  /** Whether plugins may say something else of the same page. */
  readonly hasPlugins: boolean;
  /** What reading an entry has found, in this build or in an earlier one: a packed checkup as JSON. */
  checkupOf(slot: number): string;
  /** Keys of the terms of an entry: `category/tea`. */
  termsOf(entry: ListedEntry): readonly string[];
}

/** Where verdicts go. */
export interface VerdictSink {
  /** @param key of everything that the verdict was judged by; empty where that cannot be told */
  add(verdict: Verdict, key: string): void;
  /** Takes the last build's verdict of a page, where it has the same key. */
  keep(id: number, key: string, now: number): boolean;
}

/** What grading all pages has found beside their verdicts. */
export interface GradedAll {
  /** Unix seconds at which some verdict changes by itself: a page becomes old. */
  readonly until: number | undefined;
}

const CATEGORY = 'category/';
/** A bit of a page that has been noted; others are `CAN_AGE` and `HAS_IMAGE`. */
const NOTED = 1;
/** A page that was changed so many seconds ago is too old. */
const OLD_AFTER = (THRESHOLDS.staleDays + 1) * 86_400;

/**
 * Grades the pages of a build. They are judged when all have been read, since what one page lacks may depend on what
 * others have. A verdict of the last build is kept where everything is the same that it was judged by: the page, its
 * age, the rules and the site.
 */
export class Grading {
  readonly #options: GradingOptions;
  /** By slot: `NOTED`, and above it what is known of the page's checkup. */
  readonly #pages = new Column(Uint8Array);
  /** Types of which some page has an image of its own. */
  readonly #withImages = new Set<string>();

  constructor(options: GradingOptions) {
    this.#options = options;
  }

  /**
   * Takes an entry that has been read, in this build or in an earlier one.
   * @param flags bits of what was found: `CAN_AGE`, `HAS_IMAGE`
   */
  note(slot: number, type: string, flags: number): void {
    this.#pages.set(slot, NOTED | flags);
    if ((flags & HAS_IMAGE) !== 0) this.#withImages.add(type);
  }

  /** Types of which some page has an image of its own. */
  get typesWithImages(): ReadonlySet<string> {
    return this.#withImages;
  }

  /**
   * Judges all pages.
   * @param entries dated, in the order of their slots
   */
  async judge(entries: readonly ListedEntry[], sink: VerdictSink): Promise<GradedAll> {
    const { now, hasPlugins } = this.#options;
    let until: number | undefined;
    for (const [slot, entry] of entries.entries()) {
      const flags = this.#pages.get(slot);
      if (flags === 0) continue;
      const packed = this.#options.checkupOf(slot);
      const modified = entry.dated ? entry.modified : undefined;
      const old = (flags & CAN_AGE) !== 0 && modified !== undefined ? modified + OLD_AFTER : undefined;
      const page = this.#pageOf(entry, modified);
      const key = hasPlugins ? '' : this.#keyOf(page, packed, old !== undefined && old <= now);
      if (key === '' || !sink.keep(entry.id, key, now)) {
        sink.add(await this.#verdictOf(page, packed), key);
      }
      if (old !== undefined && old > now && (until === undefined || old < until)) until = old;
    }
    return { until };
  }

  #pageOf(entry: ListedEntry, modified: number | undefined): GradedPage {
    const { baseUrl, termsOf } = this.#options;
    const { id, type, title, path, hash } = entry;
    const categories = termsOf(entry).flatMap((key) =>
      key.startsWith(CATEGORY) ? key.slice(CATEGORY.length) : [],
    );
    const expectsImage = this.#withImages.has(type);
    return { id, type, title, url: baseUrl + path, modified, hash, categories, expectsImage };
  }

  #keyOf(page: GradedPage, packed: string, isOld: boolean): string {
    const { type, title, url, modified, hash, categories, expectsImage } = page;
    const facts = [type, title, url, modified, hash, expectsImage, isOld, categories.join()];
    return shortHash([this.#options.rules.ruleset, packed, ...facts].join('\n'));
  }

  async #verdictOf(page: GradedPage, packed: string): Promise<Verdict> {
    const { rules, hooks, now } = this.#options;
    const checkup = unpackCheckup(JSON.parse(packed) as PackedCheckup);
    return (await gradePage(page, checkup, { rules, hooks, now })).verdict;
  }
}
