/** The layout of a project: its folders of content, and the place of each file in them. */

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { objectOf } from '../../core/json.js';
import { lastName, pathInside } from '../../core/paths.js';
import { encodePath, type FileName, parseFileName } from '../names.js';
import type { ConfigValues } from './config-values.js';
import type { Library } from './library.js';
import type { Rules } from './profiles/profile.js';
import type { Generator } from './profiles/table.js';

/** A folder of content below the source's path, or a file alone, and where on the site its files appear. */
export interface ContentBase {
  /** Relative to the source's path, without slashes at the ends; empty for the path itself. */
  readonly folder: string;
  /** The folder of the site below which its pages appear, without slashes at the ends; the root when left out. */
  readonly mount?: string;
  /** Language of its pages, where the generator keeps one folder per language. */
  readonly lang?: string;
}

/** A generator's own configuration file, as far as it is read here. */
export interface GeneratorConfig {
  /** The folder of the project, which may be above the source's path. */
  readonly root: string;
  /** Path from `root`. */
  readonly file: string;
  /** Empty for a configuration that can't be read as data. */
  readonly values: ConfigValues;
  /** In a configuration that is a program: paths of the values that its code computes. */
  readonly computed?: readonly string[];
}

/** The folder of the project, from the root of its configuration; empty for the root itself. */
export function projectFolder({ file }: Pick<GeneratorConfig, 'file'>): string {
  return posix.dirname(file).replace(/^\.$|(?:^|\/)(?:\.vitepress(?:\/config)?|config\/_default)$/, '');
}

/** The folder of the project, from the root of the source. */
export function projectPath({ root, config }: Pick<Project, 'root' | 'config'>): string {
  return config === undefined ? '' : posix.join(posix.relative(root, config.root), projectFolder(config));
}

/** A folder of a site and the place of its content. */
export interface Project {
  readonly root: string;
  readonly config: GeneratorConfig | undefined;
  /** Most specific first: the first base that a file is in is its own. */
  readonly bases: readonly ContentBase[];
}

/** A project, and the rules by which its files become pages. */
export interface Layout extends Project {
  readonly generator: Generator;
  readonly rules: Rules;
  /** True for the folder of a project: files at its top may belong to the project and not to the site. */
  readonly isRepository: boolean;
  /** In a folder with a `_svc.yml`: its data besides its pages. Its front matter is read literally. */
  readonly library?: Library;
}

/** The content base of a file; undefined when it is in none that counts. */
export function baseOf(path: string, { bases }: Pick<Project, 'bases'>): ContentBase | undefined {
  return bases.find(({ folder }) => folder === '' || path === folder || path.startsWith(`${folder}/`));
}

/** The file below a content base that has this path in the content of the site. */
export function fileInBase(inner: string, { folder, mount = '' }: ContentBase): string | undefined {
  if (inner === mount && inner !== '') return folder;
  if (mount !== '' && !inner.startsWith(`${mount}/`)) return undefined;
  const path = pathInside(inner, mount);
  return folder === '' ? path : `${folder}/${path}`;
}

/** A file's path in the content of the site; its own path when it is in no content base. */
export function contentPath(path: string, project: Pick<Project, 'bases'>): string {
  return withinBase(path, project) ?? path;
}

/** A file's path in the content of the site; undefined when it is in no content base. */
export function withinBase(path: string, project: Pick<Project, 'bases'>): string | undefined {
  const base = baseOf(path, project);
  if (base === undefined) return undefined;
  if (path === base.folder) return base.mount ?? path;
  const inner = pathInside(path, base.folder);
  return base.mount ? `${base.mount}/${inner}` : inner;
}

/** The facts about a page that follow from the place of its file. */
export interface FilePlace {
  /** Path from the source's root: the key of the entry. */
  readonly path: string;
  readonly name: FileName;
  /** Folders that appear in the address. */
  readonly folders: readonly string[];
  /** The page of a folder: `index.md`, Hugo's `_index.md`, a `README.md` without one of these. */
  readonly isIndex: boolean;
  readonly isPost: boolean;
  readonly isDraft: boolean;
  /** Jekyll: name of the collection (`docs` for `_docs`), or of a category folder above `_posts`. */
  readonly collection?: string;
  readonly categories: readonly string[];
  /** Language from the name (`about.fr.md`) or the folder. */
  readonly lang?: string;
  /** What its translations have in common. */
  readonly translationKey?: string;
  /** The title in the site's navigation. */
  readonly title?: string;
}

const POST_FOLDERS = new Set(['_posts', '_drafts', 'posts', 'blog', 'news', 'articles']);

/** Jekyll: whether the files of a `_folder` become pages. Without a configuration every one does. */
function isPublished(collection: string, { config }: Project): boolean {
  if (collection === 'posts' || collection === 'drafts' || config === undefined) return true;
  const { collections } = config.values;
  if (Array.isArray(collections)) return collections.includes(collection);
  const settings = objectOf(collections);
  return Object.hasOwn(settings, collection) && objectOf(settings[collection])['output'] === true;
}

/** Whether another file is the page of a folder. */
function hasIndex({ root, bases }: Project, folders: readonly string[], isByName: boolean): boolean {
  const beside =
    isByName && folders.length > 0 ? [`../${folders.at(-1)}.md`, `../${folders.at(-1)}.mdx`] : [];
  const names = [
    ...beside,
    'index.md',
    'index.mdx',
    'index.mdoc',
    'index.markdown',
    'index.html',
    '_index.md',
  ];
  return bases.some(({ folder }) => names.some((name) => existsSync(join(root, folder, ...folders, name))));
}

/** How the place of a file is read where generators differ. */
interface PlaceRules {
  /** False where a name with `_` has no meaning of its own. */
  readonly hasCollections?: boolean;
  /** Folders whose `_` has no meaning of its own. */
  readonly plainFolders?: ReadonlySet<string>;
  /** False where a `README` isn't the page of its folder. */
  readonly hasReadmes?: boolean;
  /** True where `tea.md` has the address of a folder `tea` next to it. */
  readonly hasFolderAddresses?: boolean;
  /** The parts of a file's name. */
  name?(name: FileName): { readonly name: FileName; readonly lang?: string };
}

/**
 * Reads the facts that follow from the place of a file.
 * @returns undefined for a file that does not become a page
 */
export function placeFile(path: string, project: Project, rules: PlaceRules = {}): FilePlace | undefined {
  const parts = contentPath(path, project).split('/');
  const written = parseFileName(parts.at(-1) ?? '');
  const { name, lang } = rules.name?.(written) ?? { name: written };
  const folders = parts.slice(0, -1);
  const special =
    rules.hasCollections === false
      ? -1
      : folders.findIndex((folder) => folder.startsWith('_') && rules.plainFolders?.has(folder) !== true);
  const collection = special === -1 ? undefined : (folders[special] ?? '').slice(1);
  if (collection !== undefined && !isPublished(collection, project)) return undefined;
  const isReadme =
    rules.hasReadmes !== false &&
    name.stem.toLowerCase() === 'readme' &&
    !hasIndex(project, folders, rules.hasFolderAddresses === true);
  const isIndex = name.slug === 'index' || name.slug === '_index' || isReadme;
  return {
    path,
    name,
    folders: addressFolders(folders, special, collection),
    isIndex,
    isPost:
      name.date !== undefined ||
      (!isIndex && folders.some((folder) => POST_FOLDERS.has(folder.toLowerCase()))) ||
      isBundlePost(folders, isIndex),
    isDraft: folders.includes('_drafts'),
    ...(collection === undefined ? {} : { collection }),
    categories: collection === 'posts' || collection === 'drafts' ? topics(folders, special, project) : [],
    ...(lang === undefined ? {} : { lang }),
  };
}

/** The folders above `_posts`; without a configuration, the folder of all sources is none of the site. */
function topics(folders: readonly string[], special: number, { config }: Project): readonly string[] {
  const isOfSources = config === undefined && /^(?:src|source|content)$/.test(folders[0] ?? '');
  return folders.slice(isOfSources ? 1 : 0, special);
}

/** `posts/tea/index.md` is the post `tea`; `posts/index.md` is the list of posts. */
function isBundlePost(folders: readonly string[], isIndex: boolean): boolean {
  return isIndex && folders.slice(0, -1).some((folder) => POST_FOLDERS.has(folder.toLowerCase()));
}

/** Folders as they appear in addresses: `_docs` is `docs`; `_posts` and its subfolders do not appear. */
function addressFolders(
  folders: readonly string[],
  special: number,
  collection: string | undefined,
): readonly string[] {
  if (collection === undefined) return folders;
  if (collection === 'posts' || collection === 'drafts') return [];
  return [...folders.slice(0, special), collection, ...folders.slice(special + 1)];
}

/** The path of a file in its folder of content. */
export function innerPath(path: string, project: Pick<Project, 'bases'>): string {
  const folder = baseOf(path, project)?.folder ?? '';
  return pathInside(path, folder);
}

/** The path of a page below its content base without extension and `index`: `a/b`, or `a/` for the page of a folder. */
export function pagePath(path: string, project: Pick<Project, 'bases'>): string {
  return innerPath(path, project)
    .replace(/\.\w+$/, '')
    .replace(/(^|\/)index$/, '$1');
}

/** The facts about a page by its address alone: `a/b` or, for the page of a folder, `a/`. */
export function placeOfAddress(path: string, address: string, more: Partial<FilePlace> = {}): FilePlace {
  const isIndex = address === '' || address.endsWith('/');
  const parts = address.split('/').filter((part) => part !== '');
  const { stem, extension, date } = parseFileName(lastName(path));
  return {
    path,
    name: {
      slug: isIndex ? 'index' : (parts.at(-1) ?? stem),
      stem,
      extension,
      ...(date === undefined ? {} : { date }),
    },
    folders: isIndex ? parts : parts.slice(0, -1),
    isIndex,
    isPost: !isIndex && parts.slice(0, -1).some((part) => /^(?:posts|blog|news|articles)$/i.test(part)),
    isDraft: false,
    categories: [],
    ...more,
  };
}

/** The site-relative address of a page. */
export function addressAt(address: string, ending: '/' | '' | '.html'): string {
  const path = address.replace(/^\/+|\/+$/g, '');
  return path === '' ? '/' : `/${encodePath(path)}${ending}`;
}
