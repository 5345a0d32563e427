import { parseDate } from '../../core/dates.js';
import { isNotYet } from './date-values.js';
import { KEYS } from './keys.js';
import type { Place } from './place.js';
import type { Values } from './values.js';

interface Dates {
  readonly published?: number;
  readonly modified?: number;
  readonly modifiedField?: string;
}

/** A future `publishDate` holds a page back, even if its `date` is in the past. */
export function readDates(values: Values, place: Place, timeZone: string): Dates {
  const shown = values.date(timeZone, ...values.named(KEYS.date));
  const dated = values.alike(...KEYS.from).filter((key) => !isNotYet(values.peek(key)));
  const starts = dated.flatMap((key) => values.date(timeZone, key) ?? []);
  const from = starts.length === 0 ? undefined : Math.max(...starts);
  const named = place.name.date === undefined ? undefined : parseDate(place.name.date, timeZone);
  const published =
    shown !== undefined && from !== undefined ? Math.max(shown, from) : (shown ?? from ?? named);
  const keys = values.named(KEYS.modified);
  const changes = keys.flatMap((modifiedField) => {
    const modified = values.date(timeZone, modifiedField);
    return modified === undefined ? [] : [{ modified, modifiedField }];
  });
  return { ...(published === undefined ? {} : { published }), ...changes[0] };
}
