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
