import { dateParts, strftime } from '../../../../core/dates.js';
import { objectOf } from '../../../../core/json.js';
import { encodePath } from '../../../names.js';
import { globToPattern } from '../../config-file.js';
import { configText } from '../../config-values.js';
import type { FilePlace, Project } from '../../layout.js';
import type { AddressFacts, Gaps } from '../profile.js';
import { kindOf, logicalPath, type Sections } from './place.js';
import { type HugoSettings, setting, settingText, stylePath } from './settings.js';

/** The facts about a site that addresses depend on. */
interface HugoSite {
  readonly project: Project;
  readonly settings: HugoSettings;
  readonly sections: Sections;
  readonly gaps: Gaps;
}

export type Kind = 'home' | 'page' | 'section' | 'taxonomy' | 'term';

/** A page as the configuration of permalinks sees it. */
interface PermalinkPage {
  readonly kind: Kind;
  /** Hugo's name of the page: `/posts/tea` for `content/posts/tea.md`. */
  readonly path: string;
  readonly section: string;
  readonly lang: string;
}

/** The address of a page: its `url`, else by the configured permalinks, else by its path. */
export function hugoAddress(page: AddressFacts, site: HugoSite): string {
  const { settings } = site;
  const prefix = languagePrefix(page.place, settings);
  const url = page.values.text(...page.values.alike('url'));
  if (url !== undefined) return writtenAddress(url, page, site);
  const kind = kindOf(page.place, settings);
  const pattern = patternOf(page, site);
  const filled = pattern === undefined ? undefined : filledPattern(pattern, page, site);
  const path = filled ?? pathOf(page, site);
  if (kind === 'home' && filled === undefined) return absolute(`${prefix}/`, page, site);
  const isUgly =
    settings.uglyUrls === true || setting(Object(settings.uglyUrls), sectionOf(page, site)) === true;
  const ending = /\.\w+$/.test(filled ?? '') ? '' : isUgly ? '.html' : '/';
  return absolute(`${prefix}/${encodePath(path.replace(/^\/+|\/+$/g, ''))}${ending}`, page, site);
}

/** A multihost site has a host for each language. */
function absolute(path: string, { place }: AddressFacts, { settings }: HugoSite): string {
  if (!settings.isMultihost) return path;
  const own = settings.languages.get(place.lang ?? settings.defaultLanguage);
  return `${(settingText(own?.values ?? {}, 'baseURL') ?? '').replace(/\/+$/, '')}${path}`;
}

function languagePrefix({ lang }: FilePlace, settings: HugoSettings): string {
  const { defaultLanguage, languages, isDefaultInFolder, isMultihost } = settings;
  const code = lang ?? defaultLanguage;
  if (isMultihost) return '';
  if (code === defaultLanguage) return isDefaultInFolder ? `/${code}` : '';
  return languages.size > 1 ? `/${code}` : '';
}

/** Hugo doesn't change the letters of a `url`. */
function writtenAddress(url: string, page: AddressFacts, site: HugoSite): string {
  const filled = fillPermalink(url, partsOf(page, site), (text) => stylePath(text, site.settings));
  if (filled === undefined) {
    site.gaps.add(page.place.path, `the url "${url}"`);
    return absolute(`/${encodePath(pathOf(page, site))}/`, page, site);
  }
  const prefix = filled.startsWith('/') ? '' : languagePrefix(page.place, site.settings);
  const path = filled.replace(/^\/+|\/+$/g, '').replace(/(?:^|\/)index\.html$/, '');
  const ending = path === '' || /\.\w+$/.test(path) ? '' : '/';
  return absolute(`${prefix}/${encodePath(path).replace(/%25(?=[0-9A-F]{2})/gi, '%')}${ending}`, page, site);
}

function patternOf(page: AddressFacts, site: HugoSite): string | undefined {
  const { place, type, options } = page;
  const { project, settings } = site;
  return (
    options.permalinks[place.collection ?? ''] ??
    options.permalinks[type] ??
    permalinkPattern(settings, {
      kind: kindOf(place, settings),
      path: logicalPath(place.path, project, settings),
      section: sectionOf(page, site),
      lang: place.lang ?? settings.defaultLanguage,
    })
  );
}

function sectionOf({ place }: AddressFacts, { sections }: HugoSite): string {
  return sections.of(place.path)[0] ?? '';
}

function filledPattern(pattern: string, page: AddressFacts, site: HugoSite): string | undefined {
  const filled = fillPermalink(pattern, partsOf(page, site), (text) => stylePath(text, site.settings));
  if (filled === undefined)
    site.gaps.add(site.project.config?.file ?? page.place.path, `the permalink "${pattern}"`);
  return filled;
}

function partsOf(page: AddressFacts, site: HugoSite): PermalinkParts {
  const { place, title, ownSlug } = page;
  const bundle = place.isIndex ? place.folders.at(-1) : undefined;
  return {
    date: dateOf(page),
    title,
    // A date before the name leaves its rest as the slug.
    slug: ownSlug ?? (place.name.slug === place.name.stem ? undefined : place.name.slug),
    baseName: bundle ?? place.name.stem,
    sections: site.sections.of(place.path),
  };
}

/** The day as written: Hugo takes it in the zone of the date itself. */
function dateOf({ values, published, place }: AddressFacts): PermalinkParts['date'] {
  const written = values.text(...values.alike('date')) ?? place.name.date ?? '';
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(written) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  if (published === undefined) return undefined;
  const time = new Date(published * 1000);
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, day: time.getUTCDate() };
}

/** The path by the place of the file; a page's slug replaces its last part. */
function pathOf({ place, ownSlug }: AddressFacts, { settings }: HugoSite): string {
  const { folders, isIndex, name } = place;
  const style = (text: string) => stylePath(text, settings);
  const above = isIndex ? folders.slice(0, -1) : folders;
  const last = isIndex ? (folders.at(-1) ?? '') : style(name.slug);
  const slug = ownSlug === undefined || name.stem === '_index' ? last : style(ownSlug);
  return [...above, slug].filter((part) => part !== '').join('/');
}

/** The configured pattern for the address of a page. */
function permalinkPattern({ values, languages }: HugoSettings, page: PermalinkPage): string | undefined {
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
interface PermalinkParts {
  /** As written, since Hugo takes the parts of a date in its own zone. */
  readonly date: { readonly year: number; readonly month: number; readonly day: number } | undefined;
  readonly title: string;
  readonly slug: string | undefined;
  readonly baseName: string;
  readonly sections: readonly string[];
}

/** Fills a pattern; a token that isn't known here makes it undefined. */
function fillPermalink(
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
  const texts: Readonly<Record<string, string>> = {
    ...{
      year: '%Y',
      month: '%m',
      day: '%d',
      monthname: '%B',
      weekday: '%w',
      weekdayname: '%A',
      yearday: '%-j',
    },
    // The layout strings of Go's dates.
    ...{ 2006: '%Y', '06': '%y', '01': '%m', 1: '%-m', '02': '%d', 2: '%-d', january: '%B', jan: '%b' },
  };
  const format = Object.hasOwn(texts, name) ? texts[name] : undefined;
  return format && strftime(format, dateParts(Date.UTC(year, month - 1, day) / 1000, 'UTC'));
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
