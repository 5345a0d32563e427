const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';
/** `02/Jul/2026:10:00:00 +0000` without the part after the minute. */
const UP_TO_MINUTE = 17;
const CLF_LENGTH = 26;

/**
 * Makes a reader of times in Common Log Format. Neighbouring lines have the same minute and zone, which are
 * parsed once.
 * @returns Unix seconds, or NaN
 */
export function clfTimes(): (text: string, start: number) => number {
  let minute = '';
  let zone = '';
  let base = Number.NaN;
  return function readTime(text, start) {
    const isSame = minute !== '' && text.startsWith(minute, start) && text.startsWith(zone, start + 20);
    if (!isSame) {
      const read = readMinute(text.slice(start, start + CLF_LENGTH));
      // After an invalid line the cached minute still applies to the lines that follow.
      if (Number.isNaN(read)) return read;
      base = read;
      minute = text.slice(start, start + UP_TO_MINUTE);
      zone = text.slice(start + 20, start + CLF_LENGTH);
    }
    const seconds = digits(text, start + 18);
    return seconds > 60 ? Number.NaN : base + seconds;
  };
}

function readMinute(text: string): number {
  const match = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d):(\d\d):\d\d ([+-])(\d\d)(\d\d)$/.exec(text);
  if (match === null) return Number.NaN;
  const [, day, name = '', year, hour, minute, sign, zoneHours, zoneMinutes] = match;
  const month = MONTHS.indexOf(name);
  if (month % 3 !== 0 || !isBetween(0, hour, 23) || !isBetween(0, minute, 59)) return Number.NaN;
  if (!isDay(Number(year), month / 3, Number(day))) return Number.NaN;
  const local = Date.UTC(Number(year), month / 3, Number(day), Number(hour), Number(minute)) / 1000;
  const offset = Number(zoneHours) * 3600 + Number(zoneMinutes) * 60;
  return sign === '-' ? local + offset : local - offset;
}

/** False for 31 November, which JavaScript takes for 1 December. @param month 0 for January */
function isDay(year: number, month: number, day: number): boolean {
  return new Date(Date.UTC(year, month, day)).getUTCDate() === day;
}

function isBetween(least: number, text: string | undefined, most: number): boolean {
  return Number(text) >= least && Number(text) <= most;
}

function digits(text: string, at: number): number {
  const [tens, ones] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** ISO 8601 as programs write it: with a blank, a comma before the fraction, short zones, or `UTC` at the end. */
const ISO =
  /^(\d{4})([-/])(\d\d)\2(\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?) ?(Z|[+-]\d\d(?::?\d\d)?)?( UTC|UTC)?$/;

/**
 * Reads a time in a log: ISO 8601, the forms of Common Log Format and HTTP, or a number of seconds, milliseconds,
 * microseconds or nanoseconds, which its size decides. A time without a zone is in the zone of this computer.
 * @returns Unix seconds, or NaN
 */
export function readTime(value: unknown): number {
  if (typeof value === 'number') return readNumber(value);
  if (typeof value !== 'string') return Number.NaN;
  if (/^\d+(?:\.\d+)?$/.test(value)) return readNumber(Number(value));
  const iso = ISO.exec(value);
  if (iso !== null) {
    const [, year, , month, day, clock = '', zone = '', isUtc] = iso;
    if (!isDay(Number(year), Number(month) - 1, Number(day))) return Number.NaN;
    const written = zone.length === 3 ? `${zone}:00` : zone || (isUtc ? 'Z' : '');
    return Math.floor(Date.parse(`${year}-${month}-${day}T${clock.replace(',', '.')}${written}`) / 1000);
  }
  const http = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) ([\d:]{8}) GMT$/.exec(value);
  if (http !== null) return clfTimes()(`${http[1]}/${http[2]}/${http[3]}:${http[4]} +0000`, 0);
  // Apache's own time has its brackets in JSON too. Other programs write another zone behind it.
  const clf = value
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/(?<=\d )(?:Z|UTC|GMT)$/, '+0000')
    .replace(/(?<= [+-]\d\d):(?=\d\d$)/, '');
  if (clf.includes(' ')) return clfTimes()(clf, 0);
  const utc = clfTimes()(`${clf} +0000`, 0);
  return Number.isNaN(utc) ? utc : utc + new Date(utc * 1000).getTimezoneOffset() * 60;
}

function readNumber(value: number): number {
  // Seconds have ten digits until the year 2286.
  for (const unit of [1, 1e3, 1e6, 1e9]) {
    const seconds = Math.floor(value / unit);
    if (seconds < 1e10) return seconds > 0 ? seconds : Number.NaN;
  }
  return Number.NaN;
}
