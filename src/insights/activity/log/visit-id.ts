import { DAY } from '../days.js';

/**
 * Ids of visits begin with the second, so that their order is that of time even for visits that are written late,
 * such as those of a log file; a day is a range of ids. They stay below 2^53 until the year 2242.
 */
const PER_SECOND = 2 ** 20;

/** The first id of a second. @param at Unix seconds */
export function firstIdOf(at: number): number {
  return at * PER_SECOND;
}

/** The first id of a day. @param day since 1970 */
export function firstIdOfDay(day: number): number {
  return firstIdOf(day * DAY);
}

/** Unix seconds of a visit. */
export function timeOf(id: number): number {
  return Math.floor(id / PER_SECOND);
}

/** Ids of one day. */
export const IDS_PER_DAY = PER_SECOND * DAY;

/** The day of a visit, since 1970. */
export function dayOfId(id: number): number {
  return Math.floor(id / IDS_PER_DAY);
}
