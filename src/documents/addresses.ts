/** Addresses of entries, and the orders in which documents list them. */

import { compareNumbered, compareText } from '../core/compare.js';
import { memoisedByObject } from '../core/memoised.js';
import { addTo, countBy } from '../core/multimap.js';
import type { ContentType, IndexEntry } from '../site/site.js';
import type { DocumentContext } from './document-row.js';

/** Absolute permalink of an entry. */
export function entryUrl(ctx: Pick<DocumentContext, 'site'>, entry: Pick<IndexEntry, 'path'>): string {
  return ctx.site.baseUrl + entry.path;
}

/**
 * Address of an entry's Markdown twin below the base, percent-encoded: the permalink's path + `.md`. A page whose address
 * is that of a Markdown file is its own twin.
 */
export function twinPath(entry: Pick<IndexEntry, 'path'>): string {
  return entry.path.endsWith('.md') ? entry.path : `${entry.path.replace(/\/+$/, '')}.md`;
}

/** Absolute URL of an entry's Markdown twin; undefined when it has none or twins are not served. */
export function twinUrl(
  ctx: Pick<DocumentContext, 'site' | 'served'>,
  entry: Pick<IndexEntry, 'path' | 'twin'>,
): string | undefined {
  if (entry.twin === '' || !ctx.served('markdown')) return undefined;
  return ctx.site.baseUrl + twinPath(entry);
}

/** Absolute URL of a path below the base address. */
export function absoluteUrl(ctx: DocumentContext, path: string): string {
  return ctx.site.baseUrl + path;
}

/**
 * The Unix time of an entry's last change, where the source gave dates.
 * @returns undefined for an entry without dates of its own: no document may show one
 */
export function lastModified(entry: IndexEntry): number | undefined {
  return entry.dated ? entry.modified : undefined;
}

/** Pages first, then posts, then the rest by slug: the order of sections in every agent text. */
export function sectionTypes(ctx: DocumentContext): readonly ContentType[] {
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
    compareNumbered(a.title, b.title) ||
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
type Order = (a: Ranked, b: Ranked) => number;

const ordersOf = memoisedByObject(
  (_: readonly IndexEntry[]) => new Map<Order, Map<string, readonly IndexEntry[]>>(),
);

/**
 * The entries of a type, in the order of its section unless another is given. Each order is computed once for all
 * documents, since sorting the entries of a large site takes a while.
 */
export function entriesOfType(
  { entries }: Pick<DocumentContext, 'entries'>,
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

function sort(entries: readonly IndexEntry[], order: Order): readonly IndexEntry[] {
  const sorted = entries.toSorted(order);
  return order === byImportance ? numberedInOrder(sorted) : sorted;
}

/** Minimum number of pages with the same text that makes them placeholders: `This page has moved.` */
const MIN_PLACEHOLDERS = 5;

/** Moves entries to the end whose summary many others share. */
export function placeholdersLast(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const counts = countBy(entries, ({ excerpt }) => excerpt);
  const isPlaceholder = ({ excerpt }: IndexEntry) =>
    excerpt !== '' && (counts.get(excerpt) ?? 0) >= MIN_PLACEHOLDERS;
  const placeholders = entries.filter(isPlaceholder);
  if (placeholders.length === 0) return entries;
  return [...entries.filter((entry) => !isPlaceholder(entry)), ...placeholders];
}

/** The folder and the number of an address such as `/guide/02-steeping/`; dates and versions are no such numbers. */
const NUMBERED = /^(.*\/)(\d{1,3})[-_](?!\d)[^/]*\/?$/;

/** The numbers of a section before its title: `2.1 Datatypes`, `Chapter 3. Water`. */
const NUMBERED_TITLE = /^(?:chapter )?((?:\d{1,3}\.){0,5}\d{1,3})\.?\s+(\p{L}.*)$/isu;
/** Fewer titles with numbers may be of lists: `7 kinds of tea`. */
const MIN_SECTIONS = 3;

/** A page with a number, and its place. */
interface Numbered {
  readonly at: number;
  readonly numbers: readonly number[];
  /** Its title without the number. */
  readonly title: string;
  readonly entry: IndexEntry;
}

/** Pages of a folder that their authors numbered exchange places until they follow their numbers; no other page moves. */
function numberedInOrder(entries: readonly IndexEntry[]): readonly IndexEntry[] {
  const folders = new Map<string, Numbered[]>();
  const sections = new Map<string, Numbered[]>();
  for (const [at, entry] of entries.entries()) {
    if (entry.navOrder !== undefined) continue;
    const [, folder, digits] = NUMBERED.exec(entry.path) ?? [];
    const [, number = '', title = ''] = folder === undefined ? (NUMBERED_TITLE.exec(entry.title) ?? []) : [];
    if (folder !== undefined) addTo(folders, folder, { at, numbers: [Number(digits)], title, entry });
    else if (number !== '')
      addTo(sections, entry.path.replace(/[^/]*\/?$/, ''), {
        at,
        numbers: number.split('.').map(Number),
        title,
        entry,
      });
  }
  const placed = [...entries];
  for (const pages of [...folders.values(), ...[...sections.values()].filter(areSections)]) {
    const ordered = [...pages].sort(
      (a, b) => a.entry.menuOrder - b.entry.menuOrder || compareLists(a.numbers, b.numbers),
    );
    for (const [index, { entry }] of ordered.entries()) placed[pages[index]?.at ?? 0] = entry;
  }
  return placed;
}

/** Whether pages are the sections of a document: each number and each title is there once, and the first is. */
function areSections(pages: readonly Numbered[]): boolean {
  const numbers = new Set(pages.map((page) => page.numbers.join('.')));
  const titles = new Set(pages.map(({ title }) => title));
  if (pages.length < MIN_SECTIONS || !pages.some(({ numbers: [first] }) => first === 1)) return false;
  return numbers.size === pages.length && titles.size === pages.length;
}

function compareLists(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
}
