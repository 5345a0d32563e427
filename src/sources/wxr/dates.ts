/** Dates of an export's items. */

import { unavailableAfter } from '../../content/html/robots.js';
import { parseDate } from '../../core/dates.js';
import { timesOf } from '../files/date-values.js';
import { robotsTags } from './meta-seo.js';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const RFC_822 =
  /^(?:[a-z]{3},\s*)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{2}:\d{2}(?::\d{2})?)\s*(.*)$/i;

/**
 * The time in an item's date fields: the UTC field, else the local one in the site's time zone, else
 * the RSS date. The export writes a missing date as zeros.
 * @param gmt `wp:post_date_gmt` or `wp:post_modified_gmt`
 * @param local the same without `_gmt`
 * @param pubDate RFC 822, with its own offset
 * @returns Unix seconds, or undefined when no field holds a real date
 */
export function itemDate(gmt: string, local: string, pubDate: string, timeZone: string): number | undefined {
  return utc(gmt) ?? (timeZone === 'UTC' ? utc(local) : zoned(local, timeZone)) ?? parseRfc822(pubDate);
}

/**
 * Whether one of the fields has a date: zeros, and WordPress's conversion of them (`Mon, 30 Nov -0001`), don't count.
 */
export function tellsDate(...fields: readonly string[]): boolean {
  return fields.some((field) => /[^\s0:\-/.]/.test(field) && !field.includes(' -0001'));
}

/** Offsets run from UTC-12 to UTC+14, in quarters of an hour. */
const MIN_OFFSET = -12 * 3600;
const MAX_OFFSET = 14 * 3600;
const QUARTER = 15 * 60;

/**
 * The offset of the site's own time from UTC, computed from an item that has both dates.
 * @returns seconds east of UTC; undefined where a date is missing or the two do not fit
 */
export function itemOffset(gmt: string, local: string): number | undefined {
  const [there, here] = [utc(gmt), utc(local)];
  if (there === undefined || here === undefined) return undefined;
  const offset = here - there;
  return offset % QUARTER === 0 && offset >= MIN_OFFSET && offset <= MAX_OFFSET ? offset : undefined;
}

function zoned(text: string, timeZone: string): number | undefined {
  return text === '' ? undefined : parseDate(text, timeZone);
}

function utc(text: string): number | undefined {
  return text === '' ? undefined : parseDate(`${text.trim()}Z`, 'UTC');
}

/** Parses the date form of RSS 2.0 (RFC 822 with a four-digit year); undefined for anything else. */
export function parseRfc822(text: string): number | undefined {
  const match = RFC_822.exec(text.trim());
  if (match === null) return undefined;
  const [, day = '', monthName = '', year = '', time = '', zone = ''] = match;
  const month = MONTHS.indexOf(monthName.toLowerCase()) + 1;
  if (month === 0) return undefined;
  const offset = /^[+-]\d{4}$/.test(zone) ? zone : 'Z';
  return parseDate(`${year}-${month}-${day} ${time}${offset}`, 'UTC');
}

/** Keys of a switch, and of the time at which it takes an item back. */
const SWITCHED = [
  ['_cs-enable-schedule', '_cs-expire-date'],
  ['hasp_expire_enable', 'hasp_expire_date'],
] as const;

/** Keys of extensions that take an item back at a time. */
const EXPIRY_KEYS: ReadonlySet<string> = new Set([
  '_expiration-date',
  '_expiration-date-status',
  '_expiration-date-type',
  '_expiration-date-options',
  'unpublish_timestamp',
  'hp_expired_time',
  '_job_expires',
  ...SWITCHED.flat(),
]);

const UNPUBLISHED_KEY =
  /^_?(?:unpublish[_-](?:date|at|on|time)|(?:post|page|content)[_-]expir(?:y|es|ation)(?:[_-](?:date|at|on|time))?|expires[_-](?:at|on)|(?:publish|visible|show|display)[_-](?:to|until|till))$/;

/** Keys of the time from which an item may be seen; others, such as `release_date`, are about its subject. */
const START_KEY =
  /(?:^|[_-])embargo(?:ed)?(?:[_-](?:date|until|end|ends|time|at))?$|^_?(?:publish[_-](?:at|from|after)|(?:visible|show|display)[_-](?:from|after)|(?:hide|hidden|private|draft|locked|members?[_-]only)[_-]until|go[_-]?live(?:[_-](?:date|at))?)$/;

/** True for post meta with a time from or to which an item may be seen. */
export const isTimeKey = (key: string) =>
  EXPIRY_KEYS.has(key) || START_KEY.test(key) || UNPUBLISHED_KEY.test(key);

/** The times from which the item may be seen, in Unix seconds. */
export function startsOf(meta: ReadonlyMap<string, string>, timeZone: string): readonly number[] {
  return timesAt(START_KEY, meta, timeZone);
}

function timesAt(keys: RegExp, meta: ReadonlyMap<string, string>, timeZone: string): readonly number[] {
  return [...meta].flatMap(([key, value]) => (keys.test(key) ? timesOf(value.trim(), timeZone) : []));
}

/** What the extension does with the item then; others change its terms. */
const TAKES_BACK = /^(?:|draft|private|trash|delete)$/;

/** When an extension takes the item back, or the item leaves the search engines, in Unix seconds. */
export function expiryOf(meta: ReadonlyMap<string, string>, timeZone: string): number | undefined {
  const time = (key: string) => {
    const text = meta.get(key)?.trim() ?? '';
    return /^\d{9,11}$/.test(text) ? Number(text) : undefined;
  };
  const [, older = ''] =
    /"expireType";s:\d+:"([\w-]+)"/.exec(meta.get('_expiration-date-options') ?? '') ?? [];
  const isPlanned =
    meta.get('_expiration-date-status')?.trim() === 'saved' &&
    TAKES_BACK.test(meta.get('_expiration-date-type')?.trim() ?? older);
  const [day] = /^\d{4}-\d\d-\d\d(?= |$)/.exec(meta.get('_job_expires')?.trim() ?? '') ?? [];
  return (
    (isPlanned ? time('_expiration-date') : undefined) ??
    time('unpublish_timestamp') ??
    time('hp_expired_time') ??
    timesAt(UNPUBLISHED_KEY, meta, timeZone)[0] ??
    SWITCHED.flatMap(([on, date]) =>
      /^(?:enable|1)$/i.test(meta.get(on)?.trim() ?? '') ? timesOf(meta.get(date)?.trim(), timeZone) : [],
    )[0] ??
    // A job is open until the end of the day.
    (day === undefined ? undefined : parseDate(`${day} 23:59:59`, timeZone)) ??
    unavailableAfter(robotsTags(meta), timeZone)
  );
}
