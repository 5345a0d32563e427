import { posix } from 'node:path';

/** A page of the navigation: its path in the documents, and its title there. */
export interface NavItem {
  readonly path: string;
  readonly title: string | undefined;
  /** The heading of the outermost group that it is in. */
  readonly section: string | undefined;
}

/** Deeper parts of a navigation aren't read. */
export const MAX_DEPTH = 20;

/** The page at a path; none for an external link or another file. */
export function pageAt(path: string, title: string | undefined, section?: string): readonly NavItem[] {
  const isPage = /\.(?:md|markdown|mdown|mkdn|mkd)$/i.test(path) && !/^[a-z]+:/i.test(path);
  return isPage ? [{ path: posix.normalize(path).replace(/^\.?\/+/, ''), title, section }] : [];
}
