import type { Dirent } from 'node:fs';
import { join, posix } from 'node:path';
import { entriesIn, isFolder } from '../../../../core/files.js';
import { objectOf } from '../../../../core/json.js';
import { decodePercent } from '../../../../core/percent.js';
import { matchesAny, parseConfig, readProjectText } from '../../config-file.js';
import { type ConfigValues, configText } from '../../config-values.js';

/** A line of a navigation: a page, a folder or a pattern, or a group. */
interface FolderItem {
  readonly title?: string | undefined;
  readonly target?: string;
  readonly items?: readonly FolderItem[];
}

/** Which files hold the navigation of their folder, by the plugin that reads them. */
type NavFiles = 'awesome-pages' | 'awesome-nav' | 'literate-nav';

/** The names of these files unless the plugin's own setting says otherwise. */
const FILES: Readonly<Record<NavFiles, readonly [standard: string, setting: string]>> = {
  'awesome-pages': ['.pages', 'filename'],
  'awesome-nav': ['.nav.yml', 'filename'],
  'literate-nav': ['SUMMARY.md', 'nav_file'],
};

/** Items of the folder that nothing else names. */
const REST: FolderItem = { target: '*' };

/** Where the navigation of a project is written. */
interface NavSources {
  /** Absolute path of the documents. */
  readonly docs: string;
  /** The plugin whose files hold it, if any. */
  readonly plugin: NavFiles | undefined;
  readonly settings: ConfigValues;
  /** `nav` in the configuration. */
  readonly written: unknown;
}

/** A page of the navigation: its path in the documents, and its title there. */
export interface NavItem {
  readonly path: string;
  readonly title: string | undefined;
  /** The heading of the outermost group that it is in. */
  readonly section: string | undefined;
}

/** Deeper parts of a navigation aren't read. */
const MAX_DEPTH = 20;

/**
 * The pages in the order of `nav` and of the files that hold the navigation of their folder. Folders without such a file
 * are in the order of their names, files first.
 */
export function readFolderNav({ docs, plugin, settings, written }: NavSources): readonly NavItem[] {
  const [standard, setting] = plugin === undefined ? [] : FILES[plugin];
  const file = setting === undefined ? standard : (configText(settings, setting) ?? standard);
  const isList = plugin === 'literate-nav';
  const fileOf = (folder: string): FolderOrder | undefined => {
    const isInside = file !== undefined && !file.includes('..');
    const text = isInside ? readProjectText(docs, posix.join(folder, file)) : undefined;
    if (text === undefined) return undefined;
    if (!isList) return readPagesFile(text);
    const items = readSummaryList(text);
    const index = settings['implicit_index'] === true ? indexOf(join(docs, folder)) : undefined;
    return items.length === 0 ? undefined : { items: index ? [{ target: index }, ...items] : items };
  };
  const top = Array.isArray(written) ? { items: written.flatMap(toItems) } : undefined;
  const navOf = (folder: string) =>
    folder !== '' || top === undefined ? fileOf(folder) : ((isList ? fileOf('') : undefined) ?? top);
  return new FolderNav(docs, file, navOf).pagesIn('', undefined, 0);
}

interface FolderOrder {
  readonly items: readonly FolderItem[];
  readonly title?: string | undefined;
  /** Names from Z to A. */
  readonly isReversed?: boolean;
}

/** A file in YAML; keys and marks differ little between the plugins. */
function readPagesFile(text: string): FolderOrder {
  const values = parseConfig('nav.yml', text);
  const written = [values['nav'], values['arrange']].find(Array.isArray);
  const items = written?.flatMap(toItems) ?? [REST];
  const direction = values['order'] ?? objectOf(values['sort'])['direction'];
  return {
    title: configText(values, 'title'),
    items: values['append_unmatched'] ? [...items, REST] : items,
    isReversed: direction === 'desc',
  };
}

/** A page or folder, with or without a title, a group, or what is left: `...`, `... | *.md`. */
function toItems(item: unknown): readonly FolderItem[] {
  if (typeof item === 'string') {
    const [isRest, pattern = '*'] =
      /^\.\.\.(?:\s*\|(?!\s*regex=)(?:\s*flat\s*\|)?\s*(?:glob=)?(\S+))?/.exec(item) ?? [];
    return [{ target: isRest === undefined ? item : pattern }];
  }
  return Object.entries(objectOf(item)).map(([title, value]) => {
    if (Array.isArray(value)) return { title, items: value.flatMap(toItems) };
    if (typeof value !== 'string') return {};
    return title === 'glob' ? { target: value } : { title, target: value };
  });
}

class FolderNav {
  constructor(
    private readonly docs: string,
    private readonly file: string | undefined,
    private readonly navOf: (folder: string) => FolderOrder | undefined,
  ) {}

  pagesIn(folder: string, section: string | undefined, depth: number): readonly NavItem[] {
    if (depth > MAX_DEPTH) return [];
    const { title, items } = this.navOf(folder) ?? { items: [REST] };
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
    const isOutside = path.startsWith('..') || /^[a-z]+:/i.test(target ?? '');
    const pages =
      target === undefined || isOutside ? [] : target.includes('*') ? this.#matching(path, place) : [path];
    return [
      ...pages.flatMap((one) => {
        const isPattern = one !== path;
        if (isPattern && named.has(one)) return [];
        if (isFolder(join(this.docs, one))) return this.pagesIn(one, isPattern ? section : below, depth);
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
    const order = this.navOf(inFolder);
    const names = namesIn(join(this.docs, inFolder))
      .filter((name) => order === undefined || name !== this.file)
      .filter((name) => matchesAny(name, glob === '**' ? '*' : glob))
      .map((name) => posix.join(inFolder, name));
    return order?.isReversed ? names.reverse() : names;
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

const INDEX = /^(?:index|readme)\.md$/i;

function indexOf(folder: string): string | undefined {
  return namesIn(folder).find((name) => INDEX.test(name));
}

/** Names of files, the page of the folder first, and then of folders. */
function namesIn(folder: string): readonly string[] {
  const rank = (item: Dirent) => (INDEX.test(item.name) ? 0 : item.isDirectory() ? 2 : 1);
  return entriesIn(folder)
    .filter(({ name }) => !name.startsWith('.'))
    .sort((a, b) => rank(a) - rank(b))
    .map(({ name }) => name);
}

/** The page at a path; none for an external link or another file. */
function pageAt(path: string, title: string | undefined, section?: string): readonly NavItem[] {
  const isPage = /\.(?:md|markdown|mdown|mkdn|mkd)$/i.test(path) && !/^[a-z]+:/i.test(path);
  return isPage ? [{ path: posix.normalize(path).replace(/^\.?\/+/, ''), title, section }] : [];
}

/** Longer lines and deeper lists aren't navigation. */
const MAX_LINE = 2000;

const ITEM = /^([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]+(.*?)[ \t]*$/;
const LINK = /^\[((?:[^[\]\\]|\\.)*)\]\((?:<([^<>]*)>|([^()\s]*))(?:[ \t]+["'][^"']*["'])?\)/;

interface Open {
  readonly indent: number;
  readonly items: FolderItem[];
}

/** The list follows this mark. Without it, the last list counts. */
const MARK = /^[ \t]*<!--[ \t]*nav[ \t]*-->[ \t]*$/m;

/** The items of the nested list in a text: links, patterns, and headings of groups. */
export function readSummaryList(text: string): readonly FolderItem[] {
  const parts = text.split(MARK);
  const lists = listsIn(parts.at(-1) ?? '');
  return (parts.length > 1 ? lists[0] : lists.at(-1)) ?? [];
}

/** Text at the margin ends a list. */
function listsIn(text: string): readonly (readonly FolderItem[])[] {
  const lists: FolderItem[][] = [];
  let open: Open[] = [];
  for (const line of text.replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '').split('\n')) {
    const [, space = '', content = ''] = ITEM.exec(line.slice(0, MAX_LINE)) ?? [];
    if (content === '' && /^\S/.test(line)) open = [];
    if (content === '') continue;
    if (open.length === 0) {
      const items: FolderItem[] = [];
      lists.push(items);
      open = [{ indent: -1, items }];
    }
    const indent = space.replaceAll('\t', '    ').length;
    while (open.length > 1 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const items: FolderItem[] = [];
    open.at(-1)?.items.push({ ...itemOf(content), items });
    if (open.length < MAX_DEPTH) open.push({ indent, items });
  }
  return lists;
}

function itemOf(content: string): FolderItem {
  const [, title, angled, bare] = LINK.exec(content) ?? [];
  if (title !== undefined)
    return { title: plain(title), target: decodePercent(angled ?? bare ?? '').replace(/#.*$/s, '') };
  return content.includes('*') && !content.includes(' ')
    ? { target: content.replace(/\\(?=\*)/g, '') }
    : { title: plain(content) };
}

function plain(title: string): string {
  return title.replace(/\\(.)|[`*]/g, '$1').trim();
}
