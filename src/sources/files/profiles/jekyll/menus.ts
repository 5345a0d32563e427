import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { listNames } from '../../../../core/files.js';
import { isObject } from '../../../../core/json.js';
import { addTo } from '../../../../core/multimap.js';
import { parseData, readProjectText } from '../../config-file.js';
import { configText } from '../../config-values.js';
import type { Project } from '../../layout.js';
import type { AddressOf, NavPage } from '../profile.js';
import { linksInSidebar, pagesAt, readMatterWith, uniquePages } from '../sidebar-links.js';

/** Data files of menus by the habits of themes: `navigation.yml` of Minimal Mistakes, `sidebars/docs.yml`. */
const MENU_FILE = /^(?:.*[-_])?(?:nav|navigation|menus?|sidebars?|toc)(?:[-_].*)?(?:\.(?:ya?ml|json))?$/i;
const DATA_FILE = /\.(?:ya?ml|json)$/;
const MAX_FILES = 100;
const MAX_DEPTH = 20;

/**
 * The pages in the order of the menus of themes: lists of links in data files and in the configuration, and the tree
 * that Just the Docs makes of `nav_order` and `parent`.
 */
export function jekyllNavigation(
  files: readonly string[],
  addressOf: AddressOf,
  project: Project,
): readonly NavPage[] {
  const { values = {} } = project.config ?? {};
  const menus = [values['navigation'], values['nav'], ...menuData(project)].map((menu) => toSidebar(menu, 0));
  const links = menus.flatMap((menu) => linksInSidebar(menu));
  const listed = links.length === 0 ? [] : pagesAt(links, files, addressOf);
  return uniquePages([...treeOf(files, project), ...listed]);
}

function menuData({ root, config }: Project): readonly unknown[] {
  const folder = posix.join(configText(config?.values ?? {}, 'data_dir') ?? '_data');
  const base = config?.root ?? root;
  if (folder.startsWith('..')) return [];
  const named = listNames(join(base, folder)).filter((name) => MENU_FILE.test(name));
  const paths = named.flatMap((name) =>
    DATA_FILE.test(name) ? [name] : listNames(join(base, folder, name)).map((file) => `${name}/${file}`),
  );
  return paths
    .filter((path) => DATA_FILE.test(path))
    .slice(0, MAX_FILES)
    .map((path) => parseData(path, readProjectText(base, posix.join(folder, path)) ?? ''));
}

/** A menu in the words of `linksIn`: themes have many names for the same three things. */
function toSidebar(menu: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(menu)) return menu.map((item) => toSidebar(item, depth + 1));
  if (!isObject(menu)) return undefined;
  const link = configText(menu, 'url', 'link', 'href', 'page');
  const text = configText(menu, 'title', 'text', 'name', 'label');
  const below = Object.values(menu).filter((value) => typeof value === 'object' && value !== null);
  const items = below.map((value) => toSidebar(value, depth + 1));
  return {
    ...(link === undefined ? {} : { link }),
    ...(text === undefined ? {} : { text }),
    ...(items.length === 0 ? {} : { items }),
  };
}

interface TreePage {
  readonly path: string;
  readonly title: string;
  readonly parent: string;
  readonly grandParent: string | undefined;
  readonly order: unknown;
}

/** The tree of Just the Docs. A page names its parent, and the parent of that, by their titles. */
function treeOf(files: readonly string[], { root }: Project): readonly NavPage[] {
  const matter = readMatterWith(root, files, /^(?:nav_order|parent):/m);
  if (![...matter.values()].some((data) => data['nav_order'] !== undefined)) return [];
  const all = readMatterWith(root, files, /^title:/m);
  const below = new Map<string, TreePage[]>();
  for (const [path, data] of all) {
    if (data['nav_exclude'] === true) continue;
    const parent = configText(data, 'parent') ?? '';
    const page: TreePage = {
      path,
      title: configText(data, 'title') ?? '',
      parent,
      grandParent: configText(data, 'grand_parent'),
      order: data['nav_order'],
    };
    addTo(below, parent, page);
  }
  const tops = new Set(below.get('')?.map(({ title }) => title));
  const found: NavPage[] = [];
  const seen = new Set<TreePage>();
  const addBelow = (title: string, parent: string, section: string | undefined, depth: number): void => {
    for (const page of [...(below.get(title) ?? [])].sort(byOrder)) {
      // If no grandparent is named, the parent is at the top.
      const above = page.grandParent ?? (tops.has(title) ? '' : parent);
      const isElsewhere = parent !== '' && above !== parent;
      if (seen.has(page) || isElsewhere || depth > MAX_DEPTH) continue;
      seen.add(page);
      const own = section ?? (below.has(page.title) ? page.title : undefined);
      found.push({ path: page.path, section: own });
      if (page.title !== '') addBelow(page.title, title, own, depth + 1);
    }
  };
  addBelow('', '', undefined, 0);
  return found;
}

/** Numbers come first, then texts, then pages without an order, by title. */
function byOrder(a: TreePage, b: TreePage): number {
  const rank = ({ order }: TreePage) => (typeof order === 'number' ? 0 : order === undefined ? 2 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a.order === 'number' && typeof b.order === 'number' && a.order !== b.order)
    return a.order - b.order;
  return compareText(String(a.order ?? ''), String(b.order ?? '')) || compareText(a.title, b.title);
}
