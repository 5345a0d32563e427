/** Dates in front matter. */

import { parseDate } from '../../core/dates.js';
import { isObject } from '../../core/json.js';
import { parseWrittenDate, possibleDates } from '../../core/written-dates.js';
import { foldKey, KEYS } from './keys.js';
import type { FilePlace } from './layout.js';
import type { Values } from './values.js';

/** Seconds or milliseconds as a text. */
const EPOCH = /^\d{10}(?:\d{3})?$/;

/** Unix seconds of a date value; undefined for anything else. */
export function toDate(value: unknown, timeZone: string): number | undefined {
  // TOML dates print as they were written: without an offset when they had none.
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? undefined : toDate(value.toISOString(), timeZone);
  // `date: { created: …, updated: … }`, as in Material for MkDocs.
  if (isObject(value)) return toDate(value['created'] ?? value['until'], timeZone);
  if (Array.isArray(value)) return toDate(value[0], timeZone);
  if (typeof value === 'number' && Number.isFinite(value)) {
    if (value >= 1e8 && value < 1e11) return Math.floor(value);
    if (value >= 1e11 && value < 1e14) return Math.floor(value / 1000);
    return toDate(String(value), timeZone);
  }
  if (typeof value !== 'string') return undefined;
  return EPOCH.test(value) ? toDate(Number(value), timeZone) : parseWrittenDate(value, timeZone);
}

/** The times that a value means or may mean. */
export function timesOf(value: unknown, timeZone: string): readonly number[] {
  const time = toDate(value, timeZone);
  return time === undefined ? possibleTimes(value, timeZone) : [time];
}

/** The times that a value may mean which isn't an exact date. */
function possibleTimes(value: unknown, timeZone: string): readonly number[] {
  if (value === undefined || value === null || toDate(value, timeZone) !== undefined) return [];
  return possibleDates(typeof value === 'string' ? value : JSON.stringify(value), timeZone);
}

/** Switches (`published: false`) and Eleventy's words for a file's own dates, which an export does not contain. */
export function isNoDate(value: unknown): boolean {
  return /^(?:true|false|yes|no|on|off|never|created|last modified|git created|git last modified)$/i.test(
    String(value),
  );
}

/** Keys that can only hold a time: what isn't one there is still to come. */
const ONLY_TIMES =
  /^(?:embargo|publish(?![-_ ]?on$)|scheduled[-_ ]?(?:for|at)|unlock|go[-_ ]?live|not[-_ ]?before|(?:hide|hidden|private|draft|locked)[-_ ]?until)/i;

/** Returns true for a time that isn't known yet: `publishDate: TBD`, `publish_at: after the fair`. */
export function isNotYet(key: string, value: unknown): boolean {
  const text = String(value ?? '').trim();
  if (/^(?:tb[acd]|soon|later|never|pending|unknown|undecided|not yet|\?+)\.?$/i.test(text)) return true;
  return (
    ONLY_TIMES.test(key) &&
    !/^(?:|0|n|off|now|none|published|immediately|always)$/i.test(text) &&
    !isNoDate(value) &&
    toDate(value, 'UTC') === undefined &&
    possibleTimes(value, 'UTC').length === 0
  );
}

/** Keys of the time from which a page may be seen: `publish_at`, `embargo`, `goLiveDate`. A `release_date` is that of the subject. */
const FROM =
  /^(?:embargo|schedule(?:d|publish(?:ing)?)?|golive|(?:embargo(?:ed)?|scheduled?|golive|live|publish(?:ing)?|unlocks?|schedulepublish(?:ing)?|unhide)(?:date|time|at|on|for|from|after|until|start)|(?:posted|release)at|publicationtime|(?:available|active)(?:at|on|from)|(?:visible|show|display)(?:from|after)|(?:publication|online|valid)(?:from|start)|startpublish(?:ing)?|notbefore|earlyaccess(?:until)?|publishup|(?:members?|subscribers?|premium|paid|exclusive|paywall)(?:only)?until|(?:hide|hidden|private|draft|locked|(?:with)?h(?:o|e)ld)until)$/;

/** Keys that hold such a time only if their value is a date: `live`, `show_on`, `public_after`, `sichtbar_ab`. */
const FROM_IF_DATE =
  /^(?!.*(?:until|till?|to|through|down|ends?|end(?:date|time|at|on)|bis)$)(?:(?!un|de|next|last|re).*(?:publi|pubblic|ver(?:ö|oe)ffentlich|公開|发布|發佈|опублик|publicer).*|(?:date)?(?:live|online|visible|shown?|display(?:ed)?|unlock(?:ed|s)?|reveal(?:ed|s)?|drip|posted|activates?|available|availability|enabled?|embargo(?:ed)?|sichtbar|sperrfrist|g(?:ü|ue)ltig)(?:date|time|at|on|from|after|since|starts?|ab|am|for)*)$/;

const DAY = /^\d{1,2}[/.-]\d{1,2}[/.-]\d{4}$/;

/** Keys of the end of a page: `expiryDate`, `unpublish_at`, `showUntil`. */
export const EXPIRES =
  /^(?:offline(?:date|at|on)|expir(?:es?|y|ation)(?:date|time|at|on)?|expiredat|unpublish(?:date|at|on)?|unpublished(?:date|at|on)|(?:available|visible|show|display|publish(?:ed)?|live|online|valid|active)until|(?:valid|active)(?:to|through)|(?:publish|publication)(?:to|end|down)|endpublish(?:ing)?|hideafter|(?:remove|hide|delete|archive|takedown)(?:at|date))$/;

/** Keys of the end of a page if their value is a date: `expired`, `take_down_on`, `show_till`, `gültig_bis`. */
const EXPIRES_IF_DATE =
  /^(?:(?:expir(?:es?|ed|y|ation|ing)|caduc[ao]|expira|ablauf|(?:un|de)publish(?:ed|ing)?|depublication|deleted|unavailable|offline|take(?:n)?down)(?:date|datum|time|at|on|after|from|since)*|(?:hid(?:e|es|den)|remov(?:e|es|ed|al)|delet(?:e|es|ed|ion))(?:date|time|at|on|after|from|since)+|archive(?:on|after)|(?:visible|shown?|display(?:ed)?|available|availability|live|online|publish(?:ed)?|publication|publishing|valid|active|sichtbar|g(?:ü|ue)ltig)(?:date)?(?:until|till?|to|through|thru|before|down|bis|ends?(?:date|time|at|on)?))$/;

/** A key of front matter, or the name of a meta tag. */
type Entry = readonly [key: string, value: unknown];

/** The keys of the time from which a page may be seen. */
export function startKeys(values: Values): readonly string[] {
  return [...values.matching(FROM), ...datedKeys(values.all(), FROM_IF_DATE)];
}

/** The keys of the end of a page. */
export function endKeys(values: Values): readonly string[] {
  return [...new Set([...values.matching(EXPIRES), ...datedKeys(values.all(), EXPIRES_IF_DATE)])];
}

/** The keys whose form matches and whose value is a date. */
function datedKeys(entries: readonly Entry[], pattern: RegExp): readonly string[] {
  return entries.filter((entry) => isDated(entry, pattern)).map(([key]) => key);
}

function isDated([key, value]: Entry, pattern: RegExp): boolean {
  if (!pattern.test(foldKey(key))) return false;
  const text = String(value);
  return DAY.test(text) || toDate(value instanceof Date ? value : text, 'UTC') !== undefined;
}

/** The times from which a page with these meta tags may be seen, and at which it ends. */
export function timesOfMetas(metas: readonly Entry[], timeZone: string) {
  const times = (...patterns: readonly RegExp[]) =>
    metas
      .filter((meta) => patterns.some((pattern) => isDated(meta, pattern)))
      .flatMap(([, value]) => timesOf(value, timeZone));
  return { starts: times(FROM, FROM_IF_DATE), ends: times(EXPIRES, EXPIRES_IF_DATE) };
}

/** A zone for dates without one, and the present time. */
interface Times {
  readonly timeZone: string;
  /** Unix seconds. */
  readonly now: number;
}

interface Dates {
  readonly published?: number;
  readonly modified?: number;
  readonly modifiedField?: string;
}

/** A future `publishDate` holds a page back, even if its `date` is in the past. */
export function readDates(values: Values, place: FilePlace, { timeZone, now }: Times): Dates {
  const shown = values.date(timeZone, ...values.named(KEYS.date));
  const dated = startKeys(values).filter((key) => !isNotYet(key, values.peek(key)));
  const starts = dated.flatMap((key) => values.date(timeZone, key) ?? []);
  const from = starts.length === 0 ? undefined : Math.max(...starts);
  const named = place.name.date === undefined ? undefined : parseDate(place.name.date, timeZone);
  const known = shown !== undefined && from !== undefined ? Math.max(shown, from) : (shown ?? from ?? named);
  // A date that isn't exact, or that of a map, is never shown, but a page that may be meant for later waits.
  const written = [...values.named(KEYS.date), ...startKeys(values)].map((key) => values.peek(key));
  const doubtful = [...written, ...values.inMaps(FROM)].flatMap((value) => timesOf(value, timeZone));
  const later = doubtful.filter((time) => time > now);
  const published = later.length === 0 ? known : Math.max(...later, known ?? 0);
  const keys = values.named(KEYS.modified);
  const changes = keys.flatMap((modifiedField) => {
    const modified = values.date(timeZone, modifiedField);
    return modified === undefined ? [] : [{ modified, modifiedField }];
  });
  return { ...(published === undefined ? {} : { published }), ...changes[0] };
}
