import type { Status } from '../readiness-row.js';
import type { PageMetrics } from './page-metrics.js';

/** The result of a check. */
export interface Finding {
  readonly status: Status;
  /** The finding, for people. */
  readonly detail: string;
}

/** A row of a page's report: exactly these members. */
export interface CheckRow extends Finding {
  readonly id: string;
  readonly label: string;
}

/** One check of a page. A file each, a row of `table.ts` each. */
export interface PageCheck {
  readonly id: string;
  readonly label: string;
  /** The problem of a page that does not pass, for lists of pages. */
  readonly problem: string;
  /** What to do about it: one line in the imperative. */
  readonly why: string;
  /** When it passes, for the reference. */
  readonly condition: string;
  /** @returns undefined where the check does not apply */
  run(facts: PageFacts): Finding | undefined;
}

/** A finding without a deduction. */
export function pass(detail: string): Finding {
  return { status: 'pass', detail };
}

/** A finding with half a deduction. */
export function warn(detail: string): Finding {
  return { status: 'warn', detail };
}

/** A page with all inputs of its checks. */
export interface PageFacts extends PageMetrics {
  /** Whether the page is meant to be quoted; undefined counts as true. */
  readonly gradeable: boolean | undefined;
  /** Whether pages of its type have images of their own on this site. */
  readonly expectsImage: boolean;
  /** Whole days since the page was changed last; 0 when unknown. */
  readonly ageDays: number;
}
