import { roundedRatio } from './numbers.js';

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
export type CitedState = 'unset' | 'never' | 'failed' | 'stale' | 'ok';

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
