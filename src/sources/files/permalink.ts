import { formatLocalOffset } from '../../core/dates.js';
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

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);

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
  const yearDay = (Date.UTC(+year, +month - 1, +day) - Date.UTC(+year, 0, 0)) / 86_400_000;
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
    monthname: MONTHS[Number(month) - 1] ?? '',
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
      : /^(?:year|month|day|i_|short_|y_|hour|minute|second)/.test(name)
        ? ''
        : found,
  );
  return `/${filled}`.replace(/\/{2,}/g, '/');
}
