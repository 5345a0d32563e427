import fastGlob from 'fast-glob';
import type { LookedFiles } from '../known-segments.js';
import { folderReader } from './folder-reader.js';

/** The files that globs mean, but no hidden ones. */
export function matchGlobs(root: string, globs: readonly string[]): ReadonlySet<string> {
  const ignore = ['**/node_modules/**', '**/.*/**', '**/.*'];
  const options = { cwd: root, ignore, followSymbolicLinks: false, suppressErrors: true };
  return new Set(fastGlob.sync([...globs], options));
}

/**
 * The paths of a folder that no glob leaves out.
 * @param root absolute
 * @param looked folders that have just been listed
 */
export function withoutGlobs(
  root: string,
  exclude: readonly string[],
  looked?: LookedFiles,
): ReadonlySet<string> {
  const found = fastGlob.sync('**/*', {
    cwd: root,
    // There may be a great many files in it.
    ignore: ['**/node_modules/**', ...exclude],
    onlyFiles: false,
    followSymbolicLinks: false,
    suppressErrors: true,
    ...(looked && { fs: folderReader(looked) }),
  });
  return new Set(found);
}
