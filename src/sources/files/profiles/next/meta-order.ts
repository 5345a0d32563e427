import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { objectOf } from '../../../../core/json.js';
import { parseData, readProgramFile, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import type { ContentBase, Project } from '../../layout.js';
import type { NavPage } from '../profile.js';
import { uniquePages } from '../sidebar-links.js';

const MAX_DEPTH = 20;
const ENDINGS = ['js', 'jsx', 'ts', 'tsx', 'json'];

/** Whether a content base is an `app` folder, in which the page of each folder is called `page`. */
export function isApp(base: ContentBase | undefined): boolean {
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
export function nextraOrder(files: readonly string[], { root, bases }: Project): readonly NavPage[] {
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
    names.set(known, [...(names.get(known) ?? []), path]);
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
