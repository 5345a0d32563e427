import fastGlob from 'fast-glob';
import { folderReader } from '../folder-reader.js';
import type { LookedFiles } from '../port.js';

/**
 * The paths of a folder that no glob leaves out. A module of its own: most sites name no globs.
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
