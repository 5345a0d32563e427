import { posix } from 'node:path';
import { isObject } from '../../../../core/json.js';

/** A page of the navigation: its path in the documents, and its title there. */
export interface NavItem {
  readonly path: string;
  readonly title: string | undefined;
  /** The heading of the outermost group that it is in. */
  readonly section: string | undefined;
}

/** Deeper parts of a navigation aren't read. */
export const MAX_DEPTH = 20;

/** The pages of `nav`, in order. */
export function readNav(nav: unknown, section?: string, depth = 0): readonly NavItem[] {
  if (!Array.isArray(nav) || depth > MAX_DEPTH) return [];
  return nav.flatMap((item) => {
    if (typeof item === 'string') return pageAt(item, undefined, section);
    if (!isObject(item)) return [];
    return Object.entries(item).flatMap(([title, value]) =>
      typeof value === 'string' ? pageAt(value, title, section) : readNav(value, section ?? title, depth + 1),
    );
  });
}

/** The page at a path; none for an external link or another file. */
export function pageAt(path: string, title: string | undefined, section?: string): readonly NavItem[] {
  const isPage = /\.(?:md|markdown|mdown|mkdn|mkd)$/i.test(path) && !/^[a-z]+:/i.test(path);
  return isPage ? [{ path: posix.normalize(path).replace(/^\.?\/+/, ''), title, section }] : [];
}
