import { compareText } from '../../../../core/compare.js';
import { objectOf, stringsOf } from '../../../../core/json.js';
import { addTo, groupBy } from '../../../../core/multimap.js';
import type { ConfigValues } from '../../config-values.js';
import type { Project } from '../../layout.js';
import type { AddressOf, NavPage } from '../profile.js';
import { plainAddress, readMatterData, readMatterWith, uniquePages } from '../sidebar-links.js';
import { hugoLanguage, logicalPath } from './place.js';
import { type HugoSettings, setting, settingText } from './settings.js';

/** Menus with other tasks than that of the site's contents. */
const OTHER_MENU = /foot|social|legal|copyright|shortcut/i;
const MAX_DEPTH = 20;

interface Item {
  /** Other items name it so as their `parent`. */
  readonly name: string;
  readonly title: string;
  readonly parent: string;
  readonly weight: number;
  readonly page: string | undefined;
}

/**
 * The pages in the order of the menus: those of the configuration, and the items that pages add by their front matter.
 * The pages of a section follow its own page, by weight. Without menus, the weights alone make the order.
 */
export function hugoNavigation(
  files: readonly string[],
  addressOf: AddressOf,
  project: Project,
  settings: HugoSettings,
): readonly NavPage[] {
  const matter = readMatterWith(project.root, files, /^\W{0,6}(?:menus?|weight)\b/im);
  const languages = settings.languages.size > 0 ? [...settings.languages.keys()] : [settings.defaultLanguage];
  const pages = languages.flatMap((code) => {
    const own = files.filter((path) => hugoLanguage(path, project, settings) === code);
    const pageAt = pageFinder(own, addressOf, project, settings);
    const menus = menusOf(settings, code, own, matter, pageAt);
    const tree = new SectionTree(own, { matter, root: project.root }, (path) =>
      logicalPath(path, project, settings),
    );
    const rest = tree.isWeighted ? tree.all() : [];
    return [...menus.flatMap(([, items]) => pagesOf(items, tree)), ...rest];
  });
  return uniquePages(pages);
}

/**
 * The pages of a site without menus, by folder and weight; empty if no page has a weight.
 * @param pathOf the path of the page or the section that a file is: `/posts/tea`
 */
export function pagesByWeight(
  files: readonly string[],
  root: string,
  pathOf: (file: string) => string,
): readonly NavPage[] {
  const matter = readMatterWith(root, files, /^\W{0,6}weight\b/im);
  const tree = new SectionTree(files, { matter, root }, pathOf);
  return tree.isWeighted ? tree.all() : [];
}

/** Finds the page of an item by its `pageRef` or its address. */
function pageFinder(
  files: readonly string[],
  addressOf: AddressOf,
  project: Project,
  settings: HugoSettings,
): (item: ConfigValues) => string | undefined {
  const byPath = new Map(files.map((path) => [plainAddress(logicalPath(path, project, settings)), path]));
  let byAddress: ReadonlyMap<string, string> | undefined;
  return (item) => {
    const written = settingText(item, 'pageRef') ?? settingText(item, 'url') ?? settingText(item, 'URL');
    if (written === undefined || /^(?:[a-z]+:|\/\/|#)/i.test(written)) return undefined;
    const path = plainAddress(written);
    const known = byPath.get(path.toLowerCase());
    if (known !== undefined) return known;
    byAddress ??= new Map(files.map((file) => [plainAddress(addressOf(file) ?? ''), file]));
    return byAddress.get(path);
  };
}

/** The items of each menu of a language; the main menu comes first. */
function menusOf(
  { values, languages }: HugoSettings,
  code: string,
  files: readonly string[],
  matter: ReadonlyMap<string, ConfigValues>,
  pageAt: (item: ConfigValues) => string | undefined,
): readonly (readonly [name: string, items: readonly Item[]])[] {
  const menus = new Map<string, Item[]>();
  const add = (menu: string, item: ConfigValues, page: string | undefined) => {
    if (OTHER_MENU.test(menu)) return;
    addTo(menus, menu, toItem(item, page));
  };
  const written = (from: ConfigValues) => objectOf(setting(from, 'menus') ?? setting(from, 'menu'));
  const own = written(languages.get(code)?.values ?? {});
  const configured = Object.keys(own).length > 0 ? own : written(values);
  for (const [menu, items] of Object.entries(configured))
    for (const item of [items].flat()) add(menu.toLowerCase(), objectOf(item), pageAt(objectOf(item)));
  for (const path of files) {
    const data = matter.get(path) ?? {};
    const title = settingText(data, 'linkTitle') ?? settingText(data, 'title');
    for (const [menu, item] of ownItems(setting(data, 'menus') ?? setting(data, 'menu')))
      add(menu.toLowerCase(), { name: title, weight: setting(data, 'weight'), ...item }, path);
  }
  const rank = (name: string) => Number(name !== 'main');
  return [...menus].sort(([a], [b]) => rank(a) - rank(b) || compareText(a, b));
}

/** `main`, `[main, docs]`, or `main: { weight, parent }`. */
function ownItems(menu: unknown): readonly (readonly [menu: string, item: ConfigValues])[] {
  const names = stringsOf(menu);
  if (names.length > 0) return names.map((name) => [name, {}]);
  return Object.entries(objectOf(menu)).map(([name, item]) => [name, objectOf(item)]);
}

function toItem(item: ConfigValues, page: string | undefined): Item {
  const title = settingText(item, 'name') ?? settingText(item, 'title') ?? '';
  return {
    name: settingText(item, 'identifier') ?? title,
    title,
    parent: settingText(item, 'parent') ?? '',
    weight: Number(setting(item, 'weight')) || Number.MAX_SAFE_INTEGER,
    page,
  };
}

/** The pages of a menu; a page is in the section of the outermost item above it. */
function pagesOf(items: readonly Item[], tree: SectionTree): readonly NavPage[] {
  const names = new Set(items.map(({ name }) => name));
  const below = groupBy(items, ({ parent }) => parent);
  const walk = (list: readonly Item[], section: string | undefined, depth: number): readonly NavPage[] =>
    [...list]
      .sort((a, b) => a.weight - b.weight || compareText(a.title, b.title))
      .flatMap(({ name, title, page }) => {
        const children = name === '' ? [] : (below.get(name) ?? []);
        // Of several items with a name, the first has them all.
        below.delete(name);
        const own = section ?? (children.length > 0 ? title : undefined);
        return [
          ...(page === undefined ? [] : tree.below(page).map((path) => ({ path, section: own }))),
          ...(depth < MAX_DEPTH ? walk(children, own, depth + 1) : []),
        ];
      });
  return walk(
    items.filter(({ parent }) => parent === '' || !names.has(parent)),
    undefined,
    0,
  );
}

interface Node {
  readonly name: string;
  /** The page itself, or that of the section. */
  readonly pages: string[];
  readonly children: Map<string, Node>;
}

/** Folders with more pages are blogs, whose order isn't that of a menu: their titles aren't read. */
const MAX_SIBLINGS = 500;
const COLLATOR = new Intl.Collator('en', { numeric: false });

/** The front matter of pages: what has been read, and the folder to read more. */
interface MatterFiles {
  readonly matter: ReadonlyMap<string, ConfigValues>;
  readonly root: string;
}

/**
 * The pages of a site in one language, by folder. Siblings are in the order of their weights, then of their dates, newest
 * first, and of their titles.
 */
class SectionTree {
  readonly isWeighted: boolean;
  readonly #top: Node = { name: '', pages: [], children: new Map() };

  /** @param pathOf the path of a file by which other pages refer to it: `/posts/tea` */
  constructor(
    paths: readonly string[],
    private readonly files: MatterFiles,
    private readonly pathOf: (file: string) => string,
  ) {
    this.isWeighted = paths.some((path) => Number(setting(files.matter.get(path) ?? {}, 'weight')) > 0);
    for (const path of paths) this.#nodeAt(path, true)?.pages.push(path);
  }

  /** A page and, where it heads a section, the pages below it. */
  below(path: string): readonly string[] {
    const node = /\/_index[^/]*$/.test(path) ? this.#nodeAt(path, false) : undefined;
    return node === undefined || node === this.#top ? [path] : [path, ...this.#pagesIn(node)];
  }

  /** All pages. */
  all(): readonly NavPage[] {
    return this.#pagesIn(this.#top).map((path) => ({ path }));
  }

  #nodeAt(path: string, adds: boolean): Node | undefined {
    let node = this.#top;
    for (const name of this.pathOf(path).split('/')) {
      if (name === '') continue;
      const child = node.children.get(name);
      if (child === undefined && !adds) return undefined;
      const next: Node = child ?? { name, pages: [], children: new Map() };
      node.children.set(name, next);
      node = next;
    }
    return node;
  }

  #pagesIn(node: Node): readonly string[] {
    const found: string[] = [];
    const pending = [node];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      found.push(...next.pages);
      pending.push(...this.#sorted([...next.children.values()]).reverse());
    }
    return found;
  }

  #sorted(nodes: readonly Node[]): Node[] {
    const weights = nodes.map((node) => this.#weightOf(node));
    const isTied = new Set(weights).size < nodes.length && nodes.length <= MAX_SIBLINGS;
    const rows = nodes.map((node, at) => {
      const data = isTied ? this.#matterOf(node) : {};
      const title = settingText(data, 'linkTitle') ?? settingText(data, 'title') ?? '';
      const date = Date.parse(String(setting(data, 'date') ?? setting(data, 'publishDate') ?? ''));
      return { node, title, date: Number.isNaN(date) ? 0 : date, weight: weights[at] ?? 0 };
    });
    return rows
      .sort(
        (a, b) =>
          a.weight - b.weight ||
          b.date - a.date ||
          COLLATOR.compare(a.title, b.title) ||
          compareText(a.node.name, b.node.name),
      )
      .map(({ node }) => node);
  }

  #weightOf({ pages: [page = ''] }: Node): number {
    return Number(setting(this.files.matter.get(page) ?? {}, 'weight')) || Number.MAX_SAFE_INTEGER;
  }

  #matterOf({ pages: [page] }: Node): ConfigValues {
    const { matter, root } = this.files;
    return page === undefined ? {} : (matter.get(page) ?? readMatterData(root, page));
  }
}
