import { compareText } from '../core/compare.js';
import { perObject } from '../core/remembered.js';
import type { IndexEntry } from '../site/entry.js';
import type { ContentType } from '../site/site.js';
import type { SurfaceContext } from './surface.js';

/** Pages first, then posts, then the rest by slug: the order of sections in every agent text. */
export function sectionTypes(ctx: SurfaceContext): readonly ContentType[] {
  const rank = (type: ContentType) => (type.slug === 'page' ? 0 : type.slug === 'post' ? 1 : 2);
  return [...ctx.types].sort((a, b) => rank(a) - rank(b) || compareText(a.slug, b.slug));
}

/** The fields that orders use. */
type Ranked = Pick<
  IndexEntry,
  'id' | 'title' | 'published' | 'modified' | 'menuOrder' | 'navOrder' | 'inbound' | 'path'
>;

/** Newest published first; of two at the same second the higher id. */
export function byPublished(a: Ranked, b: Ranked): number {
  return b.published - a.published || b.id - a.id;
}

/** Last modified first; of two at the same second the higher id. */
export function byModified(a: Ranked, b: Ranked): number {
  return b.modified - a.modified || b.id - a.id;
}

/** The home page, then navigation and menu order, then the number of links to it, then depth, then title: the order of pages. */
export function byImportance(a: Ranked, b: Ranked): number {
  return (
    Number(b.path === '/') - Number(a.path === '/') ||
    navigationOf(a) - navigationOf(b) ||
    a.menuOrder - b.menuOrder ||
    b.inbound - a.inbound ||
    depthOf(a) - depthOf(b) ||
    compareText(a.title, b.title) ||
    a.id - b.id
  );
}

/** Entries that the navigation doesn't name come last. */
function navigationOf({ navOrder }: Ranked): number {
  return navOrder ?? Number.MAX_SAFE_INTEGER;
}

function depthOf({ path }: Ranked): number {
  return path.split('/').filter((name) => name !== '').length;
}

/** The order of entries inside a type: only posts are ordered by date. */
function sectionOrder(type: string): Order {
  return type === 'post' ? byPublished : byImportance;
}

/** An order of entries. */
export type Order = (a: Ranked, b: Ranked) => number;

const ordersOf = perObject(
  (_: readonly IndexEntry[]) => new Map<Order, Map<string, readonly IndexEntry[]>>(),
);

/**
 * The entries of a type, in the order of its section unless another is given. Each order is computed once for all
 * documents, since sorting the entries of a large site takes a while.
 */
export function entriesOfType(
  { entries }: Pick<SurfaceContext, 'entries'>,
  type: string,
  order: Order = sectionOrder(type),
): readonly IndexEntry[] {
  const orders = ordersOf(entries);
  const lists = orders.get(order) ?? new Map<string, readonly IndexEntry[]>();
  orders.set(order, lists);
  const list =
    lists.get(type) ??
    sort(
      entries.filter((entry) => entry.type === type),
      order,
    );
  lists.set(type, list);
  return list;
}

/** An entry may compute a field each time it is read: it is read once, and not in each comparison. */
function sort(entries: readonly IndexEntry[], order: Order): readonly IndexEntry[] {
  const rows = entries.map((entry) => new Row(entry)).sort(order);
  return (order === byImportance ? numberedInOrder(rows) : rows).map(({ entry }) => entry);
}

/** Minimum number of pages with the same text that makes them placeholders: `This page has moved.` */
const MIN_PLACEHOLDERS = 5;

/** Moves entries to the end whose summary many others share. */
export function placeholdersLast(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const counts = new Map<string, number>();
  for (const { excerpt } of entries) if (excerpt !== '') counts.set(excerpt, (counts.get(excerpt) ?? 0) + 1);
  const isPlaceholder = ({ excerpt }: IndexEntry) => (counts.get(excerpt) ?? 0) >= MIN_PLACEHOLDERS;
  const placeholders = entries.filter(isPlaceholder);
  if (placeholders.length === 0) return entries;
  return [...entries.filter((entry) => !isPlaceholder(entry)), ...placeholders];
}

/** The folder and the number of an address such as `/guide/02-steeping/`; dates and versions are no such numbers. */
const NUMBERED = /^(.*\/)(\d{1,3})[-_](?!\d)[^/]*\/?$/;

/** Pages of a folder that their authors numbered exchange places until they follow their numbers; no other page moves. */
function numberedInOrder(rows: readonly Row[]): readonly Row[] {
  const folders = new Map<string, { readonly at: number; readonly number: number; readonly row: Row }[]>();
  for (const [at, row] of rows.entries()) {
    const [, folder, digits] = row.navOrder === undefined ? (NUMBERED.exec(row.path) ?? []) : [];
    if (folder === undefined) continue;
    const pages = folders.get(folder) ?? [];
    pages.push({ at, number: Number(digits), row });
    folders.set(folder, pages);
  }
  const placed = [...rows];
  for (const pages of folders.values()) {
    const ordered = [...pages].sort((a, b) => a.row.menuOrder - b.row.menuOrder || a.number - b.number);
    for (const [index, { row }] of ordered.entries()) placed[pages[index]?.at ?? 0] = row;
  }
  return placed;
}

class Row implements Ranked {
  readonly id: number;
  readonly published: number;
  readonly modified: number;
  readonly menuOrder: number;
  readonly navOrder: number | undefined;
  readonly inbound: number;
  readonly path: string;
  #title: string | undefined;

  constructor(readonly entry: IndexEntry) {
    this.id = entry.id;
    this.published = entry.published;
    this.modified = entry.modified;
    this.menuOrder = entry.menuOrder;
    this.navOrder = entry.navOrder;
    this.inbound = entry.inbound;
    this.path = entry.path;
  }

  /** Few orders use it, and only as a tie-breaker. */
  get title(): string {
    this.#title ??= this.entry.title;
    return this.#title;
  }
}
