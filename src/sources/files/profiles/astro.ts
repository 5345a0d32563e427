import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareText } from '../../../core/compare.js';
import { listOf, objectOf, withoutUndefined } from '../../../core/json.js';
import { lastName, pathInside, withoutQuery } from '../../../core/paths.js';
import { encodePath, MARKDOWN_FILE, parseFileName } from '../../names.js';
import type { RawSite } from '../../port.js';
import { sampleFiles } from '../../walk-folder.js';
import { matchesAny } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import { baseOf, type ContentBase, type FilePlace, type GeneratorConfig, type Project } from '../layout.js';
import { type Collection, collectionsOf, entryId, starlightOptions } from './astro/collections.js';
import { defaultRules, Gaps, type NavPage, NOT_CONTENT, type Profile, type Rules } from './profile.js';
import { addressBelow, hasConfig, joinAddress } from './project-paths.js';
import { readMatterData, uniquePages } from './sidebar-links.js';

const OTHER_FRAMEWORKS = ['next', 'nuxt', 'svelte', 'react-router', 'remix'];

const CONFIGS = ['mjs', 'js', 'ts', 'mts', 'cjs'].map((ending) => `astro.config.${ending}`);

/** Projects often keep their site next to what it documents. */
const FOLDERS = ['', 'docs/', 'website/', 'site/', 'documentation/'];

/** Astro, with or without Starlight: pages and content collections. */
export const astro: Profile = {
  label: 'Astro',
  configFiles: FOLDERS.flatMap((folder) => CONFIGS.map((name) => folder + name)),
  // Programs on other frameworks keep their content there too.
  isLikely: (root) => existsSync(join(root, 'src/content')) && !hasConfig(root, OTHER_FRAMEWORKS),
  needsBuild: (root, config) => collectionsOf(root, config).some(({ isComputed }) => isComputed),
  buildCommand: 'npx astro build',
  builtFolders: ['dist'],
  builtFolder: (values) => configText(values, 'outDir'),
  namesOutsideFolders: true,
  bases: basesOf,
  site: siteOf,
  rules,
  authoring: { staticFolder: 'public', postFolder: 'blog' },
};

/** A page of Starlight. */
interface SidebarPage {
  readonly path: string;
  /** Without the folder of its language. */
  readonly slug: string;
  /** Undefined for the main language. */
  readonly lang: string | undefined;
  /** The `sidebar.order` of its front matter. */
  readonly order: number;
}

const MAX_DEPTH = 20;

function basesOf(root: string, config: GeneratorConfig | undefined): readonly ContentBase[] {
  const found = collectionsOf(root, config);
  if (found.length > 0 || existsSync(join(root, 'src'))) return found;
  return ['content/docs', 'docs']
    .filter((folder) => existsSync(join(root, folder)))
    .map((folder) => ({ folder }));
}

function siteOf({ values }: GeneratorConfig): RawSite {
  const starlight = starlightOptions(values) ?? {};
  const { title, locales } = starlight;
  const root = objectOf(objectOf(locales)['root']);
  const standard = configText(starlight, 'defaultLocale');
  const lang = configText(root, 'lang') ?? standard ?? configText(objectOf(values['i18n']), 'defaultLocale');
  const names = objectOf(title);
  const name =
    typeof title === 'string'
      ? title
      : (configText(names, lang ?? '') ?? configText(names, ...Object.keys(names)));
  const description = configText(starlight, 'description');
  const baseUrl = addressBelow(configText(values, 'site'), joinAddress(configText(values, 'base')));
  return withoutUndefined({ title: name, description, baseUrl, lang });
}

/** The pages of a site without collections that are known: those of a folder alone. */
const PLAIN = { kind: 'pages', name: '', folder: '', pattern: '**/*', route: '', isComputed: false } as const;

function rules(project: Project): Rules {
  const { root, config } = project;
  const { values = {} } = config ?? {};
  const collections = collectionsOf(root, config);
  const starlight = starlightOptions(values);
  const collectionOf = (path: string): Collection => {
    const folder = baseOf(path, project)?.folder ?? '';
    return collections.find((one) => one.folder === folder) ?? { ...PLAIN, folder };
  };
  const languages = languagesOf(values, starlight);
  const idOf = (path: string, slug?: string) => {
    const { kind, folder } = collectionOf(path);
    const inner = pathInside(path, folder);
    return kind === 'pages'
      ? inner.replace(/\.\w+$/, '').replace(/(^|\/)index$/, '$1')
      : entryId(inner, slug);
  };
  const ending = endingOf(values, starlight !== undefined);
  const isErrorPage = (path: string) => {
    const [name, ...above] = idOf(path).split('/').reverse();
    return /^(?:404|500)$/.test(name ?? '') && (above.length === 0 || languages.has(above.join('/')));
  };
  return {
    ...defaultRules(project),
    notContent: NOT_CONTENT,
    pages: (files) => files.filter((path) => isPage(path, collectionOf(path))),
    place: (path) => placeOf(path, collectionOf(path), idOf(path), languages),
    address({ place: { path }, values: matter }) {
      const { route } = collectionOf(path);
      const parts = joinAddress(route, idOf(path, matter.text('slug')));
      return parts === '' ? '/' : `/${encodePath(parts)}${ending}`;
    },
    inherited: () => ({
      valuesFor: (path) => (isErrorPage(path) ? { noindex: true } : {}),
      print: () => collections,
    }),
    navigation(files) {
      if (starlight === undefined) return [];
      const docs = files.filter((path) => collectionOf(path).name === 'docs');
      const pages = docs.map((path) => {
        const { slug, sidebar } = readMatterData(root, path);
        const order = Number(objectOf(sidebar)['order'] ?? Number.MAX_SAFE_INTEGER);
        const id = idOf(path, typeof slug === 'string' ? slug : undefined);
        const lang = languages.get(id.split('/')[0] ?? '');
        return { path, slug: withoutLanguage(id, languages), lang, order: Number.isNaN(order) ? 0 : order };
      });
      return starlightOrder(starlight['sidebar'], pages);
    },
    print: () => collections,
    warnings() {
      const gaps = new Gaps();
      for (const { name, isComputed } of collections)
        if (isComputed) gaps.add(config?.file ?? '', `the addresses of the collection "${name}"`);
      for (const { kind, folder } of collections)
        if (kind === 'pages') for (const path of programPages(root, folder)) gaps.add(path, 'the page');
      return gaps.warnings(astro);
    },
  };
}

const MAX_PAGES = 1000;

/** Pages that are programs, without the templates of several pages and the site's own error pages. */
function programPages(root: string, folder: string): readonly string[] {
  return sampleFiles(join(root, folder), /\.astro$/, MAX_PAGES)
    .map((path) => posix.join(folder, path))
    .filter((path) => !/[[\]]|(?:^|\/)(?:_|(?:404|500)\.astro$)/.test(path));
}

function isPage(path: string, { kind, folder, pattern }: Collection): boolean {
  const inner = pathInside(path, folder);
  if (kind === 'pages') return !/\[[^\]]+\]/.test(inner);
  return MARKDOWN_FILE.test(inner) && matchesAny(inner, pattern);
}

/** By folder of the site: the language. */
type Languages = ReadonlyMap<string, string>;

function languagesOf(values: ConfigValues, starlight: ConfigValues | undefined): Languages {
  const locales = Object.entries(objectOf(starlight?.['locales'])).map(
    ([folder, locale]) => [folder, configText(objectOf(locale), 'lang') ?? folder] as const,
  );
  const listed = objectOf(values['i18n'])['locales'];
  const others = listOf(listed).flatMap((item) => {
    const folder = typeof item === 'string' ? item : configText(objectOf(item), 'path');
    return folder === undefined ? [] : [[folder, folder] as const];
  });
  return new Map([...others, ...locales]);
}

function withoutLanguage(id: string, languages: Languages): string {
  const [first = '', ...rest] = id.split('/');
  return languages.has(first) && first !== 'root' ? rest.join('/') : id;
}

/** Addresses end in a slash unless the configuration says otherwise; files with Starlight in `.html`. */
function endingOf(values: ConfigValues, isStarlight: boolean): '/' | '' | '.html' {
  const isFile = objectOf(values['build'])['format'] === 'file';
  if (isFile && isStarlight) return '.html';
  const trailing = values['trailingSlash'];
  return trailing === 'never' || (isFile && trailing !== 'always') ? '' : '/';
}

function placeOf(path: string, collection: Collection, id: string, languages: Languages): FilePlace {
  const name = parseFileName(lastName(path));
  const isIndex = name.stem === 'index';
  const parts = joinAddress(collection.route, id)
    .split('/')
    .filter((part) => part !== '');
  const [first = ''] = id.split('/');
  const lang = first === 'root' ? undefined : languages.get(first);
  const isPost = /^(?:blog|posts|news|articles)$/i.test(collection.name || (parts[0] ?? '')) && id !== '';
  return {
    path,
    name: { ...name, slug: name.stem },
    folders: isIndex ? parts : parts.slice(0, -1),
    isIndex,
    isPost: isPost && (collection.kind === 'collection' || parts.length > 1),
    isDraft: false,
    categories: [],
    ...(lang === undefined ? {} : { lang }),
    ...(languages.size === 0
      ? {}
      : { translationKey: `${collection.name}/${withoutLanguage(id, languages)}` }),
  };
}

/** The pages in the order of Starlight's `sidebar`; without one, in that of their slugs. */
function starlightOrder(sidebar: unknown, pages: readonly SidebarPage[]): readonly NavPage[] {
  const found: NavPage[] = [];
  const sorted = [...pages].sort((a, b) => a.order - b.order || compareText(a.slug, b.slug));
  const addAll = (items: unknown, group: ConfigValues | undefined, depth: number): void => {
    if (!Array.isArray(items) || depth > MAX_DEPTH) return;
    for (const item of items) {
      const isPage = pageTest(item);
      for (const page of sorted)
        if (isPage(page.slug)) found.push({ path: page.path, section: group && labelIn(group, page.lang) });
      // The label of a page isn't that of a group.
      const { items: below, autogenerate } = objectOf(item);
      const own = group ?? (below === undefined && autogenerate === undefined ? undefined : objectOf(item));
      if (autogenerate !== undefined) addFolder(autogenerate, own);
      addAll(below, own, depth + 1);
    }
  };
  const addFolder = (autogenerate: unknown, group: ConfigValues | undefined): void => {
    const { directory } = objectOf(autogenerate);
    if (typeof directory !== 'string') return;
    const folder = joinAddress(directory);
    for (const { path, slug, lang } of sorted)
      if (slug === folder || slug.startsWith(`${folder}/`))
        found.push({ path, section: group && labelIn(group, lang) });
  };
  if (sidebar === undefined) return sorted.map(({ path }) => ({ path }));
  addAll(sidebar, undefined, 0);
  return uniquePages(found);
}

/** Whether an item of the sidebar is the page with a slug. */
function pageTest(item: unknown): (slug: string) => boolean {
  const { slug, link } = objectOf(item);
  const [named] = [item, slug, link].filter((value) => typeof value === 'string');
  if (named === undefined) return () => false;
  const address = joinAddress(withoutQuery(named));
  return (own) => own === address;
}

/** The label of a group in the language of a page. */
function labelIn(group: ConfigValues, lang: string | undefined): string | undefined {
  const translated = lang === undefined ? undefined : configText(objectOf(group['translations']), lang);
  return translated ?? configText(group, 'label');
}
