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
export function sectionOrder(type: string): (a: IndexEntry, b: IndexEntry) => number {
  return type === 'page' ? byMenu : byPublished;
}

/** Entries by type slug, in one pass; types without entries are absent. */
export function groupByType(entries: Iterable<IndexEntry>): ReadonlyMap<string, IndexEntry[]> {
  const groups = new Map<string, IndexEntry[]>();
  for (const entry of entries) {
    const group = groups.get(entry.type);
    if (group === undefined) groups.set(entry.type, [entry]);
    else group.push(entry);
  }
  return groups;
}
