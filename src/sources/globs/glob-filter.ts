import fastGlob from 'fast-glob';

/** The files that globs match, without hidden ones. */
export function matchGlobs(root: string, globs: readonly string[]): ReadonlySet<string> {
  const ignore = ['**/node_modules/**', '**/.*/**', '**/.*'];
  const options = { cwd: root, ignore, followSymbolicLinks: false, suppressErrors: true };
  return new Set(fastGlob.sync([...globs], options));
}

/**
 * The paths of a folder that no glob excludes.
 * @param root absolute
 */
export function withoutGlobs(root: string, exclude: readonly string[]): ReadonlySet<string> {
  const found = fastGlob.sync('**/*', {
    cwd: root,
    // There may be very many files in it.
    ignore: ['**/node_modules/**', ...exclude],
    onlyFiles: false,
    followSymbolicLinks: false,
    suppressErrors: true,
  });
  return new Set(found);
}
