import { parseDate } from '../../core/dates.js';
import { isObject } from '../../core/json.js';
import { parseWrittenDate } from '../../core/written-dates.js';
import { KEYS } from './keys.js';
import type { Place } from './place.js';
import type { Values } from './values.js';

/** Unix seconds of a date value; undefined for anything else. */
export function toDate(value: unknown, timeZone: string): number | undefined {
  // TOML dates print as they were written: without an offset when they had none.
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? undefined : toDate(value.toISOString(), timeZone);
  // `date: { created: …, updated: … }`, as in Material for MkDocs.
  if (isObject(value)) return toDate(value['created'], timeZone);
  if (Array.isArray(value)) return toDate(value[0], timeZone);
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (value >= 1e8 && value < 1e11) return Math.floor(value);
    if (value >= 1e11 && value < 1e14) return Math.floor(value / 1000);
    return toDate(String(value), timeZone);
  }
  return typeof value === 'string' ? parseWrittenDate(value, timeZone) : undefined;
}

/** Switches (`published: false`) and Eleventy's words for a file's own dates, which an export does not contain. */
export function isNoDate(value: unknown): boolean {
  return /^(?:true|false|yes|no|on|off|never|created|last modified|git created|git last modified)$/i.test(
    String(value),
  );
}

/** Returns true for a time that isn't known yet: `publishDate: TBD`. */
export function isNotYet(value: unknown): boolean {
  return /^(?:tb[acd]|soon|later|never|pending|unknown|undecided|not yet|\?+)\.?$/i.test(
    String(value).trim(),
  );
}

/** Keys of the time from which a page may be seen: `publish_at`, `embargo`, `goLiveDate`. A `release_date` is that of the subject. */
const FROM =
  /^(?:embargo|scheduled?|golive|(?:embargo(?:ed)?|scheduled?|golive|live|publish|unlocks?)(?:date|time|at|on|for|from|until|start)|releaseat|available(?:at|on|from)|(?:visible|show|display)(?:from|after)|(?:publication|online|valid)(?:from|start)|startpublish(?:ing)?)$/;

/** The keys of the time from which a page may be seen. */
export function startKeys(values: Values): readonly string[] {
  return values.matching(FROM);
}

interface Dates {
  readonly published?: number;
  readonly modified?: number;
  readonly modifiedField?: string;
}

/** A future `publishDate` holds a page back, even if its `date` is in the past. */
export function readDates(values: Values, place: Place, timeZone: string): Dates {
  const shown = values.date(timeZone, ...values.named(KEYS.date));
  const dated = startKeys(values).filter((key) => !isNotYet(values.peek(key)));
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
