import { formatLocalOffset, MONTHS, WEEKDAYS } from './dates.js';

/** The parts of a date by the placeholders of address patterns; empty for an entry without one. */
export type DateParts = Readonly<Record<string, string>>;

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
