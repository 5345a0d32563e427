import { encodePath } from '../../../names.js';
import type { Project } from '../../layout.js';
import type { Place } from '../../place.js';
import type { Gaps } from '../gaps.js';
import type { PageFacts } from '../profile.js';
import { stylePath } from './paths.js';
import { fillPermalink, type PermalinkParts, permalinkPattern } from './permalinks.js';
import { kindOf, logicalPath, type Sections } from './place.js';
import { type HugoSettings, setting, settingText } from './settings.js';

/** The facts about a site that addresses depend on. */
export interface HugoSite {
  readonly project: Project;
  readonly settings: HugoSettings;
  readonly sections: Sections;
  readonly gaps: Gaps;
}

/** The address of a page: its `url`, else by the configured permalinks, else by its path. */
export function hugoAddress(page: PageFacts, site: HugoSite): string {
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
function absolute(path: string, { place }: PageFacts, { settings }: HugoSite): string {
  if (!settings.isMultihost) return path;
  const own = settings.languages.get(place.lang ?? settings.defaultLanguage);
  return `${(settingText(own?.values ?? {}, 'baseURL') ?? '').replace(/\/+$/, '')}${path}`;
}

function languagePrefix({ lang }: Place, settings: HugoSettings): string {
  const { defaultLanguage, languages, isDefaultInFolder, isMultihost } = settings;
  const code = lang ?? defaultLanguage;
  if (isMultihost) return '';
  if (code === defaultLanguage) return isDefaultInFolder ? `/${code}` : '';
  return languages.size > 1 ? `/${code}` : '';
}

/** Hugo doesn't change the letters of a `url`. */
function writtenAddress(url: string, page: PageFacts, site: HugoSite): string {
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

function patternOf(page: PageFacts, site: HugoSite): string | undefined {
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

function sectionOf({ place }: PageFacts, { sections }: HugoSite): string {
  return sections.of(place.path)[0] ?? '';
}

function filledPattern(pattern: string, page: PageFacts, site: HugoSite): string | undefined {
  const filled = fillPermalink(pattern, partsOf(page, site), (text) => stylePath(text, site.settings));
  if (filled === undefined)
    site.gaps.add(site.project.config?.file ?? page.place.path, `the permalink "${pattern}"`);
  return filled;
}

function partsOf(page: PageFacts, site: HugoSite): PermalinkParts {
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
function dateOf({ values, published, place }: PageFacts): PermalinkParts['date'] {
  const written = values.text(...values.alike('date')) ?? place.name.date ?? '';
  const [, year, month, day] = /^(\d{4})-(\d{1,2})-(\d{1,2})/.exec(written) ?? [];
  if (year !== undefined) return { year: Number(year), month: Number(month), day: Number(day) };
  if (published === undefined) return undefined;
  const time = new Date(published * 1000);
  return { year: time.getUTCFullYear(), month: time.getUTCMonth() + 1, day: time.getUTCDate() };
}

/** The path by the place of the file; a page's slug replaces its last part. */
function pathOf({ place, ownSlug }: PageFacts, { settings }: HugoSite): string {
  const { folders, isIndex, name } = place;
  const style = (text: string) => stylePath(text, settings);
  const above = isIndex ? folders.slice(0, -1) : folders;
  const last = isIndex ? (folders.at(-1) ?? '') : style(name.slug);
  const slug = ownSlug === undefined || name.stem === '_index' ? last : style(ownSlug);
  return [...above, slug].filter((part) => part !== '').join('/');
}
