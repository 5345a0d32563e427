import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { objectOf, stringsOf, withoutUndefined } from '../../../core/json.js';
import { matchesPath, regexPattern } from '../../html/host-rules/path-pattern.js';
import { encodePath, type parseFileName } from '../../names.js';
import { addressOf } from '../address.js';
import { type ConfigValues, configText, siteAddress } from '../config-values.js';
import { ignoreTest } from '../ignore-lines.js';
import {
  baseOf,
  type ContentBase,
  contentPath,
  type FilePlace,
  type GeneratorConfig,
  type Project,
  placeFile,
} from '../layout.js';
import { type Blog, postPath, readBlog } from './mkdocs/blog.js';
import { hasExtension, linesOf, mkdocsInherited, pluginsOf, readMkdocsConfig } from './mkdocs/config.js';
import { type NavItem, readFolderNav } from './mkdocs/folder-nav.js';
import { type AddressFacts, defaultRules, Gaps, type Profile, type Rules } from './profile.js';
import { folderFromRoot } from './project-paths.js';
import { pagesListed, uniquePages } from './sidebar-links.js';

/** Plugins that make pages or move them by code. */
const OPAQUE = ['monorepo', 'multirepo', 'gen-files', 'file-filter', 'simple', 'api-autonav'];

/** `mkdocs-en.yml`, one of several sites. */
const OTHER_NAME = /^mkdocs[-_.][\w.-]+\.ya?ml$/;

/** MkDocs, also with Material, and Zensical, its successor. */
export const mkdocs: Profile = {
  label: 'MkDocs',
  configFiles: ['mkdocs.yml', 'mkdocs.yaml', 'zensical.toml', 'zensical.yml'],
  otherConfigFiles: OTHER_NAME,
  ownsConfig: (_root, { nav, docs_dir: docs }, file) =>
    !OTHER_NAME.test(file) || nav !== undefined || docs !== undefined,
  readConfig: (root, file, text) => readMkdocsConfig(root, file, text),
  buildCommand: 'mkdocs build',
  builtFolders: ['site'],
  builtFolder: (values) => configText(values, 'site_dir'),
  namesOutsideFolders: true,
  bases: (root, config) => basesOf(root, config).filter(({ folder }) => existsSync(join(root, folder))),
  site: siteOf,
  rules,
};

function basesOf(root: string, config: GeneratorConfig | undefined) {
  const { values = {} } = config ?? {};
  const docs = folderFromRoot(root, config, configText(values, 'docs_dir') ?? 'docs');
  return docs === undefined ? [] : languageBases(docs, readLanguages(pluginsOf(values).get('i18n')));
}

function siteOf({ values }: GeneratorConfig) {
  return withoutUndefined({
    title: configText(values, 'site_name'),
    description: configText(values, 'site_description')?.replace(/\s+/g, ' '),
    baseUrl: siteAddress(configText(values, 'site_url')),
    lang:
      readLanguages(pluginsOf(values).get('i18n'))?.standard ??
      configText(objectOf(values['theme']), 'language'),
  });
}

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const plugins = pluginsOf(values);
  const settings = plugins.get('blog');
  const languages = readLanguages(plugins.get('i18n'));
  const base = project.bases.find(({ lang }) => lang !== undefined && lang === languages?.standard);
  const docs = join(project.root, (base ?? project.bases.at(-1))?.folder ?? '');
  const site = {
    project,
    blog: settings && readBlog(settings),
    languages,
    isFlat: values['use_directory_urls'] === false,
    isDraft: ignoreTest(linesOf(values['draft_docs'])),
    nav: navOf(values, plugins, docs),
  };
  const titles = new Map(site.nav.map(({ path, title }) => [path, title]));
  return {
    ...defaultRules(project),
    showsOwnHeading: true,
    hasLiteralBraces: !plugins.has('macros') && !plugins.has('markdownextradata'),
    hasEmojiNames: hasExtension(values, 'pymdownx.emoji'),
    isPartial: (inner) => /\.html?$/i.test(inner),
    isListed: (inner) => titles.has(inner),
    pages: (files) => builtPages(files, values, plugins.get('exclude'), project),
    place: (path) => placeOf(path, site, titles),
    address: (page) =>
      addressOf(page, project, { written: () => undefined, path: (one) => pathOf(one, site) }),
    inherited: (files) => mkdocsInherited(project, plugins, files),
    ...(plugins.has('encryptcontent') ? { accessKeys: ['level'] } : {}),
    navigation: (files) => navPages(files, site, docs),
    print: () => site.nav,
    warnings: () => gapsOf(plugins, project).warnings(mkdocs),
  };
}

interface MkdocsSite {
  readonly project: Project;
  readonly blog: Blog | undefined;
  readonly languages: Languages | undefined;
  readonly isFlat: boolean;
  isDraft(inner: string): boolean;
  readonly nav: readonly NavItem[];
}

/** The navigation of the configuration or of a plugin's files; empty if the names of the files give the order. */
function navOf(
  values: ConfigValues,
  plugins: ReadonlyMap<string, ConfigValues>,
  docs: string,
): readonly NavItem[] {
  const plugin = (['literate-nav', 'awesome-nav', 'awesome-pages'] as const).find((name) =>
    plugins.has(name),
  );
  const written = values['nav'];
  if (plugin === undefined && !Array.isArray(written)) return [];
  return readFolderNav({ docs, plugin, settings: plugins.get(plugin ?? '') ?? {}, written });
}

/** The pages in the order of the navigation. A translation has the position of its page. */
function navPages(files: readonly string[], { project, languages, nav }: MkdocsSite, docs: string) {
  const items =
    nav.length > 0 ? nav : readFolderNav({ docs, plugin: undefined, settings: {}, written: undefined });
  const innerOf = (path: string) => {
    const inner = path.slice((baseOf(path, project)?.folder ?? '').length).replace(/^\//, '');
    const [, stem, lang = '', ending] = /^(.+)\.([\w-]+)(\.\w+)$/.exec(inner) ?? [];
    return languages?.isByFolder === false && languages.codes.has(lang) ? `${stem}${ending}` : inner;
  };
  return uniquePages(pagesListed(items, files, innerOf));
}

function builtPages(
  files: readonly string[],
  values: ConfigValues,
  exclude: ConfigValues | undefined,
  project: Project,
): readonly string[] {
  const patterns = stringsOf(exclude?.['regex']).map((regex) => regexPattern(`^${regex}`));
  const isOut = ignoreTest([
    '/templates/',
    ...linesOf(values['exclude_docs']),
    ...stringsOf(exclude?.['glob']).map((glob) => `/${glob}`),
  ]);
  const all = new Set(files);
  return files.filter((path) => {
    const hasIndex = /(?:^|\/)README\.md$/i.test(path) && all.has(path.replace(/README\.md$/i, 'index.md'));
    const inner = contentPath(path, project);
    return !hasIndex && !isOut(inner) && !patterns.some((pattern) => matchesPath(pattern, inner));
  });
}

function placeOf(
  path: string,
  site: MkdocsSite,
  titles: ReadonlyMap<string, string | undefined>,
): FilePlace | undefined {
  const { project, languages, blog } = site;
  const place = placeFile(path, project, { hasCollections: false, name: (name) => nameOf(name, languages) });
  const lang = place?.lang ?? baseOf(path, project)?.lang;
  if (place === undefined || (lang !== undefined && languages?.notBuilt.has(lang))) return undefined;
  const inner = contentPath(path, project);
  const title = titles.get(inner);
  const isPost = blog !== undefined && inner.startsWith(`${blog.posts}/`);
  return {
    ...place,
    isPost: blog === undefined ? place.isPost : isPost,
    isDraft: place.isDraft || site.isDraft(inner),
    ...(lang === undefined ? {} : { lang }),
    ...(title === undefined ? {} : { title }),
  };
}

/** A date belongs to the name; `tea.fr.md` is `tea` in French. */
function nameOf(name: ReturnType<typeof parseFileName>, languages: Languages | undefined) {
  const [, stem = '', lang = ''] = /^(.+)\.([\w-]+)$/.exec(name.stem) ?? [];
  const isLanguage = languages?.isByFolder === false && languages.codes.has(lang);
  const whole = isLanguage ? stem : name.stem;
  const plain = { ...name, stem: whole, slug: whole };
  return isLanguage ? { name: plain, lang } : { name: plain };
}

function pathOf(page: AddressFacts, { project, blog, languages, isFlat }: MkdocsSite): string {
  const { place } = page;
  const inner = contentPath(place.path, project);
  const prefix =
    languages?.isByFolder === false && place.lang !== languages.standard ? (place.lang ?? '') : '';
  const post = blog !== undefined && inner.startsWith(`${blog.posts}/`) ? postPath(blog, page) : undefined;
  const parts = place.isIndex ? place.folders : [...place.folders, place.name.stem];
  const path = post ?? encodePath(parts.join('/'));
  const whole = [prefix, path].filter((part) => part !== '').join('/');
  if (whole === '') return '/';
  return `/${whole}${isFlat && !place.isIndex ? '.html' : '/'}`;
}

function gapsOf(plugins: ReadonlyMap<string, ConfigValues>, { config }: Project): Gaps {
  const gaps = new Gaps();
  for (const name of OPAQUE) if (plugins.has(name)) gaps.add(config?.file ?? '', `the plugin "${name}"`);
  if (config !== undefined && OTHER_NAME.test(config.file))
    gaps.add(config.file, 'the sites of other configurations next to this one, which alone is read');
  if (plugins.get('exclude')?.['regex'] !== undefined)
    gaps.add(config?.file ?? '', 'the patterns of "exclude"');
  return gaps;
}

/** The languages of a site with the plugin `i18n`. */
interface Languages {
  readonly codes: ReadonlySet<string>;
  readonly notBuilt: ReadonlySet<string>;
  readonly standard: string | undefined;
  readonly isByFolder: boolean;
}

/** The languages in the settings of the plugin, in both of its forms. */
function readLanguages(settings: ConfigValues | undefined): Languages | undefined {
  if (settings === undefined) return undefined;
  const { languages } = settings;
  const list = Array.isArray(languages)
    ? languages.map((item) => objectOf(item))
    : Object.entries(objectOf(languages)).map(([locale, own]) => ({ locale, ...objectOf(own) }));
  const codeOf = (item: ConfigValues) => configText(item, 'locale') ?? '';
  const standard = list.find((item) => item['default'] === true);
  return {
    codes: new Set(list.map(codeOf)),
    notBuilt: new Set(list.filter((item) => item['build'] === false).map(codeOf)),
    standard: configText(settings, 'default_language') ?? (standard && codeOf(standard)),
    isByFolder: settings['docs_structure'] === 'folder',
  };
}

/** The content bases of the documents: with folders per language, those come first. */
function languageBases(docs: string, languages: Languages | undefined): readonly ContentBase[] {
  if (languages?.isByFolder !== true) return [{ folder: docs }];
  const own = [...languages.codes].map((lang) => ({
    folder: `${docs}/${lang}`,
    lang,
    ...(lang === languages.standard ? {} : { mount: lang }),
  }));
  return [...own, { folder: docs }];
}
