import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type FileName, parseFileName } from '../names.js';
import { configObject } from './generator-config.js';
import { type Layout, withinBase } from './layout.js';

/** The facts about a page that follow from the place of its file. */
export interface Place {
  /** Path from the source's root: the key of the entry. */
  readonly path: string;
  readonly name: FileName;
  /** Folders that appear in the address. */
  readonly folders: readonly string[];
  /** The page of a folder: `index.md`, Hugo's `_index.md`, a `README.md` below the top. */
  readonly isIndex: boolean;
  readonly isPost: boolean;
  readonly isDraft: boolean;
  /** Jekyll: name of the collection (`docs` for `_docs`), or of a category folder above `_posts`. */
  readonly collection?: string;
  readonly categories: readonly string[];
  /** Language from a name like `about.fr.md` (Hugo). */
  readonly lang?: string;
}

const POST_FOLDERS = new Set(['_posts', '_drafts', 'posts', 'blog', 'news', 'articles']);

/** Jekyll: whether the files of a `_folder` become pages. Without a configuration every one does. */
function isPublished(collection: string, layout: Layout): boolean {
  if (collection === 'posts' || collection === 'drafts') return true;
  if (layout.config === undefined || layout.config.file === '') return true;
  const { collections } = layout.config.values;
  if (Array.isArray(collections)) return collections.includes(collection);
  const settings = configObject(collections);
  return Object.hasOwn(settings, collection) && configObject(settings[collection])['output'] === true;
}

/** Splits the language from a Hugo name: `about.fr` → `about`, `fr`, where the site has that language. */
function splitLanguage(name: FileName, layout: Layout): { name: FileName; lang?: string } {
  const [, stem, lang] = /^(.+)\.([A-Za-z]{2,3}(?:-[A-Za-z0-9]+)?)$/.exec(name.slug) ?? [];
  if (layout.generator !== 'hugo' || stem === undefined || lang === undefined) return { name };
  const { languages, defaultContentLanguage } = layout.config?.values ?? {};
  const known = Object.hasOwn(configObject(languages), lang) || defaultContentLanguage === lang;
  return known ? { name: { ...name, slug: stem, stem }, lang } : { name };
}

/** Whether another file is the front page. */
function hasIndex({ root, bases }: Layout): boolean {
  const names = ['index.md', 'index.mdx', 'index.markdown', 'index.html', '_index.md'];
  return bases.some(({ folder }) => names.some((name) => existsSync(join(root, folder, name))));
}

/**
 * Reads the facts that follow from the place of a file, by the rules of the generator.
 * @returns undefined for a file that does not become a page
 */
export function placeFile(path: string, layout: Layout): Place | undefined {
  const parts = (withinBase(path, layout) ?? path).split('/');
  const { name, lang } = splitLanguage(parseFileName(parts.at(-1) ?? ''), layout);
  const folders = parts.slice(0, -1);
  const special = folders.findIndex((folder) => folder.startsWith('_') && layout.generator !== 'hugo');
  const collection = special === -1 ? undefined : (folders[special] ?? '').slice(1);
  if (collection !== undefined && !isPublished(collection, layout)) return undefined;
  const isReadme = name.stem.toLowerCase() === 'readme' && (folders.length > 0 || !hasIndex(layout));
  const isIndex = name.slug === 'index' || name.slug === '_index' || isReadme;
  const isDated = name.date !== undefined;
  return {
    path,
    name:
      layout.generator === 'hugo'
        ? { ...name, slug: name.stem === name.slug || lang ? name.slug : name.stem }
        : name,
    folders: addressFolders(folders, special, collection),
    isIndex,
    isPost:
      isDated ||
      (!isIndex && folders.some((folder) => POST_FOLDERS.has(folder.toLowerCase()))) ||
      isBundlePost(folders, isIndex),
    isDraft: folders.includes('_drafts'),
    ...(collection === undefined ? {} : { collection }),
    categories: collection === 'posts' || collection === 'drafts' ? folders.slice(0, special) : [],
    ...(lang === undefined ? {} : { lang }),
  };
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
