/** Computes the scores of the rungs of readiness. */

import { type Rung as Group, type ReadinessRow, RUNGS } from '../check.js';
import { pointsOf, tallyOf } from '../pages/grade.js';
import { rungOf } from '../readiness-report.js';
import type { Population } from './population.js';

/**
 * A quotient rounded to a whole number, halves away from zero; none of the numbers is negative. A tie has an exact
 * form as a double, so no half is ever lost.
 */
function roundedRatio(sum: number, count: number): number {
  return Math.round(sum / count);
}

/** A rung's score and weight. */
interface WeighedScore {
  /** Null: not measured. */
  readonly score: number | null;
  readonly weight: number;
}

/**
 * The weighted average of the measured rungs; the weights of the rest are redistributed. 100 is only reached exactly,
 * never rounded into.
 * @returns 0 when nothing has been measured
 */
export function blend(rungs: readonly WeighedScore[]): number {
  let sum = 0;
  let weights = 0;
  for (const { score, weight } of rungs) {
    if (score === null) continue;
    sum += score * weight;
    weights += weight;
  }
  if (weights === 0) return 0;
  return sum < 100 * weights ? Math.min(99, roundedRatio(sum, weights)) : 100;
}

/**
 * A few words for a score.
 * @param canExcel false where something is missing that no number may hide
 */
export function bandOf(score: number, canExcel = true): string {
  if (score >= 85 && canExcel) return 'Excellent';
  if (score >= 70) return 'Strong';
  return score >= 50 ? 'Fair' : 'Needs work';
}

/** The last run of citation checks. */
export interface CitationFacts {
  /** Whether an answer engine is configured. */
  readonly hasProvider: boolean;
  /** Unix seconds of the last run; undefined before the first. */
  readonly lastRun: number | undefined;
  readonly succeeded: number;
  readonly errors: number;
  /** Answers that named the site. */
  readonly mentions: number;
  /** Days until a result is stale (`svc_cited_stale_days`); 0 or less for never. */
  readonly staleDays: number;
}

/** The state of citation checks. */
type CitedState = 'unset' | 'never' | 'failed' | 'stale' | 'ok';

/** The state and, where it is `ok`, the score. */
export interface Cited {
  readonly state: CitedState;
  readonly score: number | null;
  /** Checks that failed in a run that counts. */
  readonly errors: number;
}

/** Before citation checks exist. */
export const NEVER_CITED: CitationFacts = {
  hasProvider: false,
  lastRun: undefined,
  succeeded: 0,
  errors: 0,
  mentions: 0,
  staleDays: 90,
};

/**
 * Determines the state of citation checks.
 * @param now Unix seconds
 */
export function citedOf(facts: CitationFacts, now: number): Cited {
  const state = stateOf(facts, now);
  const { mentions, succeeded, errors } = facts;
  const score = state === 'ok' ? Math.min(100, roundedRatio(mentions * 100, succeeded)) : null;
  return { state, score, errors };
}

function stateOf(facts: CitationFacts, now: number): CitedState {
  const { hasProvider, lastRun, succeeded, errors, staleDays } = facts;
  if (!hasProvider) return 'unset';
  if (lastRun === undefined) return 'never';
  if (succeeded === 0) return errors > 0 ? 'failed' : 'never';
  return staleDays > 0 && now - lastRun > staleDays * 86_400 ? 'stale' : 'ok';
}

/** A part of the score. */
export interface RungReport {
  readonly key: RungKey;
  readonly label: string;
  /** Null: not measured; its weight is redistributed. */
  readonly score: number | null;
  readonly weight: number;
  readonly kind: 'check' | 'signal';
  /** Rows that pass, and all that count; null for signals. */
  readonly pass: number | null;
  readonly total: number | null;
  readonly note: string;
  /** The screen to open; empty for none. */
  readonly to: string;
  /** A part of that screen; of signals only. */
  readonly view?: string;
}

export type RungKey = Group | 'optimized' | 'cited';

const LABELS: Readonly<Record<RungKey, string>> = {
  findable: 'Findable',
  readable: 'Readable',
  trusted: 'Trusted',
  optimized: 'Optimized',
  cited: 'Cited',
};

/** The weight of each rung. */
export const WEIGHTS: Readonly<Record<RungKey, number>> = {
  findable: 15,
  readable: 15,
  trusted: 25,
  optimized: 30,
  cited: 15,
};

/** The rungs from readiness rows. */
export function checkRungs(rows: readonly ReadinessRow[]): readonly RungReport[] {
  return RUNGS.map((key) => {
    const own = rows.filter(({ id }) => rungOf(id) === key);
    const { pass } = tallyOf(own);
    const total = own.length;
    const note = total === 0 ? 'Not measured yet.' : `${pass} of ${total} checks pass.`;
    return {
      ...headOf(key),
      score: pointsOf(own) ?? null,
      weight: WEIGHTS[key],
      kind: 'check',
      pass,
      total,
      note,
      to: 'readiness',
    };
  });
}

/** The rung from the content checks: the average of the points of all pages. */
export function optimizedRung({ pages, points }: Population): RungReport {
  const note = pages === 0 ? 'No page has been graded yet.' : `The average of ${pagesText(pages)}.`;
  return signal('optimized', pages === 0 ? null : roundedRatio(points, pages), note, '', '');
}

/** The rung from citation checks, where they are switched on. */
export function citedRung({ state, score, errors }: Cited): RungReport {
  const canRun = state !== 'unset';
  return signal('cited', score, noteOf(state, errors), 'visibility', canRun ? 'results' : 'settings');
}

function noteOf(state: Cited['state'], errors: number): string {
  if (state === 'unset') return 'No answer engine is set up.';
  if (state === 'never') return 'Not measured yet.';
  if (state === 'failed') return 'The last run failed.';
  if (state === 'stale') return 'The last run is too old to count.';
  return `The share of answers that name the site.${errors > 0 ? ` ${errors} of the last checks failed.` : ''}`;
}

function signal(
  key: 'optimized' | 'cited',
  score: number | null,
  note: string,
  to: string,
  view: string,
): RungReport {
  const parts = { score, weight: WEIGHTS[key], kind: 'signal' as const, pass: null, total: null, note, to };
  return { ...headOf(key), ...parts, view };
}

function headOf(key: RungKey): { readonly key: RungKey; readonly label: string } {
  return { key, label: LABELS[key] };
}

function pagesText(pages: number): string {
  return pages === 1 ? 'one page' : `${pages} pages`;
}
