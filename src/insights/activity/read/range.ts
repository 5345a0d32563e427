import { DAY } from '../days.js';
import { firstIdOf, firstIdOfDay } from '../log/visit-id.js';

/** Ids of visits: the first one, and the one after the last. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** A day in the year 2241, up to which ids are exact: far away, so that differing clocks lose nothing. */
const LAST_DAY = 99_000;

/**
 * The range between two days.
 * @param floor Unix seconds of the oldest visits in reports; 0 for no limit
 */
export function rangeOf(
  { from = 0, to = LAST_DAY }: { readonly from?: number | undefined; readonly to?: number | undefined },
  floor: number,
): Range {
  return {
    low: firstIdOf(Math.max(Math.min(from, LAST_DAY) * DAY, floor)),
    high: firstIdOfDay(Math.min(to, LAST_DAY) + 1),
  };
}
