import { isVariant } from '../core/language-names.js';
import { decodePercent } from '../core/percent.js';
import type { IndexEntry } from '../site/entry.js';
import type { ContentType } from '../site/site.js';
import { GENERIC_TITLE } from '../site/titles.js';
import { oneLine } from './escape.js';
import { entriesOfType, placeholdersLast, sectionTypes } from './order.js';
import type { SurfaceContext } from './surface.js';

/** A folder with fewer entries has no section of its own; a group of the navigation has it from two on. */
const MIN_ENTRIES = 3;
/** Sections of a type in one language: headings must leave room for entries. */
const MAX_SECTIONS = 40;
const MAX_TITLE = 100;
/** Pages that a heading names where they have no other one. */
const MAX_NAMED = 3;

/** A folder with an earlier version of the documentation: `4.x`, `v1.2`. */
const VERSION = /^v?\d+(?:\.(?:\d+|x))+$/i;

/** Entries that are listed under one heading. */
export interface Section {
  readonly title: string;
  /** Folder of its own files, without slashes around it: `guide`, `de/posts`. */
  readonly folder: string;
  /** A language beyond the main one, or empty, and the folder of its index. */
  readonly lang: string;
  readonly langFolder: string;
  readonly type: ContentType;
  /** In the order of the index; at least one. */
  readonly entries: readonly IndexEntry[];
}

const known = new WeakMap<SurfaceContext, readonly Section[]>();

/**
 * The sections of all indexes for language models: by language, the main one first; then by type; then the entries
 * outside of any folder, and one section for each folder or group of the navigation.
 */
export function sectionsOf(ctx: SurfaceContext): readonly Section[] {
  const found = known.get(ctx) ?? planSections(ctx);
  known.set(ctx, found);
  return found;
}

/** Whether an entry is in the indexes: no owner's veto, some text of its own, and not the error page. */
function isListed({ llms, hasProse, path }: IndexEntry): boolean {
  return llms && hasProse && !/\/404(?:\.html?)?\/?$/.test(path);
}

function planSections(ctx: SurfaceContext): readonly Section[] {
  const langOf = languageKey(ctx);
  const folders = new Set(ctx.languages);
  const titles = titlesByPath(ctx);
  const weights = new Map(ctx.entries.map(({ path, menuOrder }) => [plainPath(path), menuOrder]));
  return ['', ...ctx.languages].flatMap((lang) => {
    const own = ctx.entries.filter((entry) => isListed(entry) && langOf(entry) === lang);
    const langFolder = lang === '' ? '' : folderOf(lang, own, folders);
    folders.add(langFolder);
    return sectionTypes(ctx).flatMap((type) => {
      const listed = entriesOfType(ctx, type.slug).filter(
        (entry) => isListed(entry) && langOf(entry) === lang,
      );
      const entries = type.slug === 'post' ? listed : placeholdersLast(listed);
      const groups = groupsOf(pageFirst(entries, langFolder), type, langFolder);
      return byWeight(groups, weights).map((group): Section => {
        const { name, label } = group;
        const folder = unused(group.folder, folders);
        const title = label ?? (name === '' ? type.plural : titleOf(folder, name, titles));
        return {
          title: oneLine(title).slice(0, MAX_TITLE) || type.slug,
          folder,
          lang,
          langFolder,
          type,
          entries: pageFirst(group.entries, group.folder),
        };
      });
    });
  });
}

/** The page of a folder comes before the folder's other entries, unless the navigation has its place. */
function pageFirst(entries: readonly IndexEntry[], folder: string): readonly IndexEntry[] {
  const page = entries.find(({ path }) => path !== '/' && segmentsOf(path).join('/') === folder);
  if (page === undefined || page === entries[0] || page.navOrder !== undefined) return entries;
  return [page, ...entries.filter((entry) => entry !== page)];
}

/**
 * The language under which an entry is listed; empty for the main one. That is the site's own with its regional
 * variants, or the most frequent language if no entry is in it.
 */
export function languageKey({ site, languages, entries }: SurfaceContext): (entry: IndexEntry) => string {
  const others = new Set(languages.filter((lang) => !isVariant(lang, site.lang)));
  if (entries.every((entry) => others.has(entry.lang))) {
    const counts = new Map<string, number>();
    for (const { lang } of entries) counts.set(lang, (counts.get(lang) ?? 0) + 1);
    const [main] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [''];
    others.delete(main);
  }
  return ({ lang }) => (others.has(lang) ? lang : '');
}

interface Group {
  /** Last part of its folder; empty for the entries without one. */
  readonly name: string;
  readonly folder: string;
  /** Its heading in the navigation. */
  readonly label?: string;
  readonly entries: IndexEntry[];
}

/** Groups entries by the navigation, else by folder; entries of exports and posts have one group for all. */
function groupsOf(entries: readonly IndexEntry[], type: ContentType, base: string): readonly Group[] {
  const rest: Group = { name: '', folder: below(base, type.collection), entries: [] };
  const groups = new Map<string, Group>();
  const groupOf = new Map<IndexEntry, Group>();
  const place = type.slug === 'post' ? () => undefined : placer(entries, base);
  for (const entry of entries) {
    const own = place(entry);
    const key = JSON.stringify(own);
    const group = own === undefined ? rest : (groups.get(key) ?? { ...own, entries: [] });
    if (group !== rest) groups.set(key, group);
    group.entries.push(entry);
    groupOf.set(entry, group);
  }
  const large = [...groups.values()]
    .filter(({ entries: own, label }) => own.length >= (label === undefined ? MIN_ENTRIES : 2))
    .sort((a, b) => b.entries.length - a.entries.length)
    .slice(0, MAX_SECTIONS);
  const kept = [...groups.values()].filter((group) => large.includes(group));
  // The other entries come first or, where the navigation has them behind a group, behind it.
  const starts = kept.map(({ entries: [first] }) => first?.navOrder ?? Number.MAX_SAFE_INTEGER);
  const runs = [rest, ...kept].map((): IndexEntry[] => []);
  for (const entry of entries) {
    if (kept.includes(groupOf.get(entry) ?? rest)) continue;
    const { navOrder = -1 } = entry;
    runs[starts.findLastIndex((start) => start < navOrder) + 1]?.push(entry);
  }
  return runs.flatMap((run, at) => [
    ...kept.slice(at - 1, at),
    ...(run.length === 0 ? [] : [at === 0 ? { ...rest, entries: run } : runGroup(run, groupOf, base)]),
  ]);
}

/** The group of entries between two others: a small group of its own, one page, or several. */
function runGroup(entries: IndexEntry[], groupOf: ReadonlyMap<IndexEntry, Group>, base: string): Group {
  const [first, ...others] = entries;
  const group = first && groupOf.get(first);
  if (group && group.name !== '' && others.every((entry) => groupOf.get(entry) === group))
    return { ...group, entries };
  const [titles, more] = [entries.slice(0, MAX_NAMED).map(({ title }) => title), entries.length - MAX_NAMED];
  const label = titles.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return { name: '', folder: below(base, slugOf(first?.title ?? '')), label, entries };
}

/** Earlier versions come last. Without a navigation, the numbers of the folders' own pages order the rest, as in Hugo. */
function byWeight(groups: readonly Group[], weights: ReadonlyMap<string, number>): readonly Group[] {
  const rankOf = ({ name, folder, entries }: Group): number =>
    VERSION.test(name)
      ? Number.POSITIVE_INFINITY
      : name === '' || entries.some(({ navOrder }) => navOrder !== undefined)
        ? Number.MIN_SAFE_INTEGER
        : (weights.get(`/${folder}`) ?? Number.MAX_SAFE_INTEGER);
  return [...groups].sort((a, b) => compareNumbers(rankOf(a), rankOf(b)));
}

function compareNumbers(a: number, b: number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

type Place = Omit<Group, 'entries'>;

/** Finds the group of an entry; the folder that all entries share doesn't divide them. */
function placer(entries: readonly IndexEntry[], base: string): (entry: IndexEntry) => Place | undefined {
  const divided = entries.filter(({ section }) => section === '');
  const folders = divided.map((entry) => foldersOf(entry)).filter((names) => names.length > 0);
  let depth = 0;
  const first = folders[0] ?? [];
  while (depth < first.length && folders.every((names) => names[depth] === first[depth])) depth += 1;
  // All in one folder, with nothing below it.
  if (depth > 0 && folders.every((names) => names.length === depth)) depth -= 1;
  const names = new Set(folders.flatMap((path) => path[depth] ?? []));
  return ({ path, section }) => {
    if (section === undefined) return undefined;
    if (section !== '') {
      const name = slugOf(section);
      return { name, folder: below(base, name), label: section };
    }
    // The page of a folder belongs to it.
    const name = segmentsOf(path)[depth];
    if (name === undefined || !names.has(name)) return undefined;
    const own = segmentsOf(path)
      .slice(0, depth + 1)
      .join('/');
    return own === base ? undefined : { name, folder: own.startsWith(`${base}/`) ? own : below(base, own) };
  };
}

function below(base: string, name: string): string {
  return base === '' ? name : `${base}/${name}`;
}

/** The folder of a language: the one that all its entries are in, else its tag. */
function folderOf(lang: string, entries: readonly IndexEntry[], taken: ReadonlySet<string>): string {
  const [first, ...others] = new Set(entries.map(({ path }) => segmentsOf(path)[0] ?? ''));
  const isOwn = first !== undefined && first !== '' && others.length === 0 && entries.length > 1;
  return isOwn && !taken.has(first) ? first : lang;
}

function foldersOf({ path }: IndexEntry): readonly string[] {
  return segmentsOf(path).slice(0, -1);
}

function segmentsOf(path: string): readonly string[] {
  return (path.split('?', 1)[0] ?? '').split('/').filter((name) => name !== '');
}

function slugOf(label: string): string {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section'];
  return encodeURIComponent(words.join('-'));
}

function titlesByPath({ entries, site }: SurfaceContext): ReadonlyMap<string, string> {
  const titles = new Map<string, string>();
  const folders = new Set(entries.flatMap(({ path }) => (path.endsWith('/') ? plainPath(path) : [])));
  for (const { path, title } of entries) {
    const folder = plainPath(path);
    // The name of the site isn't a title for a folder, and neither is the title of a sibling page.
    const isOther = !path.endsWith('/') && folders.has(folder);
    if (title === '' || title === site.name || isOther || GENERIC_TITLE.test(title)) continue;
    titles.set(folder, title);
  }
  return titles;
}

function plainPath(path: string): string {
  return path.replace(/(?:\.html?|\/)$/, '');
}

/** The title of a folder: that of its page, else its name in words. */
function titleOf(folder: string, name: string, titles: ReadonlyMap<string, string>): string {
  const page = titles.get(`/${folder}`);
  if (page !== undefined) return page;
  if (VERSION.test(name)) return name;
  const words = decodePercent(name)
    .replace(/^\d+[-_.]\s*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unused(folder: string, taken: Set<string>): string {
  let name = folder;
  for (let number = 2; taken.has(name); number++) name = `${folder}-${number}`;
  taken.add(name);
  return name;
}
