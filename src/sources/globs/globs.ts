import { isExcluded } from '../files/glob-pattern.js';

/** The globs of a site. Most have none, so the library is loaded on first use. */

/** The paths of a folder that no glob excludes. */
export type IncludedPaths = (root: string) => Pick<ReadonlySet<string>, 'has'>;

/**
 * @param followLinks files behind symbolic links count too: the library can't list those of links that form a circle
 * @returns undefined where no glob excludes anything
 */
export async function globFilter(
  exclude: readonly string[],
  followLinks = false,
): Promise<IncludedPaths | undefined> {
  if (exclude.length === 0) return undefined;
  if (followLinks) {
    return () => ({ has: (path) => !isExcluded(path, exclude) });
  }
  const { withoutGlobs } = await import('./glob-filter.js');
  return (root) => withoutGlobs(root, exclude);
}

/** The files of a folder that globs match, without hidden ones. */
export async function filesOf(root: string, globs: readonly string[]): Promise<ReadonlySet<string>> {
  if (globs.length === 0) return new Set();
  const { matchGlobs } = await import('./glob-filter.js');
  return matchGlobs(root, globs);
}
