import type { VisibilityConfig } from './config.js';

const PERIOD = { daily: 86_400, weekly: 7 * 86_400 } as const;
/** Seconds between switching the schedule on and the first run, so that it can be switched off again. */
const FIRST_AFTER = 3600;

/** Seconds after which an unfinished run is started again: its questions cost money again. */
const AGAIN_AFTER = 3600;

/** The latest started run, even after its results have been removed. */
export interface Attempt {
  /** Unix seconds. */
  readonly at: number;
  /** It is complete. */
  readonly isDone: boolean;
}

/**
 * When the next run is due.
 * @param lastRun Unix seconds of the last complete run; undefined before the first
 * @param attempt undefined before the first
 * @returns Unix seconds; undefined while there is no schedule
 */
export function nextRun(
  { scheduleActive, scheduledSince, frequency }: VisibilityConfig,
  lastRun: number | undefined,
  attempt: Attempt | undefined,
): number | undefined {
  if (!scheduleActive) return undefined;
  const period = PERIOD[frequency];
  return Math.max(
    scheduledSince + FIRST_AFTER,
    lastRun === undefined ? 0 : lastRun + period,
    attempt === undefined ? 0 : attempt.at + (attempt.isDone ? period : AGAIN_AFTER),
  );
}
