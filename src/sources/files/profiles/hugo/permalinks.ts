import { MONTHS, WEEKDAYS } from '../../../../core/dates.js';
import { objectOf } from '../../../../core/json.js';
import { configText } from '../../config-values.js';
import { globToPattern } from '../../glob-pattern.js';
import { type HugoSettings, setting } from './settings.js';

export type Kind = 'home' | 'page' | 'section' | 'taxonomy' | 'term';

/** A page as the configuration of permalinks sees it. */
export interface PermalinkPage {
  readonly kind: Kind;
  /** Hugo's name of the page: `/posts/tea` for `content/posts/tea.md`. */
  readonly path: string;
  readonly section: string;
  readonly lang: string;
}

/** The configured pattern for the address of a page. */
export function permalinkPattern(
  { values, languages }: HugoSettings,
  page: PermalinkPage,
): string | undefined {
  const own = setting(languages.get(page.lang)?.values ?? {}, 'permalinks');
  const written = own ?? setting(values, 'permalinks');
  return Array.isArray(written) ? fromList(written, page) : fromMap(objectOf(written), page);
}

function fromList(list: readonly unknown[], page: PermalinkPage): string | undefined {
  const found = list.map(objectOf).find(({ target }) => isTarget(objectOf(target), page));
  return found && configText(found, 'pattern');
}

/** Whether a page is meant by a target of permalinks or of a cascade. */
export function isTarget(
  target: Readonly<Record<string, unknown>>,
  { kind, path, lang }: Pick<PermalinkPage, 'kind' | 'path' | 'lang'>,
): boolean {
  const matches = (glob: unknown, text: string) =>
    typeof glob !== 'string' || globToPattern(glob.toLowerCase()).test(text.toLowerCase());
  const matrix = objectOf(objectOf(target['sites'])['matrix']);
  const languages = [target['lang'] ?? matrix['languages'] ?? '**'].flat();
  return (
    matches(target['kind'], kind) &&
    matches(target['path'], path) &&
    matches(target['environment'], 'production') &&
    languages.some((glob) => matches(glob, lang))
  );
}

/** Patterns at the top are those of pages, and of the taxonomies that they name. */
function fromMap(map: Readonly<Record<string, unknown>>, page: PermalinkPage): string | undefined {
  const { kind, section } = page;
  const ofKind = configText(objectOf(map[kind]), section);
  if (ofKind !== undefined || kind === 'section' || kind === 'home' || kind === 'taxonomy') return ofKind;
  return configText(map, section);
}

/** The parts of a page that its pattern may name. */
export interface PermalinkParts {
  /** As written, since Hugo takes the parts of a date in its own zone. */
  readonly date: { readonly year: number; readonly month: number; readonly day: number } | undefined;
  readonly title: string;
  readonly slug: string | undefined;
  readonly baseName: string;
  readonly sections: readonly string[];
}

/** Fills a pattern; a token that isn't known here makes it undefined. */
export function fillPermalink(
  pattern: string,
  parts: PermalinkParts,
  style: (text: string) => string,
): string | undefined {
  let isKnown = true;
  const filled = pattern
    .replaceAll('\\:', '\0')
    .replace(/:([a-z0-9]+)(?:\[([^\]]*)\])?/gi, (_, name: string, slice: string | undefined) => {
      const value = tokenOf(name.toLowerCase(), slice, parts, style);
      if (value === undefined) isKnown = false;
      return value ?? '';
    })
    .replaceAll('\0', ':');
  return isKnown ? filled.replace(/\/{2,}/g, '/') : undefined;
}

function tokenOf(
  name: string,
  slice: string | undefined,
  { date, title, slug, baseName, sections }: PermalinkParts,
  style: (text: string) => string,
): string | undefined {
  if (name === 'sections') return sliced(sections, slice)?.map(style).join('/');
  if (slice !== undefined) return undefined;
  const texts: Readonly<Record<string, string>> = {
    section: sections[0] ?? '',
    title,
    slug: slug ?? title,
    filename: baseName,
    contentbasename: baseName,
    slugorfilename: slug ?? baseName,
    slugorcontentbasename: slug ?? baseName,
  };
  if (Object.hasOwn(texts, name)) return style(texts[name] ?? '');
  return date && dateToken(name, date);
}

function dateToken(name: string, { year, month, day }: NonNullable<PermalinkParts['date']>) {
  const time = new Date(Date.UTC(year, month - 1, day));
  const two = (number: number) => String(number).padStart(2, '0');
  const texts: Readonly<Record<string, string>> = {
    year: String(year),
    month: two(month),
    day: two(day),
    monthname: MONTHS[month - 1] ?? '',
    weekday: String(time.getUTCDay()),
    weekdayname: WEEKDAYS[time.getUTCDay()] ?? '',
    yearday: String((time.getTime() - Date.UTC(year, 0, 0)) / 86_400_000),
    // The layout strings of Go's dates.
    2006: String(year),
    '06': two(year % 100),
    '01': two(month),
    1: String(month),
    '02': two(day),
    2: String(day),
    january: MONTHS[month - 1] ?? '',
    jan: MONTHS[month - 1]?.slice(0, 3) ?? '',
  };
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

/** `[1:]`, `[:last]` (without the last), `[1:2]` (without 2), `[last]` and `[0]`. */
function sliced(list: readonly string[], slice: string | undefined): readonly string[] | undefined {
  if (slice === undefined) return list;
  const parts = slice.split(':');
  if (parts.length > 2 || parts.some((part) => !/^(?:last|\d*)$/.test(part))) return undefined;
  const [from = '', to] = parts;
  const index = (text: string) => (text === 'last' ? list.length - 1 : Number(text));
  if (to === undefined) return from === '' ? undefined : list.slice(index(from), index(from) + 1);
  const start = from === '' ? 0 : index(from);
  return to === '' ? list.slice(start) : list.slice(start, Math.max(index(to), 0));
}
