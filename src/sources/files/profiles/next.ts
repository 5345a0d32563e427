import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareText } from '../../../core/compare.js';
import { objectOf, stringsOf } from '../../../core/json.js';
import { addTo } from '../../../core/multimap.js';
import { MARKDOWN_FILE } from '../../names.js';
import { sampleFiles } from '../../walk-folder.js';
import { parseData, readProgramFile, readProjectText } from '../config-file.js';
import { type ConfigValues, configText } from '../config-values.js';
import {
  addressAt,
  baseOf,
  type ContentBase,
  type GeneratorConfig,
  innerPath,
  type Project,
  placeOfAddress,
} from '../layout.js';
import { namedFolders, routedAddress, routesOf } from './next/content-folders.js';
import { Gaps, type NavPage, type Profile, type Rules } from './profile.js';
import { folderFromRoot, hasFolder, joinAddress, usesNext } from './project-paths.js';
import { uniquePages } from './sidebar-links.js';

const MARKDOWN_PACKAGE =
  /"(?:nextra|@next\/mdx|next-mdx-remote(?:-client)?|(?:next-)?contentlayer2?|@content-collections\/next|velite|gray-matter)"\s*:/;

/** Next.js with Markdown pages, by Nextra or by code of the site. */
export const next: Profile = {
  label: 'Next.js',
  configFiles: ['', 'docs/', 'website/', 'site/'].flatMap((folder) =>
    ['js', 'mjs', 'ts', 'cjs'].map((ending) => `${folder}next.config.${ending}`),
  ),
  ownsConfig: (root, _values, file) =>
    MARKDOWN_PACKAGE.test(readProjectText(root, posix.join(posix.dirname(file), 'package.json')) ?? ''),
  isLikely: (root) =>
    usesNext(root) &&
    basesOf(root, undefined).some(
      ({ folder }) => sampleFiles(join(root, folder), MARKDOWN_FILE, 1).length > 0,
    ),
  buildCommand: 'npx next build',
  builtFolders: ['out'],
  bases: basesOf,
  rules,
  authoring: { staticFolder: 'public' },
};

/** Pages by files, routes by folders, or the folder that Nextra shows. */
function basesOf(root: string, config: GeneratorConfig | undefined): readonly ContentBase[] {
  const folders = ['src/content', 'content', 'src/pages', 'pages', 'src/app', 'app'];
  const text = config === undefined ? '' : (readProjectText(config.root, config.file) ?? '');
  const route = /\bcontentDirBasePath\s*:\s*['"]([^'"\n]+)['"]/.exec(text)?.[1];
  const usual = folders.flatMap((name) => {
    const folder = folderFromRoot(root, config, name);
    if (!hasFolder(root, folder)) return [];
    return [
      { folder, ...(name.endsWith('content') && route !== undefined ? { mount: joinAddress(route) } : {}) },
    ];
  });
  const known = usual.map(({ folder }) => folder);
  // A catch-all template keeps the paths of the folders inside.
  const isWhole = routesOf(root, known.filter(isRoutes)).some(({ route, isDeep }) => route === '' && isDeep);
  const named = namedFolders(root, config).filter(
    (folder) => !known.some((one) => one === folder || (isWhole && folder.startsWith(`${one}/`))),
  );
  return [...named.map((folder) => ({ folder })), ...usual].sort((a, b) => b.folder.length - a.folder.length);
}

/** The folders of `pages` and `app`, whose files are the routes. */
function isRoutes(folder: string): boolean {
  return /(?:^|\/)(?:app|pages)$/.test(folder);
}

function rules(project: Project): Rules {
  const { config } = project;
  const { values = {}, computed = [] } = config ?? {};
  const gaps = new Gaps();
  if (config !== undefined && ['basePath', 'trailingSlash', ''].some((key) => computed.includes(key)))
    gaps.add(config.file, 'the settings of addresses');
  const i18n = objectOf(values['i18n']);
  const locales = new Set(stringsOf(i18n['locales']));
  const standard = configText(i18n, 'defaultLocale');
  const ending = values['trailingSlash'] === true ? '/' : '';
  const routes = routesOf(project.root, project.bases.map(({ folder }) => folder).filter(isRoutes));
  /** The address of a page, and its language where the name says so. */
  const pageOf = (path: string): { address: string; lang?: string } => {
    const base = baseOf(path, project);
    const inner = innerPath(path, project).replace(/\.(?:mdx?|mdoc|markdown|html?)$/, '');
    if (isApp(base)) {
      const folders = inner.split('/').slice(0, -1);
      return { address: [...folders.filter((part) => !/^[(@]/.test(part)), ''].join('/') };
    }
    const [, stem = inner, lang] = /^(.*)\.([\w-]+)$/.exec(inner) ?? [];
    const own = lang !== undefined && locales.has(lang) ? lang : undefined;
    const page = (own === undefined ? inner : stem).replace(/(^|\/)index$/, '$1');
    const isRead = base !== undefined && base.mount === undefined && !isRoutes(base.folder);
    const route = isRead ? routedAddress(project.root, base.folder, page, routes) : page;
    const parts = [base?.mount, own === standard ? undefined : own, route].filter((part) => part);
    return { address: parts.join('/'), ...(own === undefined ? {} : { lang: own }) };
  };
  return {
    notContent: new Set(['public', 'out', 'dist']),
    isPartial: (inner) => inner.split('/').some((part) => part.startsWith('_')),
    pages(files) {
      const isTemplate = (path: string) => /\[[^\]]+\]/.test(path);
      const pages = files.filter((path) => MARKDOWN_FILE.test(path) && isPage(path, project));
      for (const path of pages.filter(isTemplate)) gaps.add(path, 'the pages of a template');
      return pages.filter((path) => !isTemplate(path));
    },
    place(path) {
      const { address, lang } = pageOf(path);
      return placeOfAddress(path, address, lang === undefined ? {} : { lang });
    },
    address: ({ place }) => addressAt(pageOf(place.path).address, ending),
    navigation: (files) => nextraOrder(files, project),
    warnings: () => gaps.warnings(next),
  };
}

/** In routes by folders, only files named `page`. */
function isPage(path: string, project: Project): boolean {
  const base = baseOf(path, project);
  return base !== undefined && (!isApp(base) || /(?:^|\/)page\.mdx?$/.test(path));
}

const MAX_DEPTH = 20;
const ENDINGS = ['js', 'jsx', 'ts', 'tsx', 'json'];

/** Whether a content base is an `app` folder, in which the page of each folder is called `page`. */
function isApp(base: ContentBase | undefined): boolean {
  return /(?:^|\/)app$/.test(base?.folder ?? '');
}

interface MetaFolder {
  readonly folder: string;
  readonly root: string;
  /** The name of the page of a folder. */
  readonly index: string;
  /** The title of the outermost separator or folder that has any. */
  readonly section: string | undefined;
  /** What the file above says about the folder. */
  readonly items: ConfigValues;
}

/**
 * The pages in the order of the `_meta` files of Nextra, or of one `_meta.global` for all folders.
 * @see https://nextra.site/docs/file-conventions/meta-file
 */
function nextraOrder(files: readonly string[], { root, bases }: Project): readonly NavPage[] {
  const metas = bases.map(({ folder }) => metaIn(root, folder, '_meta.global'));
  const items = metas.find((meta) => meta !== undefined) ?? {};
  return uniquePages(
    bases.flatMap((base) => {
      const index = isApp(base) ? 'page' : 'index';
      return metaOrder({ folder: base.folder, root, index, section: undefined, items }, files, 0);
    }),
  );
}

/** The pages of a folder in the order of its `_meta` file, then by name. Its own page comes first. */
function metaOrder(at: MetaFolder, files: readonly string[], depth: number): readonly NavPage[] {
  const { folder, root, index, section, items } = at;
  const prefix = folder === '' ? '' : `${folder}/`;
  const names = namesBelow(prefix, files, index);
  const meta = metaIn(root, folder, '_meta') ?? items;
  const listed = Object.keys(meta);
  const rest = [...names.keys()].filter((name) => !listed.includes(name)).sort(compareText);
  const ordered = [...rest.filter((name) => name === 'index'), ...listed, ...rest];
  let heading: string | undefined;
  return ordered.flatMap((name) => {
    const { type, display, items: inner } = objectOf(meta[name]);
    if (type === 'separator') heading = titleIn(meta[name]);
    if (type === 'separator' || display === 'hidden') return [];
    const own = names.get(name) ?? [];
    const isBelow = (path: string) => path.startsWith(`${prefix}${name}/`);
    const below = own.filter(isBelow);
    // Items of the type `page` are in the top menu, so they aren't groups of the sidebar.
    const title = below.length === 0 || type === 'page' ? undefined : titleIn(meta[name]);
    const inside = {
      ...at,
      folder: prefix + name,
      section: section ?? heading ?? title,
      items: objectOf(inner),
    };
    const pages = own.filter((path) => !isBelow(path)).map((path) => ({ path, section: inside.section }));
    return [...pages, ...(depth < MAX_DEPTH && below.length > 0 ? metaOrder(inside, below, depth + 1) : [])];
  });
}

/** Pages by the names of their files and folders without endings; the page of the folder is `index`. */
function namesBelow(
  prefix: string,
  files: readonly string[],
  index: string,
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const path of files) {
    if (!path.startsWith(prefix)) continue;
    const [name = ''] = path.slice(prefix.length).split('/');
    const key = name.replace(/\.mdx?$/, '');
    const known = key !== name && key === index ? 'index' : key;
    addTo(names, known, path);
  }
  return names;
}

/** The title of an item in a `_meta` file. */
function titleIn(item: unknown): string | undefined {
  const title = typeof item === 'string' ? item : configText(objectOf(item), 'title');
  return title || undefined;
}

function metaIn(root: string, folder: string, name: string): ConfigValues | undefined {
  const path = ENDINGS.map((ending) => posix.join(folder, `${name}.${ending}`)).find((one) =>
    existsSync(join(root, one)),
  );
  if (path === undefined) return undefined;
  return objectOf(
    path.endsWith('.json')
      ? parseData(path, readProjectText(root, path) ?? '')
      : readProgramFile(root, path).value,
  );
}
