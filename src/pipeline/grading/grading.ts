import { Column } from '../../core/column.js';
import { TextStore } from '../../core/text-store.js';
import type { Hooks } from '../../hooks/hooks.js';
import type { Checkup } from '../../readiness/pages/checkup.js';
import { gradePage } from '../../readiness/pages/grade.js';
import { type PackedCheckup, unpackCheckup } from '../../readiness/pages/pack.js';
import type { CheckRules } from '../../readiness/pages/rules.js';
import { THRESHOLDS } from '../../readiness/pages/thresholds.js';
import type { Verdict } from '../../readiness/verdicts/verdict.js';
import type { ListedEntry } from '../listed-entry.js';

/** What a build grades its pages with. */
export interface GradingOptions {
  readonly rules: CheckRules;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
  readonly baseUrl: string;
  /** Keys of the terms of an entry: `category/tea`. */
  termsOf(entry: ListedEntry): readonly string[];
}

/** What grading all pages has found beside their verdicts. */
export interface GradedAll {
  /** Unix seconds at which some verdict changes by itself: a page becomes old. */
  readonly until: number | undefined;
}

const CATEGORY = 'category/';
const DAY = 86_400;

/**
 * Grades the pages of a build. What reading them has found is gathered while they are converted, outside of the
 * heap; it is judged when all have been, since what one page lacks may depend on what others have. Judging takes
 * microseconds, so that it is done anew in every build: pages age, and rules change.
 */
export class Grading {
  readonly #options: GradingOptions;
  readonly #checkups = new TextStore();
  /** By slot: one more than the place of the checkup. */
  readonly #places = new Column(Float64Array);
  /** Types of which some page has an image of its own. */
  readonly #withImages = new Set<string>();

  constructor(options: GradingOptions) {
    this.#options = options;
  }

  /** Takes what reading an entry has found, in this build or in an earlier one. */
  note(slot: number, type: string, checkup: PackedCheckup): void {
    this.#places.set(slot, this.#checkups.add(JSON.stringify(checkup)) + 1);
    const [, , , , , featured] = checkup;
    if (featured !== 0) this.#withImages.add(type);
  }

  /**
   * Judges all pages.
   * @param entries dated, in the order of their slots
   */
  async judge(entries: readonly ListedEntry[], keep: (verdict: Verdict) => void): Promise<GradedAll> {
    let until: number | undefined;
    for (const [slot, entry] of entries.entries()) {
      const place = this.#places.get(slot);
      if (place === 0) continue;
      const checkup = unpackCheckup(JSON.parse(this.#checkups.get(place - 1)) as PackedCheckup);
      const modified = entry.dated ? entry.modified : undefined;
      keep(await this.#verdictOf(entry, modified, checkup));
      const old = this.#oldFrom(modified, checkup);
      if (old !== undefined && (until === undefined || old < until)) until = old;
    }
    return { until };
  }

  async #verdictOf(entry: ListedEntry, modified: number | undefined, checkup: Checkup): Promise<Verdict> {
    const { rules, hooks, now, baseUrl, termsOf } = this.#options;
    const { id, type, title, path, hash } = entry;
    const categories = termsOf(entry).flatMap((key) =>
      key.startsWith(CATEGORY) ? key.slice(CATEGORY.length) : [],
    );
    const expectsImage = this.#withImages.has(type);
    const page = { id, type, title, url: baseUrl + path, modified, hash, categories, expectsImage };
    const { verdict } = await gradePage(page, checkup, { rules, hooks, now });
    return verdict;
  }

  /** When a page that is young enough now will be too old; undefined for one that never will. */
  #oldFrom(modified: number | undefined, { evergreen, measures }: Checkup): number | undefined {
    if (modified === undefined || evergreen || measures.words < THRESHOLDS.minWords) return undefined;
    const old = modified + (THRESHOLDS.staleDays + 1) * DAY;
    return old > this.#options.now ? old : undefined;
  }
}
