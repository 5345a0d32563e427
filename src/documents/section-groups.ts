import type { ContentType, IndexEntry } from '../site/site.js';

/** A folder with fewer entries has no section of its own; a group of the navigation has it from two on. */
const MIN_ENTRIES = 3;
/** Sections of a type in one language: headings must leave room for entries. */
const MAX_SECTIONS = 40;
/** Maximum number of titles in a heading that is made from titles. */
const MAX_NAMED = 3;

/** A folder with an earlier version of the documentation: `4.x`, `v1.2`. */
export const VERSION = /^v?\d+(?:\.(?:\d+|x))+$/i;

/** Entries that are listed together, and their place. */
type Group = Place & { readonly entries: readonly IndexEntry[] };

interface Place {
  /** Last part of its folder; empty for pages without one. */
  readonly name: string;
  readonly folder: string;
  /** Its heading in the navigation, or the titles of its pages. */
  readonly label?: string;
}

/** Groups entries by the navigation, else by folder; entries of exports and posts have one group for all. */
export function groupsOf(entries: readonly IndexEntry[], type: ContentType, base: string): readonly Group[] {
  const rest = { name: '', folder: below(base, type.collection) };
  if (type.slug === 'post') return entries.length === 0 ? [] : [{ ...rest, entries }];
  const folderOf = placer(entries, base);
  const versions = new Set(entries.flatMap((entry) => (entry.section ? [versionOf(entry)] : [])));
  const labelOf = (entry: IndexEntry) => {
    const version = versions.size > 1 ? versionOf(entry) : '';
    return entry.section ? placeNamed(entry.section, base, version) : undefined;
  };
  const isLabelled = split(entries, labelOf, 2, base).some(({ place }) => place !== undefined);
  const parts = isLabelled
    ? labelledParts(entries, labelOf, folderOf, base)
    : split(entries, folderOf, MIN_ENTRIES, base);
  return parts.map(({ place, entries: own }, at) => ({
    ...(place ?? (at === 0 ? rest : placeBetween(own, labelOf, folderOf, base))),
    entries: own,
  }));
}

/** Entries with a place of their own, or some between two such groups. */
interface Part {
  readonly place?: Place;
  readonly entries: IndexEntry[];
}

type PlaceOf = (entry: IndexEntry) => Place | undefined;

/**
 * The groups of the navigation in their order, with other pages where it has them: by folder, if one has several of them.
 * Pages that it doesn't have join those of their folder, or come first; groups of such pages come last.
 */
function labelledParts(
  entries: readonly IndexEntry[],
  labelOf: PlaceOf,
  folderOf: PlaceOf,
  base: string,
): readonly Part[] {
  const isListed = (entry: IndexEntry) => entry.navOrder !== undefined || isFront(entry, base);
  const listed = split(entries.filter(isListed), labelOf, 2, base).flatMap((part) =>
    part.place === undefined ? split(part.entries, folderOf, MIN_ENTRIES, base) : [part],
  );
  const byPlace = new Map(listed.map((part) => [JSON.stringify(part.place), part]));
  const others = entries.filter((entry) => {
    const place = isListed(entry) ? undefined : folderOf(entry);
    const known = place && byPlace.get(JSON.stringify(place));
    known?.entries.push(entry);
    return !isListed(entry) && known === undefined;
  });
  const added = split(others, folderOf, MIN_ENTRIES, base);
  const loose = added.filter(({ place }) => place === undefined).flatMap(({ entries: own }) => own);
  const [first, ...later] = listed;
  const head = first?.place === undefined ? [...(first?.entries ?? []), ...loose] : loose;
  return [
    ...(head.length === 0 ? [] : [{ entries: head }]),
    ...(first?.place === undefined ? later : listed),
    ...added.filter(({ place }) => place !== undefined),
  ];
}

/**
 * Large groups in the order of their first entries. The others come first or, where the navigation has them behind a
 * group, behind it.
 * @param least entries that a group needs
 * @param base the folder of the front page, which is always the first
 */
function split(
  entries: readonly IndexEntry[],
  placeOf: PlaceOf,
  least: number,
  base: string,
): readonly Part[] {
  const groups = new Map<string, Part & { readonly place: Place }>();
  for (const entry of entries) {
    const place = placeOf(entry);
    if (place === undefined) continue;
    const key = JSON.stringify(place);
    const group = groups.get(key) ?? { place, entries: [] };
    groups.set(key, group);
    group.entries.push(entry);
  }
  const large = [...groups.values()]
    .filter(({ entries: own }) => own.length >= least)
    .sort((a, b) => b.entries.length - a.entries.length)
    .slice(0, MAX_SECTIONS);
  const kept = [...groups.values()].filter((group) => large.includes(group));
  const inGroups = new Set(kept.flatMap(({ entries: own }) => own));
  const starts = kept.map(({ entries: [first] }) => first?.navOrder ?? Number.MAX_SAFE_INTEGER);
  const runs = [undefined, ...kept].map((): IndexEntry[] => []);
  for (const entry of entries) {
    if (inGroups.has(entry)) continue;
    const navOrder = isFront(entry, base) ? -1 : (entry.navOrder ?? -1);
    runs[starts.findLastIndex((start) => start < navOrder) + 1]?.push(entry);
  }
  return runs.flatMap((run, at) => [
    ...kept.slice(Math.max(0, at - 1), at),
    ...(run.length === 0 ? [] : [{ entries: run }]),
  ]);
}

/** The place of entries between two groups: that of a small group of their own, else one with their titles. */
function placeBetween(
  entries: readonly IndexEntry[],
  labelOf: PlaceOf,
  folderOf: PlaceOf,
  base: string,
): Place {
  const [first, ...others] = entries;
  const placeOf = (entry: IndexEntry) => labelOf(entry) ?? folderOf(entry);
  const place = first && placeOf(first);
  const key = JSON.stringify(place);
  if (place && others.every((entry) => JSON.stringify(placeOf(entry)) === key)) return place;
  const titles = [...new Set(entries.map(({ title }) => title))];
  const more = titles.length - MAX_NAMED;
  const label = titles.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
  return { name: '', folder: below(base, slugOf(first?.title ?? '')), label };
}

function isFront({ path }: IndexEntry, base: string): boolean {
  return segmentsOf(path).join('/') === base;
}

/** The earlier version of the documentation that an entry is in; empty for the present one. */
function versionOf(entry: IndexEntry): string {
  return foldersOf(entry).find((name) => VERSION.test(name)) ?? '';
}

function placeNamed(label: string, base: string, version: string): Place {
  const name = slugOf(label);
  if (version === '') return { name, folder: below(base, name), label };
  return { name: version, folder: below(base, `${version}/${name}`), label: `${label} (${version})` };
}

/** Earlier versions come last. Without a navigation, the numbers of the folders' own pages order the rest, as in Hugo. */
export function byWeight(groups: readonly Group[], weights: ReadonlyMap<string, number>): readonly Group[] {
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

/** Finds the folder of an entry; the one that all entries share doesn't divide them. */
function placer(entries: readonly IndexEntry[], base: string): PlaceOf {
  const divided = entries.filter(({ section }) => section === '');
  const folders = divided.map((entry) => foldersOf(entry)).filter((names) => names.length > 0);
  let depth = 0;
  const first = folders[0] ?? [];
  while (depth < first.length && folders.every((names) => names[depth] === first[depth])) depth += 1;
  // All in one folder, with nothing below it.
  if (depth > 0 && folders.every((names) => names.length === depth)) depth -= 1;
  const names = new Set(folders.flatMap((path) => path[depth] ?? []));
  return ({ path, section }) => {
    if (section !== '') return undefined;
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

function foldersOf({ path }: IndexEntry): readonly string[] {
  return segmentsOf(path).slice(0, -1);
}

/** The segments of a path. */
export function segmentsOf(path: string): readonly string[] {
  return (path.split('?', 1)[0] ?? '').split('/').filter((name) => name !== '');
}

function slugOf(label: string): string {
  const words = label.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['section'];
  return encodeURIComponent(words.join('-'));
}
