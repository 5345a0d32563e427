import { compareText } from '../core/compare.js';
import type { IndexEntry } from '../model/entry.js';
import type { ContentType } from '../model/site.js';
import type { SurfaceContext } from './surface.js';

/** Pages first, then posts, then the rest by slug: the order of sections in every agent text. */
export function sectionTypes(ctx: SurfaceContext): readonly ContentType[] {
  const rank = (type: ContentType) => (type.slug === 'page' ? 0 : type.slug === 'post' ? 1 : 2);
  return [...ctx.types].sort((a, b) => rank(a) - rank(b) || compareText(a.slug, b.slug));
}

/** Newest published first; of two at the same second the higher id. */
export function byPublished(a: IndexEntry, b: IndexEntry): number {
  return b.published - a.published || b.id - a.id;
}

/** Last modified first; of two at the same second the higher id. */
export function byModified(a: IndexEntry, b: IndexEntry): number {
  return b.modified - a.modified || b.id - a.id;
}

/** Menu order, then title: the order of pages. */
export function byMenu(a: IndexEntry, b: IndexEntry): number {
  return a.menuOrder - b.menuOrder || compareText(a.title, b.title) || a.id - b.id;
}

/** The order of entries inside the section of their type. */
export function sectionOrder(type: string): Order {
  return type === 'page' ? byMenu : byPublished;
}

/** An order of entries. */
export type Order = (a: IndexEntry, b: IndexEntry) => number;

const sorted = new WeakMap<readonly IndexEntry[], Map<Order, Map<string, readonly IndexEntry[]>>>();

/**
 * The entries of a type, in the order of its section unless another is asked for. Each order is made once for all
 * documents, since sorting the entries of a large site takes a while.
 */
export function entriesOfType(
  { entries }: Pick<SurfaceContext, 'entries'>,
  type: string,
  order: Order = sectionOrder(type),
): readonly IndexEntry[] {
  const orders = sorted.get(entries) ?? new Map<Order, Map<string, readonly IndexEntry[]>>();
  sorted.set(entries, orders);
  const lists = orders.get(order) ?? new Map<string, readonly IndexEntry[]>();
  orders.set(order, lists);
  const list = lists.get(type) ?? entries.filter((entry) => entry.type === type).sort(order);
  lists.set(type, list);
  return list;
}
