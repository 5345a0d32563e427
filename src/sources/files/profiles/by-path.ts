/**
 * Generators whose pages are the Markdown files of a folder, with addresses by their paths. Such a project is read as it
 * is built unless the owner asks for its sources.
 */
import { listOf, objectOf, stringsOf } from '../../../core/json.js';
import { addressOf } from '../address.js';
import { isExcluded, matchesAny } from '../config-file.js';
import { type ConfigValues, configText, siteAt } from '../config-values.js';
import { folderMetadata } from '../folder-metadata.js';
import { addressAt, innerPath, type Project, pagePath, placeOfAddress } from '../layout.js';
import { defaultRules, type Profile, type Rules } from './profile.js';
import { folderFromRoot, hasFolder, projectBases } from './project-paths.js';

/**
 * The Markdown files of Quarto. Its own files (`.qmd`) contain programs, so that a project is read as it is built unless
 * the owner asks for its sources.
 */
export const quarto: Profile = {
  label: 'Quarto',
  configFiles: ['', 'docs/'].flatMap((folder) => [`${folder}_quarto.yml`, `${folder}_quarto.yaml`]),
  buildCommand: '',
  builtFolders: [],
  bases: projectBases,
  site: ({ values }) =>
    siteAt(
      { ...settingsOf(values), lang: values['lang'] },
      { title: 'title', description: 'description', lang: 'lang', baseUrl: 'site-url' },
    ),
  rules,
};

/** The settings of a website or a book. */
function settingsOf(values: ConfigValues): ConfigValues {
  return { ...objectOf(values['book']), ...objectOf(values['website']) };
}

function rules(project: Project): Rules {
  const values = project.config?.values ?? {};
  const { drafts } = settingsOf(values);
  const globs = stringsOf(objectOf(values['project'])['render']).filter((glob) => glob.startsWith('!'));
  const notRendered = globs.map((glob) => glob.replace(/^!|\/$/g, ''));
  const isHidden = (inner: string) => inner.split('/').some((part) => /^[_.]/.test(part));
  return {
    ...defaultRules(project),
    isPartial: (inner) => isHidden(inner) || isExcluded(inner, notRendered),
    pages: (files) => files.filter((path) => /\.md$/.test(path)),
    place: (path) => placeOfAddress(path, pagePath(path, project)),
    address: ({ place: { path } }) => {
      const page = pagePath(path, project);
      return addressAt(page, page.endsWith('/') ? '/' : '.html');
    },
    inherited: (files) => {
      const metadata = folderMetadata(project.root, files, '_metadata.yml');
      const isDraft = (path: string) => matchesAny(innerPath(path, project), drafts);
      return {
        valuesFor: (path) => ({ ...metadata.valuesFor(path), ...(isDraft(path) && { draft: true }) }),
        print: () => [drafts, metadata.print()],
      };
    },
  };
}

interface ByPath extends Pick<Profile, 'label' | 'configFiles'> {
  /** Where the pages may be, from the folder of the configuration; the first that exists counts. */
  folders(values: ConfigValues): readonly string[];
  ending(values: ConfigValues): '' | '.html';
  /** The languages by their folders; the standard one may have a folder that isn't in addresses. */
  languages?(values: ConfigValues): Readonly<Record<string, string>>;
  readonly rules?: Partial<Rules>;
}

const PROGRAMS = ['ts', 'js', 'mts', 'mjs', 'cjs', 'tsx'];

/** @see https://vocs.dev/docs/structure */
export const vocs = profileByPath({
  label: 'Vocs',
  configFiles: ['', 'docs/', 'site/'].flatMap((folder) =>
    PROGRAMS.map((end) => `${folder}vocs.config.${end}`),
  ),
  folders: (values) => [`${configText(values, 'rootDir') ?? 'docs'}/pages`, 'pages', 'src/pages'],
  ending: () => '',
});

/** @see https://rspress.rs/guide/basic/conventional-route */
export const rspress = profileByPath({
  label: 'Rspress',
  configFiles: ['', 'docs/', 'website/'].flatMap((folder) =>
    PROGRAMS.map((end) => `${folder}rspress.config.${end}`),
  ),
  folders: (values) => [configText(values, 'root') ?? 'docs', 'docs'],
  ending: (values) => (objectOf(values['route'])['cleanUrls'] === true ? '' : '.html'),
  languages(values) {
    const list: readonly unknown[] = listOf(values['locales']);
    const names = list.flatMap((one) => stringsOf(objectOf(one)['lang']));
    return Object.fromEntries(names.map((name) => [name, name]));
  },
});

/** @see https://vuepress.vuejs.org/guide/page.html */
export const vuepress = profileByPath({
  label: 'VuePress',
  configFiles: ['', 'docs/', 'doc/', 'website/', 'src/'].flatMap((folder) =>
    PROGRAMS.map((end) => `${folder}.vuepress/config.${end}`),
  ),
  folders: () => ['..'],
  ending: () => '.html',
  languages(values) {
    const locales = Object.entries(objectOf(values['locales']));
    return Object.fromEntries(
      locales.flatMap(([path, own]) =>
        stringsOf(objectOf(own)['lang']).map((lang) => [path.replaceAll('/', ''), lang]),
      ),
    );
  },
  rules: { hasEmojiNames: true, showsOwnHeading: true, isPartial: () => false },
});

function profileByPath(of: ByPath): Profile {
  return {
    label: of.label,
    configFiles: of.configFiles,
    buildCommand: '',
    builtFolders: [],
    bases(root, config) {
      const folders = of.folders(config?.values ?? {}).map((name) => folderFromRoot(root, config, name));
      const folder = folders.find((one) => hasFolder(root, one));
      return folder === undefined ? [] : [{ folder }];
    },
    site: ({ values }) => siteAt(values, { title: 'title', description: 'description', lang: 'lang' }),
    rules: (project) => ({ ...rulesOf(project, of), ...of.rules }),
  };
}

function rulesOf(project: Project, { ending, languages }: ByPath): Rules {
  const values = project.config?.values ?? {};
  const names = languages?.(values) ?? {};
  const standard = configText(values, 'lang');
  const excluded = objectOf(values['route'])['exclude'] ?? [];
  const pageOf = (path: string) => {
    const page = pagePath(path, project).replace(/(^|\/)readme$/i, '$1');
    const [first = ''] = page.split('/');
    const lang = Object.hasOwn(names, first) ? names[first] : (names[''] ?? standard);
    const isStandard = first !== '' && first === standard && Object.hasOwn(names, first);
    return { page: isStandard ? page.slice(first.length + 1) : page, lang };
  };
  return {
    ...defaultRules(project),
    pages: (files) =>
      files.filter((path) => /\.mdx?$/.test(path) && !isExcluded(innerPath(path, project), excluded)),
    place(path) {
      const { page, lang } = pageOf(path);
      return placeOfAddress(path, page, lang === undefined ? {} : { lang });
    },
    address: (one) =>
      addressOf(one, project, {
        path({ place: { path } }) {
          const { page } = pageOf(path);
          return addressAt(page, page.endsWith('/') && ending(values) !== '' ? '/' : ending(values));
        },
      }),
  };
}

/** A folder of pages without a generator, or of an unknown one. */
export const plain: Profile = {
  label: 'a plain folder',
  configFiles: [],
  buildCommand: '',
  builtFolders: [],
  rules: (project) => defaultRules(project),
};
