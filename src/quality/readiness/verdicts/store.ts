/** The stored verdicts on pages, and filters for them. */

import { COVERAGE_STATES, type CoverageState } from '../pages/measure/coverage.js';
import { imageKey } from '../pages/measure/words.js';

/** A filter for verdicts. */
export interface VerdictQuery {
  readonly types: readonly string[];
  readonly needsWork?: boolean;
  readonly gradeable?: boolean;
  /** A check that the pages do not pass. */
  readonly issue?: string;
  /** Only these pages, or all except these. */
  readonly only?: readonly number[];
  readonly without?: readonly number[];
  readonly offset: number;
  readonly limit: number;
}

/**
 * The page verdicts of the last build. A verdict is never dropped because it is out of date: it is marked, and stays in
 * every list until the page has been read again.
 */
export class VerdictStore {
  #verdicts: ReadonlyMap<number, Verdict>;
  /** Created on first use. */
  #groups: readonly VerdictGroup[] | undefined;
  #sorted: readonly Verdict[] | undefined;

  constructor(initial: Iterable<Verdict> = []) {
    this.#verdicts = mapOf(initial);
  }

  /** Takes over the verdicts of a finished build. */
  replace(verdicts: Iterable<Verdict>): void {
    this.#verdicts = mapOf(verdicts);
    this.#groups = undefined;
    this.#sorted = undefined;
  }

  /** Marks pages as written since they were read. */
  markStale(ids: readonly number[]): void {
    const marked = new Set(ids);
    const mark = (verdict: Verdict) => (marked.has(verdict.id) ? { ...verdict, contentHash: '' } : verdict);
    this.replace([...this.#verdicts.values()].map(mark));
  }

  /**
   * Marks every page that shows an image, when its description has changed.
   * @param url address of the image in any size
   * @returns ids of the pages, ascending
   */
  markImageStale(url: string): readonly number[] {
    const key = imageKey(url);
    const pages = [...this.#verdicts.values()].filter(({ images }) => images.includes(key));
    const ids = pages.map(({ id }) => id).sort((a, b) => a - b);
    this.markStale(ids);
    return ids;
  }

  /** The verdicts of the pages that have one, unordered. */
  byIds(ids: readonly number[]): readonly Verdict[] {
    return [...new Set(ids)].flatMap((id) => this.#verdicts.get(id) ?? []);
  }

  /** All counts. */
  groups(): readonly VerdictGroup[] {
    this.#groups ??= groupsOf(this.#verdicts.values());
    return this.#groups;
  }

  /** Verdicts in the order of the worklist: need of work, potential gain, highest id. */
  list(query: VerdictQuery): readonly Verdict[] {
    this.#sorted ??= [...this.#verdicts.values()].sort(byWork);
    const test = matcherOf(query);
    const found: Verdict[] = [];
    for (const verdict of this.#sorted) {
      if (found.length === query.offset + query.limit) break;
      if (test(verdict)) found.push(verdict);
    }
    return found.slice(query.offset);
  }
}

function mapOf(verdicts: Iterable<Verdict>): ReadonlyMap<number, Verdict> {
  return new Map(Array.from(verdicts, (verdict) => [verdict.id, verdict]));
}

function matcherOf(query: VerdictQuery): (verdict: Verdict) => boolean {
  const { types, issue, gradeable } = query;
  const only = query.only && new Set(query.only);
  const without = new Set(query.without);
  return (verdict) =>
    types.includes(verdict.type) &&
    (query.needsWork === undefined || needsWork(verdict) === query.needsWork) &&
    (gradeable === undefined || verdict.gradeable === gradeable) &&
    (issue === undefined || verdict.flags.includes(issue)) &&
    only?.has(verdict.id) !== false &&
    !without.has(verdict.id);
}

function groupsOf(verdicts: Iterable<Verdict>): readonly VerdictGroup[] {
  const groups = new Map<string, VerdictGroup>();
  for (const verdict of verdicts) {
    const one = groupOf(verdict);
    const key = JSON.stringify([
      one.type,
      one.gradeable,
      one.flags,
      one.coverage,
      one.ruleset,
      one.isCurrent,
    ]);
    const known = groups.get(key);
    const sum = known && { pages: known.pages + one.pages, points: known.points + one.points };
    groups.set(key, { ...one, ...sum });
  }
  return [...groups.values()];
}

/** The group of a single page. */
export function groupOf({
  type,
  gradeable,
  flags,
  coverage,
  ruleset,
  contentHash,
  points,
}: Verdict): VerdictGroup {
  return { type, gradeable, flags, coverage, ruleset, isCurrent: contentHash !== '', pages: 1, points };
}

/** The stored result of the last reading of a page. */
export interface Verdict {
  readonly id: number;
  readonly type: string;
  /** Plain text; may be empty. */
  readonly title: string;
  /** Absolute. */
  readonly url: string;
  /** Unix seconds; 0 when unknown. */
  readonly modified: number;
  /** Ids of the checks that it does not pass. */
  readonly flags: readonly string[];
  /** 0 to 100. */
  readonly points: number;
  /** The search that it should answer, and how well it does; both empty without one. */
  readonly focus: string;
  readonly coverage: CoverageState | '';
  /** The potential gain. */
  readonly stake: number;
  /** Whether the page is meant to be quoted. */
  readonly gradeable: boolean;
  /** The rules of its grading. */
  readonly ruleset: string;
  /** Of title, body and focus; empty when the page has been written since. */
  readonly contentHash: string;
  /** Unix seconds. */
  readonly gradedAt: number;
  /** Which images it shows: `imageKey`. */
  readonly images: readonly string[];
}

/** Whether a page needs work: a check that it does not pass, or a search that it does not answer. */
export function needsWork({ flags, coverage }: Pick<Verdict, 'flags' | 'coverage'>): boolean {
  return flags.length > 0 || (coverage !== '' && coverage !== 'answered');
}

/** The potential gain of each state. */
const GAPS: Readonly<Record<CoverageState, number>> = {
  answered: 0,
  scattered: 1,
  barely: 0.7,
  missing: 0.3,
};

/**
 * How much a page could win.
 * @param impressions how often it was shown in results; 0 when unknown
 */
export function stakeOf(coverage: CoverageState | '', impressions: number): number {
  return coverage === '' ? 0 : Math.round(impressions * GAPS[coverage]);
}

/** True for one of the four states. */
export function isCoverageState(value: unknown): value is CoverageState {
  return COVERAGE_STATES.some((state) => state === value);
}

/**
 * True when a verdict is out of date: the page or the rules have changed, or the row is
 * empty.
 * @param ruleset the current one
 */
export function isStale(verdict: Verdict, ruleset: string): boolean {
  return verdict.contentHash === '' || verdict.ruleset !== ruleset;
}

/** The order of the worklist: need of work, potential gain, newest. */
function byWork(a: Verdict, b: Verdict): number {
  return Number(needsWork(b)) - Number(needsWork(a)) || b.stake - a.stake || b.id - a.id;
}

/** Pages that count alike, and how many of them there are. */
export interface VerdictGroup {
  readonly type: string;
  readonly gradeable: boolean;
  readonly flags: readonly string[];
  readonly coverage: Verdict['coverage'];
  readonly ruleset: string;
  /** False for pages that have been written since. */
  readonly isCurrent: boolean;
  readonly pages: number;
  /** Sum of their points. */
  readonly points: number;
}
