import type { Hooks } from '../../config/hooks/hooks.js';
import { EventLoopShare } from '../../core/event-loop-share.js';
import { shortHash } from '../../core/hash.js';
import { THRESHOLDS } from '../../quality/readiness/pages/check.js';
import { type CheckRules, type GradedPage, gradePage } from '../../quality/readiness/pages/grade.js';
import { canAge, hasImage, type PackedCheckup, unpackCheckup } from '../../quality/readiness/pages/pack.js';
import type { Verdict } from '../../quality/readiness/verdicts/store.js';
import type { BuildEntry } from '../build-entry.js';

/** The inputs of grading in a build. */
export interface GradingOptions {
  /** Changes with the program: another version may grade the same page differently. */
  readonly version: string;
  readonly rules: CheckRules;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
  readonly baseUrl: string;
  /** Whether plugins may change the verdict on the same page. */
  readonly hasPlugins: boolean;
  /** Keys of the terms of an entry: `category/tea`. */
  termsOf(entry: BuildEntry): readonly string[];
}

/** Takes verdicts. */
interface VerdictSink {
  /** @param key of all inputs of the verdict; undefined where plugins may change it */
  add(verdict: Verdict, key: string | undefined): void;
  /** Reuses the last build's verdict of a page, where it has the same key. */
  keep(id: number, key: string, now: number): boolean;
}

/** The results of grading all pages besides their verdicts. */
export interface GradedAll {
  /** Unix seconds at which a verdict changes by itself: a page becomes old. */
  readonly until: number | undefined;
}

const CATEGORY = 'category/';
/** Age in seconds from which a page is too old. */
const OLD_AFTER = (THRESHOLDS.staleDays + 1) * 86_400;

/**
 * Grades the pages of a build, once all have been read: some checks of a page depend on the others. A verdict of
 * the last build is kept where all its inputs are the same: the page, its age, the rules and the site.
 */
export class Grading {
  /** Types some of whose pages have an image of their own. */
  readonly #withImages = new Set<string>();
  /** Hash of the inputs that all pages share. */
  readonly #shared: string;

  constructor(private readonly options: GradingOptions) {
    const { version, rules, baseUrl } = options;
    this.#shared = shortHash(JSON.stringify([version, rules.ruleset, baseUrl]));
  }

  /** Types some of whose pages have an image of their own; known once all have been graded. */
  get typesWithImages(): ReadonlySet<string> {
    return this.#withImages;
  }

  /**
   * Grades all pages.
   * @param entries converted and dated
   */
  async grade(entries: readonly BuildEntry[], sink: VerdictSink): Promise<GradedAll> {
    const { now, hasPlugins, rules, hooks } = this.options;
    for (const { type, checkup } of entries) {
      if (checkup !== undefined && !this.#withImages.has(type) && hasImage(packed(checkup)))
        this.#withImages.add(type);
    }
    let until: number | undefined;
    const share = new EventLoopShare();
    for (const entry of entries) {
      if (entry.checkup === undefined) continue;
      await share.yieldTurn();
      const checkup = packed(entry.checkup);
      const modified = entry.dated ? entry.modified : undefined;
      const old = canAge(checkup) && modified !== undefined ? modified + OLD_AFTER : undefined;
      const key = hasPlugins ? undefined : this.#keyOf(entry, old !== undefined && old <= now);
      if (key === undefined || !sink.keep(entry.id, key, now)) {
        const page = this.#pageOf(entry, modified);
        const { verdict } = await gradePage(page, unpackCheckup(checkup), { rules, hooks, now });
        sink.add(verdict, key);
      }
      if (old !== undefined && old > now && (until === undefined || old < until)) until = old;
    }
    return { until };
  }

  #pageOf(entry: BuildEntry, modified: number | undefined): GradedPage {
    const { baseUrl } = this.options;
    const { id, type, title, path, hash } = entry;
    const categories = this.options
      .termsOf(entry)
      .filter((key) => key.startsWith(CATEGORY))
      .map((key) => key.slice(CATEGORY.length));
    const expectsImage = this.#withImages.has(type);
    return { id, type, title, url: baseUrl + path, modified, hash, categories, expectsImage };
  }

  /** Hash of everything in `#pageOf`: the checkup and the categories follow from `madeFrom`. */
  #keyOf(entry: BuildEntry, isOld: boolean): string {
    const { type, madeFrom, hash, dated, modified } = entry;
    const expectsImage = this.#withImages.has(type);
    return shortHash(
      JSON.stringify([this.#shared, type, madeFrom, hash, dated && modified, expectsImage, isOld]),
    );
  }
}

function packed(checkup: string): PackedCheckup {
  return JSON.parse(checkup) as PackedCheckup;
}
