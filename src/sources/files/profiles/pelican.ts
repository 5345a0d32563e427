import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { dateParts, strftime } from '../../../core/dates.js';
import { objectOf, stringsOf } from '../../../core/json.js';
import { encodePath, type FileName } from '../../names.js';
import { addressOf } from '../address.js';
import { isExcluded, readProjectText } from '../config-file.js';
import { type ConfigValues, configText, siteAt } from '../config-values.js';
import { innerPath, type Project, placeFile } from '../layout.js';
import { type AddressFacts, defaultRules, Gaps, type Profile, type Rules } from './profile.js';
import { basesAt } from './project-paths.js';
import { firstUnread, languageOf, readAssignments } from './sphinx.js';

/** Pelican sites with Markdown sources. */
export const pelican: Profile = {
  label: 'Pelican',
  configFiles: ['pelicanconf.py'],
  // The settings for publishing override the others.
  readConfig: (root, _file, text) => ({
    ...readAssignments(text),
    ...filled(readAssignments(readProjectText(root, 'publishconf.py') ?? '')),
  }),
  buildCommand: 'pelican content',
  builtFolders: ['output'],
  builtFolder: (values) => configText(values, 'OUTPUT_PATH'),
  bases(root, config) {
    const content = existsSync(join(root, 'content')) ? 'content' : '.';
    return basesAt(root, config, configText(config?.values ?? {}, 'PATH') ?? content);
  },
  site: ({ values }) =>
    siteAt(values, {
      title: 'SITENAME',
      description: 'SITESUBTITLE',
      lang: 'DEFAULT_LANG',
      baseUrl: 'SITEURL',
      timezone: 'TIMEZONE',
    }),
  rules,
};

function filled(values: ConfigValues): ConfigValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function rules(project: Project): Rules {
  const { config } = project;
  const values = config?.values ?? {};
  const isPage = (path: string) => isBelow(path, project, values['PAGE_PATHS'] ?? ['pages']);
  return {
    ...defaultRules(project),
    hasLiteralBraces: true,
    isPartial: (inner) => /\.html?$/i.test(inner),
    pages: (files) =>
      files.filter(
        (path) =>
          !isLeftOut(path, isPage(path), project, values) &&
          (isPage(path) || isBelow(path, project, values['ARTICLE_PATHS'] ?? [''])),
      ),
    place(path) {
      const named = configText(values, 'FILENAME_METADATA') ?? '(?P<date>';
      const place = placeFile(path, project, {
        hasCollections: false,
        hasReadmes: false,
        name: (name) => ({ name: named.includes('(?P<date>') ? datedName(name) : name }),
      });
      return place && { ...place, isIndex: false, isPost: !isPage(path) };
    },
    inherited: () => ({
      valuesFor: (path) => ({
        author: values['AUTHOR'],
        ...(isPage(path) ? {} : { category: folderOf(path, project, values) ?? values['DEFAULT_CATEGORY'] }),
        ...objectOf(values['DEFAULT_METADATA']),
      }),
      print: () => values,
    }),
    address: (page) =>
      addressOf(page, project, {
        written,
        path: (one) =>
          addressBy(patternOf(isPage(one.place.path) ? 'PAGE' : 'ARTICLE', one, values), one, values),
      }),
    warnings() {
      const gaps = new Gaps();
      const folder = project.bases[0]?.folder ?? '';
      const first = firstUnread(project.root, { file: posix.join(folder, 'x'), values: {} }, /\.rst$/);
      if (first !== undefined) gaps.add(first, `pages in ${languageOf(first)}`);
      return gaps.warnings(pelican);
    },
  };
}

/** The date at the start of a name, whatever follows it. */
function datedName(name: FileName): FileName {
  const [, date, rest = ''] = /^(\d{4}-\d{2}-\d{2})[-_. ]*(.*)$/.exec(name.stem) ?? [];
  return date === undefined ? name : { ...name, date, slug: rest || name.stem };
}

/** Whether the settings exclude a file, by its folder or its name. */
function isLeftOut(path: string, isPage: boolean, project: Project, values: ConfigValues): boolean {
  const names = stringsOf(values['IGNORE_FILES']).map((glob) => `**/${glob}`);
  return (
    isBelow(path, project, values[isPage ? 'PAGE_EXCLUDES' : 'ARTICLE_EXCLUDES'] ?? []) ||
    isExcluded(innerPath(path, project), names)
  );
}

function isBelow(path: string, project: Project, folders: unknown): boolean {
  const inner = innerPath(path, project);
  return stringsOf(folders).some(
    (folder) => folder === '' || inner.startsWith(`${folder.replace(/^\/+|\/+$/g, '')}/`),
  );
}

/** The category of an article without its own: the name of its folder. */
function folderOf(path: string, project: Project, values: ConfigValues): string | undefined {
  const folder = posix.basename(posix.dirname(innerPath(path, project)));
  return values['USE_FOLDER_AS_CATEGORY'] === false || folder === '.' ? undefined : folder;
}

/** The address in the page itself, or the file that it names. */
function written({ values }: AddressFacts) {
  const key = values.text('url') === undefined ? 'save_as' : 'url';
  const value = values.text(key);
  return value === undefined ? undefined : { key, value: `/${value.replace(/^\/+/, '')}` };
}

function patternOf(kind: 'PAGE' | 'ARTICLE', { values: matter }: AddressFacts, values: ConfigValues): string {
  const lang = matter.text('lang');
  const isOther = lang !== undefined && lang !== (configText(values, 'DEFAULT_LANG') ?? 'en');
  const [name, slug] = isOther ? [`${kind}_LANG`, '{slug}-{lang}.html'] : [kind, '{slug}.html'];
  const file = configText(values, `${name}_SAVE_AS`);
  return configText(values, `${name}_URL`) ?? file ?? (kind === 'PAGE' ? `pages/${slug}` : slug);
}

/** Fills `{date:%Y}/{slug}/`. */
function addressBy(pattern: string, page: AddressFacts, values: ConfigValues): string {
  const { place, published, values: matter } = page;
  const folder = place.folders.at(-1) ?? configText(values, 'DEFAULT_CATEGORY') ?? 'misc';
  const parts: Readonly<Record<string, string | undefined>> = {
    slug: slugOf(page, values),
    category: slugify(page.categories[0] ?? folder),
    lang: matter.text('lang') ?? configText(values, 'DEFAULT_LANG'),
    author: slugify(matter.text('author') ?? configText(values, 'AUTHOR') ?? ''),
  };
  const path = pattern.replace(/\{(\w+)(?:\.slug)?(?::([^{}]*))?\}/g, (_, name: string, format = '') =>
    name === 'date'
      ? strftime(format, dateParts(published, page.timeZone))
      : (parts[name] ?? matter.text(name) ?? ''),
  );
  return `/${encodePath(path.replace(/^\/+/, '').replace(/(^|\/)index\.html$/, '$1'))}`;
}

/** Derives the slug from the title or the file name, as configured. */
function slugOf({ ownSlug, title, place }: AddressFacts, values: ConfigValues): string {
  if (ownSlug !== undefined) return ownSlug;
  if (/\(\?P<slug>/.test(configText(values, 'FILENAME_METADATA') ?? '')) return place.name.slug;
  return slugify(configText(values, 'SLUGIFY_SOURCE') === 'basename' ? place.name.stem : title);
}

/** The address of a list of pages: `{tag}green tea`, `{category}tea`, `{author}Ann`, `{index}`. */
export function listAddress(kind: string, name: string, values: ConfigValues): string {
  if (kind === 'index') return '/';
  const pattern = configText(values, `${kind.toUpperCase()}_URL`) ?? `${kind}/{slug}.html`;
  return `/${encodePath(pattern.replace(/^\/+/, '').replaceAll('{slug}', slugify(name)))}`;
}

function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}|[^\p{L}\p{N}_\s-]/gu, '')
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, '-');
}
