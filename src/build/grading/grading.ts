import type { Hooks } from '../../config/hooks/hooks.js';
import { Column } from '../../core/column.js';
import { Fingerprint } from '../../core/fingerprint.js';
import { type GradedPage, gradePage } from '../../quality/readiness/pages/grade.js';
import { type PackedCheckup, unpackCheckup } from '../../quality/readiness/pages/pack.js';
import type { CheckRules } from '../../quality/readiness/pages/rules.js';
import { THRESHOLDS } from '../../quality/readiness/pages/thresholds.js';
import type { Verdict } from '../../quality/readiness/verdicts/verdict.js';
import { CAN_AGE, HAS_IMAGE } from '../cache/entry-record.js';
import type { ListedEntry } from '../listed-entry.js';
import type { RowKey } from './verdict-rows.js';

/** What a build grades its pages with. */
export interface GradingOptions {
  /** Changes with the program: another one may judge the same page otherwise. */
  readonly version: string;
  readonly rules: CheckRules;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
  readonly baseUrl: string;
  /** Whether plugins may say something else of the same page. */
  readonly hasPlugins: boolean;
  /** What reading an entry has found, in this build or in an earlier one, by slot: a packed checkup as JSON. */
  checkupOf(slot: number): string;
  /** Keys of the terms of an entry: `category/tea`. */
  termsOf(entry: ListedEntry): readonly string[];
}

/** Where verdicts go. */
export interface VerdictSink {
  /** @param key of everything that the verdict was judged by; undefined where that cannot be told */
  add(verdict: Verdict, key: RowKey | undefined): void;
  /** Takes the last build's verdict of a page, where it has the same key. */
  keep(id: number, key: RowKey, now: number): boolean;
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

  /** Of what all pages share. */
  readonly #start = new Fingerprint();
  readonly #key = new Fingerprint();

  constructor(options: GradingOptions) {
    this.#options = options;
    this.#start.begin();
    this.#start.addText(options.version);
    this.#start.addText(options.rules.ruleset);
    this.#start.addText(options.baseUrl);
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
      const modified = entry.dated ? entry.modified : undefined;
      const old = (flags & CAN_AGE) !== 0 && modified !== undefined ? modified + OLD_AFTER : undefined;
      const key = hasPlugins ? undefined : this.#keyOf(entry, old !== undefined && old <= now);
      if (key === undefined || !sink.keep(entry.id, key, now)) {
        const checkup = unpackCheckup(JSON.parse(this.#options.checkupOf(slot)) as PackedCheckup);
        const { rules, hooks } = this.#options;
        const { verdict } = await gradePage(this.#pageOf(entry, modified), checkup, { rules, hooks, now });
        sink.add(verdict, key);
      }
      if (old !== undefined && old > now && (until === undefined || old < until)) until = old;
    }
    return { until };
  }

  #pageOf(entry: ListedEntry, modified: number | undefined): GradedPage {
    const { baseUrl } = this.#options;
    const { id, type, title, path, hash } = entry;
    const categories = this.#options
      .termsOf(entry)
      .filter((key) => key.startsWith(CATEGORY))
      .map((key) => key.slice(CATEGORY.length));
    const expectsImage = this.#withImages.has(type);
    return { id, type, title, url: baseUrl + path, modified, hash, categories, expectsImage };
  }

  /**
   * Of everything in `#pageOf`, and of what all pages share. The checkup, and categories, follow from what the
   * documents were made from.
   */
  #keyOf(entry: ListedEntry, isOld: boolean): RowKey {
    const key = this.#key;
    key.begin(this.#start.high, this.#start.low);
    entry.addMadeTo(key);
    key.addNumber(entry.dated ? entry.modified : Number.NaN);
    key.add((this.#withImages.has(entry.type) ? 2 : 0) + (isOld ? 1 : 0));
    return { high: key.high, low: key.low };
  }
}
