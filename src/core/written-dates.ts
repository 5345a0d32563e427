import { parseDate, WEEKDAYS } from './dates.js';

/** The names of each month in languages of Europe, English first. */
const MONTHS = [
  'january januar januari janvier enero gennaio janeiro jänner stycznia января',
  'february februar februari février fevrier febrero febbraio fevereiro lutego февраля',
  'march märz maerz maart mrt mars marts marzo março marca марта',
  'april avril abril aprile kwietnia апреля',
  'may mai mei maj mayo maggio maio maja мая',
  'june juni juin junio giugno junho czerwca июня',
  'july juli juillet julio luglio julho lipca июля',
  'august augustus augusti août aout agosto sierpnia августа',
  'september septembre septiembre settembre setembro września сентября',
  'october oktober octobre octubre ottobre outubro października октября',
  'november novembre noviembre novembro listopada ноября',
  'december dezember décembre decembre diciembre dicembre dezembro grudnia декабря',
].map((names) => names.split(' '));

/** The place of a month in the year from 0 on, for its name or the beginning of it; -1 for other words. */
function monthOf(written: string): number {
  const name = written.toLowerCase();
  const isBegun = (names: readonly string[]) => names.some((one) => one.startsWith(name));
  const begun = MONTHS.findIndex(isBegun);
  return begun === -1 ? MONTHS.findIndex(([english = '']) => name.startsWith(english.slice(0, 3))) : begun;
}

const MONTH_FIRST = /^(?:\p{L}{3,13},?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b(.*)$/u;
const DAY_FIRST =
  /^(?:\p{L}{3,13},?\s+)?(\d{1,2})(?:\.|st|nd|rd|th|er|º)?\s+(?:de\s+)?(\p{L}{3,12})\.?,?\s+(?:de\s+)?(\d{4})\b(.*)$/u;

/** `Jul 08 2022`, `July 8, 2022`, `8 July 2022`, `8. Juli 2022`, `8 de julio de 2022` as ISO; anything else as it is. */
function isoFromWords(text: string): string {
  const match = MONTH_FIRST.exec(text);
  const turned = DAY_FIRST.exec(text);
  const [month, day, year, rest] = match
    ? [match[1], match[2], match[3], match[4]]
    : [turned?.[2], turned?.[1], turned?.[3], turned?.[4]];
  const index = month === undefined ? -1 : monthOf(month);
  return index === -1 || year === undefined ? text : `${year}-${index + 1}-${day}${rest ?? ''}`;
}

/** ` 9:05 PM` as ` 21:05`. */
function in24Hours(time: string): string {
  return time.replace(
    /\b(\d{1,2})(:\d{2}(?::\d{2})?)\s*([ap])\.?m\.?/i,
    (_, hour: string, rest: string, half: string) => {
      const hours = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
      return `${hours}${rest}`;
    },
  );
}

/**
 * A day, a month and a year, whose order is known if the time comes first, if one between hyphens can't be a month, or if
 * the second one between slashes can't: PHP programs such as Grav read `17:34 07/13/2013`, `17:34 13-07-2013` and
 * `13-07-2013 17:34`, JavaScript reads `07/13/2013`, and neither reads `13/07/2013`.
 */
function inKnownOrder(text: string): string {
  const [, time = '', one, sign, other, year, rest = ''] =
    /^(?:(\d{1,2}:\d{2}(?::\d{2})?)\s+)?(\d{1,2})([/-])(\d{1,2})\3(\d{4})(?!\d)(.*)$/s.exec(text) ?? [];
  const isDayFirst = Number(one) > 12;
  const isKnown = time !== '' || (sign === '-' && isDayFirst) || (!isDayFirst && Number(other) > 12);
  if (year === undefined || !isKnown) return text;
  const [day, month] = isDayFirst || (sign === '-' && Number(other) <= 12) ? [one, other] : [other, one];
  return `${year}-${month}-${day}${time && ` ${time}`}${rest}`;
}

/** `Wed, 01/11/2012 - 14:58`, as Drupal writes it: the day of the week shows which number is the month. */
function inOrderOfWeekday(text: string): string {
  const [, weekday = '', one, other, year, rest = ''] =
    /^([a-z]{3})[a-z]{0,6},?\s+(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)(.*)$/is.exec(text) ?? [];
  const isOn = (month: unknown, day: unknown): boolean => {
    const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
    const isReal = date.getUTCMonth() === Number(month) - 1;
    return isReal && WEEKDAYS[date.getUTCDay()]?.slice(0, 3).toLowerCase() === weekday.toLowerCase();
  };
  if (isOn(one, other)) return `${year}-${one}-${other}${rest}`;
  return isOn(other, one) ? `${year}-${other}-${one}${rest}` : text;
}

/** `2013/7/13 20:46:25`, `2013.7.13`, `13.7.2013` `20130713` and `2013年7月13日`, with hyphens. */
function withHyphens(text: string): string {
  return text
    .replace(/^(\d{4})[年년]\s?(\d{1,2})[月월]\s?(\d{1,2})[日일]/, '$1-$2-$3')
    .replace(/^(\d{4})([/.])(\d{1,2})\2(\d{1,2})(?!\d)/, '$1-$3-$4')
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, '$3-$2-$1')
    .replace(/^((?:19|20)\d\d)(\d\d)(\d\d)$/, '$1-$2-$3');
}

/**
 * Parses a date as authors and themes write it to Unix seconds: ISO 8601, `13.7.2013`, `2013/7/13`, `July 8, 2022`.
 * @param timeZone the zone of a value without an offset
 * @returns undefined for anything that is not a real date
 */
export function parseWrittenDate(text: string, timeZone: string): number | undefined {
  const named = text
    .trim()
    .replace(/\s([A-Z]\w{1,30}(?:\/\w{1,30}){1,2})$/, '[$1]')
    // As JavaScript prints a date.
    .replace(/ GMT([+-]\d{4})(?: \([^()]{1,60}\))?$/, ' $1')
    .replace(/\s-\s(?=\d{1,2}:\d\d)/, ' ');
  return parseDate(in24Hours(isoFromWords(withHyphens(inKnownOrder(inOrderOfWeekday(named))))), timeZone);
}

/** Day and month in an order that isn't known, and a year or a month with whatever stands around it. */
const [SLASHED, YEAR] = [
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|[0-6]\d)(?!\d)/,
  /(?<!\d)((?:19|20)\d\d)(?:[-/.](0?[1-9]|1[0-2])|\d{4})?(?!\d)/g,
];

/** The times that a text may mean which isn't an exact date: `01/02/2031` has two, `Spring 2031` the start of its year. */
export function possibleDates(text: string, timeZone: string): readonly number[] {
  const [, one, other, year] = SLASHED.exec(text.trim()) ?? [];
  const years = [...text.matchAll(YEAR)].map(
    ([, named, month = '1']) => `${named}-${month.padStart(2, '0')}-01`,
  );
  const full = year?.padStart(4, '20');
  const written =
    full === undefined ? years.sort().slice(0, 1) : [`${full}-${one}-${other}`, `${full}-${other}-${one}`];
  return written.flatMap((date) => parseDate(date, timeZone) ?? []);
}
