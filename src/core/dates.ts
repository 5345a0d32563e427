/** Formats and parses dates, independent of locale and system time zone. */

/** The English names of the months, from January. */
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** The English names of the days of the week, from Sunday. */
export const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/**
 * `2026-07-01T09:30:00+00:00`: the form of the change feed and the sitemaps (never `Z`).
 * @param seconds Unix time in whole seconds
 */
export function formatUtcOffset(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}+00:00`;
}

/** `2026-07-01T09:30:00Z`: the form of RFC 9116 and front matter. */
export function formatUtcZ(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** RFC 822 date as RSS 2.0 requires it, in UTC. */
export function formatRfc822(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().replace('GMT', '+0000');
}

/** Length of an ISO date whose year has four digits. */
const ISO_LENGTH = '2026-07-01T10:30:00.000Z'.length;

const formatters = new Map<string, Intl.DateTimeFormat>();

function partsIn(seconds: number, timeZone: string): Record<string, string> {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    formatters.set(timeZone, formatter);
  }
  return Object.fromEntries(formatter.formatToParts(seconds * 1000).map((part) => [part.type, part.value]));
}

/** `YYYY-MM-DD` of an instant in an IANA time zone, independent of the machine's zone and locale. */
export function formatLocalDate(seconds: number, timeZone: string): string {
  // UTC is the most frequent zone, and a formatter is slow.
  if (timeZone === 'UTC') {
    const text = new Date(seconds * 1000).toISOString();
    if (text.length === ISO_LENGTH) return text.slice(0, 10);
  }
  const parts = partsIn(seconds, timeZone);
  return `${(parts['year'] ?? '').padStart(4, '0')}-${parts['month']}-${parts['day']}`;
}

/** Midnight in UTC. `Date.UTC` reads the years 1 to 99 as those of the 20th century. */
function utcDay(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date;
}

/** Offset of a time zone from UTC at an instant, in seconds (east is positive). */
function zoneOffset(seconds: number, timeZone: string): number {
  // UTC is the most frequent zone, and a formatter is slow.
  if (timeZone === 'UTC') return 0;
  const p = partsIn(seconds, timeZone);
  const [hour, minute, second] = [Number(p['hour']), Number(p['minute']), Number(p['second'])];
  const day = utcDay(Number(p['year']), Number(p['month']), Number(p['day'])).getTime() / 1000;
  return day + hour * 3600 + minute * 60 + second - seconds;
}

/** `2026-07-01T10:30:00+01:00` in an IANA time zone: the form of JSON-LD dates. */
export function formatLocalOffset(seconds: number, timeZone: string): string {
  return formatOffset(seconds, zoneOffset(seconds, timeZone));
}

/**
 * `2026-07-01T10:30:00+01:00` at a known distance from UTC.
 * @param offset seconds east of UTC
 */
export function formatOffset(seconds: number, offset: number): string {
  const local = new Date((seconds + offset) * 1000).toISOString().slice(0, 19);
  const minutes = Math.abs(Math.round(offset / 60));
  const pad = (n: number) => String(n).padStart(2, '0');
  return `${local}${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

const PATTERN =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?\s*(Z|UTC|GMT|[+-]\d{2}:?\d{2}(?: [A-Z]{3,5})?)?(?:\[!?([\w/+-]+)\](?:\[[^[\]]*\])*)?$/i;

/**
 * Parses an ISO 8601 date or date-time (also with a space for `T`, and as Go prints times: `2024-01-10 10:00:00 +0000 UTC`)
 * to Unix seconds.
 * A value without an offset is read in the zone that it names (RFC 9557: `2026-07-01T09:30[Europe/Berlin]`), otherwise
 * in `timeZone`.
 * @returns undefined for anything that is not a real date, `0000-00-00` included
 */
export function parseDate(text: string, timeZone: string): number | undefined {
  const match = PATTERN.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', zone, named = ''] = match;
  const date = utcDay(Number(year), Number(month), Number(day));
  // 31 February rolls over; a date that rolls was never a date. 23:59:60 rolls as well, but is a leap second.
  if (date.getUTCMonth() !== Number(month) - 1) return undefined;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60 || Number(year) < 1) return undefined;
  const seconds = date.getTime() / 1000 + Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  if (zone === undefined) {
    const own = isTimeZone(named) ? named : timeZone;
    const guess = seconds - zoneOffset(seconds, own);
    // Computed again: the offset at the guessed instant differs around a clock change.
    return seconds - zoneOffset(guess, own);
  }
  if (/^[+-]/.test(zone)) {
    const sign = zone.startsWith('-') ? -1 : 1;
    const digits = zone.slice(1, 6).replace(':', '');
    const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
    return hours > 23 || minutes > 59 ? undefined : seconds - sign * (hours * 3600 + minutes * 60);
  }
  return seconds;
}

/** True for a zone name that this runtime knows. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The parts of a date by the placeholders of address patterns; empty for an entry without one. */
type DateParts = Readonly<Record<string, string>>;

/** The parts of a date in a time zone: `year`, `i_month` (without a zero), `long_day`. */
export function dateParts(published: number | undefined, timeZone: string): DateParts {
  if (published === undefined) return {};
  const iso = formatLocalOffset(published, timeZone);
  const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
  const [hour = '', minute = '', second = ''] = iso.slice(11, 19).split(':');
  const at = (days: number) => new Date(Date.UTC(+year, +month - 1, +day + days));
  const yearDay = (at(0).getTime() - Date.UTC(+year, 0, 0)) / 86_400_000;
  const weekday = at(0).getUTCDay();
  // A week belongs to the year of its Thursday.
  const thursday = at(4 - (weekday || 7));
  const weekYear = thursday.getUTCFullYear();
  const week = Math.ceil((thursday.getTime() - Date.UTC(weekYear, 0, 0)) / 86_400_000 / 7);
  const [monthName = '', dayName = ''] = [MONTHS[+month - 1], WEEKDAYS[weekday]];
  return {
    year,
    month,
    day,
    hour,
    minute,
    second,
    short_year: year.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    y_day: String(yearDay).padStart(3, '0'),
    yearday: String(yearDay),
    monthname: monthName.toLowerCase(),
    short_month: monthName.slice(0, 3),
    long_month: monthName,
    short_day: dayName.slice(0, 3),
    long_day: dayName,
    w_day: String(weekday || 7),
    w_year: String(weekYear),
    week: String(week).padStart(2, '0'),
  };
}

/** The parts by the signs of `strftime`. */
const SIGNS: Readonly<Record<string, string>> = {
  ...{ Y: 'year', y: 'short_year', m: 'month', d: 'day', H: 'hour', M: 'minute', S: 'second' },
  ...{ B: 'long_month', b: 'short_month', h: 'short_month', A: 'long_day', a: 'short_day' },
  ...{ j: 'y_day', u: 'w_day' },
};

/**
 * Writes a date by the signs of `strftime`; unknown ones stay.
 * @param zone the result of `%z`
 */
export function strftime(format: string, parts: DateParts, zone = '+0000'): string {
  return format.replace(/%([-^0_]?)([A-Za-z%])/g, (found, flag: string, sign: string) => {
    const text = parts[SIGNS[sign] ?? ''] ?? combined(sign, parts, zone);
    if (text === undefined) return found;
    if (flag === '-') return text.trim().replace(/^0+(?=\d)/, '');
    return flag === '^' ? text.toUpperCase() : text;
  });
}

function combined(sign: string, parts: DateParts, zone: string): string | undefined {
  const { year, month, day, hour = '', minute, second, i_day = '', w_day } = parts;
  const twelve = String(+hour % 12 || 12);
  const signs: DateParts = {
    ...{ '%': '%', z: zone, p: +hour < 12 ? 'AM' : 'PM', P: +hour < 12 ? 'am' : 'pm' },
    ...{ I: twelve.padStart(2, '0'), l: twelve.padStart(2), k: String(+hour).padStart(2) },
    ...{ e: i_day.padStart(2), w: String(Number(w_day) % 7) },
    ...{ F: `${year}-${month}-${day}`, T: `${hour}:${minute}:${second}`, R: `${hour}:${minute}` },
  };
  return signs[sign];
}
