import { MONTHS, WEEKDAYS } from '../../../core/dates.js';

/** Dates as Jekyll writes them: `2024-03-05 10:00:00 +0000`. */
const DATE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/;
/** A date in the zone in which it is written. */
interface Parts {
  /** As if the zone were UTC. */
  readonly date: Date;
  readonly zone: string;
}

function partsOf(value: unknown): Parts | undefined {
  if (typeof value === 'number') return { date: new Date(value * 1000), zone: '+0000' };
  const match = typeof value === 'string' ? DATE.exec(value.trim()) : null;
  if (match === null) return undefined;
  const [, year, month, day, hour = 0, minute = 0, second = 0, zone = '+0000'] = match;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  date.setUTCHours(Number(hour), Number(minute), Number(second));
  return { date, zone: zone === 'Z' ? '+0000' : zone.replace(':', '') };
}

/**
 * Writes a date by the signs of `strftime`.
 * @returns undefined for what isn't a date, as `now`, which differs between builds
 */
export function formatDate(value: unknown, format: string): string | undefined {
  const parts = partsOf(value);
  if (parts === undefined || Number.isNaN(parts.date.getTime())) return undefined;
  return format.replace(/%([-^0_]?)([A-Za-z%])/g, (found, flag: string, sign: string) => {
    const text = signOf(sign, parts);
    if (text === undefined) return found;
    if (flag === '-') return text.trim().replace(/^0+(?=\d)/, '');
    return flag === '^' ? text.toUpperCase() : text;
  });
}

function signOf(sign: string, { date, zone }: Parts): string | undefined {
  const two = (number: number) => String(number).padStart(2, '0');
  const spaced = (number: number) => String(number).padStart(2);
  const [year, month, day] = [
    String(date.getUTCFullYear()),
    MONTHS[date.getUTCMonth()] ?? '',
    date.getUTCDate(),
  ];
  const [hour, weekday] = [date.getUTCHours(), WEEKDAYS[date.getUTCDay()] ?? ''];
  const time = `${two(hour)}:${two(date.getUTCMinutes())}`;
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const dayOfYear = Math.floor((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
  const signs: Readonly<Record<string, string>> = {
    Y: year,
    y: year.slice(-2),
    m: two(date.getUTCMonth() + 1),
    d: two(day),
    e: spaced(day),
    B: month,
    b: month.slice(0, 3),
    h: month.slice(0, 3),
    A: weekday,
    a: weekday.slice(0, 3),
    H: two(hour),
    k: spaced(hour),
    I: two(twelve),
    l: spaced(twelve),
    M: two(date.getUTCMinutes()),
    S: two(date.getUTCSeconds()),
    p: hour < 12 ? 'AM' : 'PM',
    P: hour < 12 ? 'am' : 'pm',
    j: String(dayOfYear).padStart(3, '0'),
    u: String(date.getUTCDay() || 7),
    w: String(date.getUTCDay()),
    z: zone,
    F: `${year}-${two(date.getUTCMonth() + 1)}-${two(day)}`,
    T: `${time}:${two(date.getUTCSeconds())}`,
    R: time,
    '%': '%',
  };
  return signs[sign];
}
