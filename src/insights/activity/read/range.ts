import { DAY, dayOf } from '../days.js';
import { firstIdOf, firstIdOfDay } from '../log/visit-id.js';

/** Days of the log, the first of which may be cut at the hour of the retention. */
export interface Range {
  /** Days since 1970, inclusive. */
  readonly firstDay: number;
  readonly lastDay: number;
  /** Ids: the first one, and the one after the last. */
  readonly low: number;
  readonly high: number;
  /** True when some visits of the first day are left out. */
  readonly cutsFirstDay: boolean;
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
  const firstDay = Math.min(Math.max(from, dayOf(floor)), LAST_DAY);
  const lastDay = Math.min(to, LAST_DAY);
  const start = Math.max(firstDay * DAY, floor);
  return {
    firstDay,
    lastDay,
    low: firstIdOf(start),
    high: firstIdOfDay(lastDay + 1),
    cutsFirstDay: start > firstDay * DAY,
  };
}
