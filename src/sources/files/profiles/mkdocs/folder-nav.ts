import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { compareText } from '../../../../core/compare.js';
import { isObject } from '../../../../core/json.js';
import { isFolder } from '../../../../core/stat-if-there.js';
import { parseConfig, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';
import { matchesAny } from '../../glob-pattern.js';
import { MAX_DEPTH, type NavItem, pageAt } from './nav.js';
import { readSummaryList } from './summary-list.js';

/** A line of a navigation: a page, a folder or a pattern, or a group. */
export interface FolderItem {
  readonly title?: string | undefined;
  readonly target?: string;
  readonly items?: readonly FolderItem[];
}

/** Which files hold the navigation of their folder, by the plugin that reads them. */
export type NavFiles = 'awesome-pages' | 'awesome-nav' | 'literate-nav';

/** The names of these files unless the plugin's own setting says otherwise. */
const FILES: Readonly<Record<NavFiles, readonly [standard: string, setting: string]>> = {
  'awesome-pages': ['.pages', 'filename'],
  'awesome-nav': ['.nav.yml', 'filename'],
  'literate-nav': ['SUMMARY.md', 'nav_file'],
};

/** Items of the folder that nothing else names. */
const REST: FolderItem = { target: '*' };

/**
 * The pages in the order of the files that hold the navigation of their folder; folders without such a file are in
 * the order of their names.
 * @param docs absolute path of the documents
 * @returns undefined where the folder of the documents has no such file and needs one
 */
export function readFolderNav(
  docs: string,
  plugin: NavFiles,
  settings: ConfigValues,
): readonly NavItem[] | undefined {
  const [standard, setting] = FILES[plugin];
  const file = configText(settings, setting) ?? standard;
  const navOf = (folder: string) => {
    const text = file.includes('..') ? undefined : readProjectText(docs, posix.join(folder, file));
    if (text === undefined) return undefined;
    return plugin === 'literate-nav' ? { items: readSummaryList(text) } : readPagesFile(text);
  };
  if (plugin === 'literate-nav' && navOf('') === undefined) return undefined;
  return new FolderNav(docs, file, navOf).pagesIn('', undefined, 0);
}

interface FolderOrder {
  readonly items: readonly FolderItem[];
  readonly title?: string | undefined;
}

/** A file in YAML; keys and marks differ little between the plugins. */
function readPagesFile(text: string): FolderOrder {
  const values = parseConfig('nav.yml', text);
  const written = [values['nav'], values['arrange']].find(Array.isArray);
  const items = written?.map(toItem) ?? [REST];
  return { title: configText(values, 'title'), items: values['append_unmatched'] ? [...items, REST] : items };
}

function toItem(item: unknown): FolderItem {
  if (typeof item === 'string') return { target: item === '...' ? '*' : item };
  if (!isObject(item)) return {};
  const [[title, value] = ['', undefined]] = Object.entries(item);
  if (Array.isArray(value)) return { title, items: value.map(toItem) };
  if (typeof value !== 'string') return {};
  return title === 'glob' ? { target: value } : { title, target: value };
}

class FolderNav {
  readonly #docs: string;
  readonly #file: string;
  readonly #navOf: (folder: string) => FolderOrder | undefined;

  constructor(docs: string, file: string, navOf: (folder: string) => FolderOrder | undefined) {
    this.#docs = docs;
    this.#file = file;
    this.#navOf = navOf;
  }

  pagesIn(folder: string, section: string | undefined, depth: number): readonly NavItem[] {
    if (depth > MAX_DEPTH) return [];
    const { title, items } = this.#navOf(folder) ?? { items: [REST] };
    const named = new Set(allTargets(items).map((target) => plainPath(posix.join(folder, target))));
    const own = section ?? (folder === '' ? undefined : title);
    return items.flatMap((item) => this.#pagesOf(item, { folder, section: own, named }, depth + 1));
  }

  #pagesOf(item: FolderItem, place: Place, depth: number): readonly NavItem[] {
    if (depth > MAX_DEPTH) return [];
    const { title, target, items = [] } = item;
    const { folder, section, named } = place;
    // The heading of a group, or of a folder.
    const below = section ?? title;
    const path = plainPath(posix.join(folder, target ?? '.'));
    const isOutside = path.startsWith('..');
    const pages =
      target === undefined || isOutside ? [] : target.includes('*') ? this.#matching(path, place) : [path];
    return [
      ...pages.flatMap((one) => {
        const isPattern = one !== path;
        if (isPattern && named.has(one)) return [];
        if (isFolder(join(this.#docs, one))) return this.pagesIn(one, isPattern ? section : below, depth);
        return pageAt(one, isPattern ? undefined : title, items.length > 0 ? below : section);
      }),
      ...items.flatMap((one) => this.#pagesOf(one, { ...place, section: below }, depth + 1)),
    ];
  }

  /** Files and folders that match a pattern. Its last part counts: the folders in between follow by themselves. */
  #matching(pattern: string, { folder }: Place): readonly string[] {
    const [first = '', ...rest] = pattern.slice(folder === '' ? 0 : folder.length + 1).split('/');
    const inFolder = first.includes('*') ? folder : posix.join(folder, first);
    const glob = first.includes('*') || rest.length === 0 ? first : (rest[0] ?? '*');
    return namesIn(join(this.#docs, inFolder))
      .filter((name) => name !== this.#file && matchesAny(name, glob === '**' ? '*' : glob))
      .map((name) => posix.join(inFolder, name));
  }
}

interface Place {
  readonly folder: string;
  readonly section: string | undefined;
  /** What the navigation of the folder names itself. */
  readonly named: ReadonlySet<string>;
}

function allTargets(items: readonly FolderItem[]): readonly string[] {
  return items.flatMap(({ target, items: below = [] }) => [
    ...(target === undefined ? [] : [target]),
    ...allTargets(below),
  ]);
}

function plainPath(path: string): string {
  return path.replace(/\/+$/, '');
}

/** Names of files and folders; the page of the folder comes first. */
function namesIn(folder: string): readonly string[] {
  const isIndex = (name: string) => /^(?:index|readme)\.md$/i.test(name);
  try {
    return readdirSync(folder)
      .filter((name) => !name.startsWith('.'))
      .sort((a, b) => Number(isIndex(b)) - Number(isIndex(a)) || compareText(a, b));
  } catch {
    return [];
  }
}
