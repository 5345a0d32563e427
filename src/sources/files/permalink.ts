import { formatLocalOffset, MONTHS, WEEKDAYS } from '../../core/dates.js';
import { slugify } from '../names.js';

/** The values for the placeholders of an address pattern. */
export interface PatternValues {
  /** Unix seconds; undefined leaves the parts of the date out. */
  readonly published?: number | undefined;
  readonly timeZone: string;
  readonly title: string;
  readonly slug: string;
  /** Name of the file without extension and date. */
  readonly fileName: string;
  readonly folders: readonly string[];
  readonly collection: string;
  readonly categories: readonly string[];
  /** Hugo's `:title` is the slugified title; elsewhere it is the slug. */
  readonly titleFromTitle: boolean;
  /** Values that only this generator has, or has otherwise. */
  readonly own?: Readonly<Record<string, string>> | undefined;
}

/** Jekyll's named styles. */
export const STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
};

/** The parts of a date by the placeholders of patterns. */
export function dateParts(published: number | undefined, timeZone: string): Readonly<Record<string, string>> {
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

/**
 * Fills an address pattern of Jekyll or Hugo (`/:categories/:year/:title/`). Unknown placeholders are removed, with
 * one of the slashes around them.
 */
export function fillPattern(pattern: string, values: PatternValues): string {
  const { folders, categories, slug } = values;
  const parts: Readonly<Record<string, string>> = {
    ...dateParts(values.published, values.timeZone),
    title: values.titleFromTitle ? slugify(values.title) : slug,
    slug,
    slugorfilename: slug,
    slugorcontentbasename: slug,
    filename: values.fileName,
    contentbasename: values.fileName,
    basename: values.fileName,
    name: values.fileName,
    path: [...folders.filter((folder) => folder !== values.collection), values.fileName].join('/'),
    section: folders[0] ?? '',
    sections: folders.join('/'),
    collection: values.collection,
    categories: categories.map((name) => name.toLowerCase().replace(/\s+/g, '-')).join('/'),
    slugified_categories: categories.map(slugify).join('/'),
    category: categories[0] === undefined ? 'uncategorized' : slugify(categories[0]),
    post_title: slugify(values.title),
    output_ext: '.html',
    ...values.own,
  };
  const filled = pattern.replace(/:([a-z_]+)/g, (found, name: string) =>
    Object.hasOwn(parts, name)
      ? (parts[name] ?? '')
      : /^(?:year|month|day|[iwy]_|(?:short|long)_|week$|hour|minute|second)/.test(name)
        ? ''
        : found,
  );
  return `/${filled}`.replace(/\/{2,}/g, '/');
}
