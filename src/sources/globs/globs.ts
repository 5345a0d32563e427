/** What a site says with globs. Most name none, so that what understands them is loaded when one does. */

/** The paths of a folder that no glob leaves out. */
export type KeptByGlobs = (root: string) => ReadonlySet<string>;

/** @returns undefined where no glob leaves anything out */
export async function globFilter(exclude: readonly string[]): Promise<KeptByGlobs | undefined> {
  if (exclude.length === 0) return undefined;
  const { withoutGlobs } = await import('./glob-filter.js');
  return (root) => withoutGlobs(root, exclude);
}

/** The files of a folder that globs mean, but no hidden ones. */
export async function filesOf(root: string, globs: readonly string[]): Promise<ReadonlySet<string>> {
  if (globs.length === 0) return new Set();
  const { matchGlobs } = await import('./glob-filter.js');
  return matchGlobs(root, globs);
}
