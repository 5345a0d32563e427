import type { VerdictSelection } from '../../../storage/tables/verdicts.js';
import { COVERAGE_STATES, type CoverageState } from '../pages/measure/coverage.js';

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
export function byWork(a: Verdict, b: Verdict): number {
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

/** A filter for verdicts. */
export interface VerdictQuery extends Omit<VerdictSelection, 'flag'> {
  /** A check that the pages do not pass. */
  readonly issue?: string;
}

/**
 * The store of page verdicts. A verdict is never dropped because it is out of date: it is marked, and
 * stays in every list until the page has been read again.
 */
export interface VerdictStore {
  /**
   * Stores the verdicts of a finished build: new and changed ones are stored, and those of other pages are
   * removed.
   */
  replace(verdicts: Iterable<Verdict>): Promise<void>;
  /** Stores the verdicts of pages that have been read again. */
  put(verdicts: readonly Verdict[]): Promise<void>;
  /** Removes pages that are not public any more. */
  remove(ids: readonly number[]): Promise<void>;
  /** Marks pages as written since they were read. */
  markStale(ids: readonly number[]): Promise<void>;
  /** The pages that show an image: `imageKey`. */
  pagesWithImage(key: string): Promise<readonly number[]>;
  /** The verdicts of the pages that have one, unordered. */
  byIds(ids: readonly number[]): Promise<readonly Verdict[]>;
  /** All counts, cached while nothing has changed. */
  groups(): Promise<readonly VerdictGroup[]>;
  /** Verdicts in the order of the worklist: need of work, potential gain, highest id. */
  list(query: VerdictQuery): Promise<readonly Verdict[]>;
}
