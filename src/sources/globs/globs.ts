import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isExcluded } from '../files/config-file.js';
import { invalidOption } from '../options.js';

/** The globs of a site. Most have none, so the library is loaded on first use. */

/** The paths of a folder that no glob excludes. */
export type IncludedPaths = (root: string) => Pick<ReadonlySet<string>, 'has'>;

/**
 * The globs of the option `exclude`, without slashes at their ends: `/wiki/` is the folder `wiki` of the source.
 * @param path of the source
 * @throws SvcError `SVC_CONFIG_INVALID` for a glob that begins with the source's own folder: it matches nothing, and
 *   what it's for would be published
 */
export function excludedGlobs(globs: readonly string[], path: string): readonly string[] {
  const tidy = withoutEndSlashes(globs);
  const own = basename(resolve(path));
  const wrong = tidy.find((glob) => glob.startsWith(`${own}/`));
  if (wrong === undefined || existsSync(join(path, own))) return tidy;
  throw invalidOption(
    'exclude',
    `"${wrong}" matches nothing, since globs begin in the folder of the source, which is "${own}"`,
    `Write "${wrong.slice(own.length + 1)}".`,
  );
}

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

function withoutEndSlashes(globs: readonly string[]): readonly string[] {
  return globs.map((glob) => glob.replace(/^\.?\/+|\/+$/g, '')).filter((glob) => glob !== '');
}

/** The files of a folder that globs match, without hidden ones. A glob of a folder means all files in it. */
export async function filesOf(root: string, globs: readonly string[]): Promise<ReadonlySet<string>> {
  if (globs.length === 0) return new Set();
  const { matchGlobs } = await import('./glob-filter.js');
  return matchGlobs(
    root,
    withoutEndSlashes(globs).flatMap((glob) => [glob, `${glob}/**`]),
  );
}
