import type { Status } from '../check.js';
import type { PageMetrics } from './page-metrics.js';

/** The result of a check. */
export interface PageFinding {
  readonly status: Status;
  /** The finding, for people. */
  readonly detail: string;
}

/** A row of a page's report: exactly these members. */
export interface CheckRow extends PageFinding {
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
  run(facts: PageFacts): PageFinding | undefined;
}

/** A finding without a deduction. */
export function pass(detail: string): PageFinding {
  return { status: 'pass', detail };
}

/** A finding with half a deduction. */
export function warn(detail: string): PageFinding {
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

/** Every threshold of a page check. Changing one makes stored verdicts out of date. */
export const THRESHOLDS = {
  /** A page of fewer words is too short to be quoted. */
  minWords: 100,
  /** From here on a page needs headings. */
  headingsMinWords: 300,
  /** A first paragraph of as many words is a summary. */
  summaryMinWords: 15,
  /** The maximum share of a page's words in links, and the number of words from which it applies. */
  linkDensityMax: 0.35,
  linkDensityMinWords: 50,
  /** From here on a page needs figures or a link to a source. */
  evidenceMinWords: 150,
  evidenceMinFigures: 2,
  /** A longer paragraph is hard to quote. */
  longParagraphWords: 160,
  /** Days. */
  staleDays: 730,
  /** From here on a page needs a link to a source. */
  sourcesMinWords: 300,
  /** So many words can describe the videos among them. */
  videoMinWords: 150,
  /** Sentences of up to so many words are short enough. */
  sentencePlain: 15,
  readingEaseOk: 50,
  readingEaseHard: 30,
  /** Words of so many syllables are heavy, unless a page uses one so often that its readers know it. */
  familiarMinSyllables: 4,
  familiarMinOccurrences: 3,
  familiarCountedSyllables: 2,
} as const;
