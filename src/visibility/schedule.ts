import type { VisibilityConfig } from './config.js';

const PERIOD = { daily: 86_400, weekly: 7 * 86_400 } as const;
/** Seconds between switching the schedule on and the first run: time to think again. */
const FIRST_AFTER = 3600;

/**
 * When the next run is due.
 * @param lastRun Unix seconds of the last run; undefined before the first
 * @returns Unix seconds; undefined while there is no schedule
 * @see reference/admin-api.md section 9.4
 */
export function nextRun(
  { scheduleActive, scheduledSince, frequency }: VisibilityConfig,
  lastRun: number | undefined,
): number | undefined {
  if (!scheduleActive) return undefined;
  const first = scheduledSince + FIRST_AFTER;
  return lastRun === undefined ? first : Math.max(first, lastRun + PERIOD[frequency]);
}
