/** The globs of a site. Most have none, so the library is loaded on first use. */

/** The paths of a folder that no glob excludes. */
export type KeptByGlobs = (root: string) => ReadonlySet<string>;

/** @returns undefined where no glob excludes anything */
export async function globFilter(exclude: readonly string[]): Promise<KeptByGlobs | undefined> {
  if (exclude.length === 0) return undefined;
  const { withoutGlobs } = await import('./glob-filter.js');
  return (root) => withoutGlobs(root, exclude);
}

/** The files of a folder that globs match, without hidden ones. */
export async function filesOf(root: string, globs: readonly string[]): Promise<ReadonlySet<string>> {
  if (globs.length === 0) return new Set();
  const { matchGlobs } = await import('./glob-filter.js');
  return matchGlobs(root, globs);
}
