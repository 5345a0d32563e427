import { join } from 'node:path';
import { compareText } from '../../core/compare.js';
import type { Warnings } from '../../core/warnings.js';
import type { KeptByGlobs } from '../globs/globs.js';
import type { LookedFiles } from '../known-segments.js';
import { assertFolder, type LeftOut, walkFolder } from '../walk-folder.js';

const LEFT_OUT: LeftOut = { everywhere: new Set(['node_modules']), atTop: new Set() };
const PAGE = /\.(?:x?html|htm|X?HTML|HTM)$/;

/**
 * Lists the HTML files of a folder, ordered by path, with `/` between folders. Symbolic links are never followed.
 * @param keptByGlobs the paths that the globs of the site leave, where it names any
 * @param looked folders that have just been listed
 * @throws SvcError `SVC_SOURCE_MISSING` when the folder is not there
 */
export function listPages(
  root: string,
  keptByGlobs: KeptByGlobs | undefined,
  warnings: Warnings,
  looked?: LookedFiles,
): readonly string[] {
  assertFolder(root);
  const kept = keptByGlobs?.(root, looked);
  const paths: string[] = [];
  for (const { path, dirent } of walkFolder(root, LEFT_OUT, looked)) {
    if (!PAGE.test(path) || kept?.has(path) === false) continue;
    if (path.includes('\uFFFD'))
      warn('file-name-not-utf8', 'The name of the file is not UTF-8', path, warnings);
    else if (dirent.isSymbolicLink())
      warn('file-symbolic-link', 'A symbolic link is not followed', path, warnings);
    else if (dirent.isFile()) paths.push(path);
  }
  return paths.sort(compareText);
}

/** About how many pages a folder has, without listing it once more. */
export function countPages(root: string, looked: LookedFiles): number {
  const start = join(root, '/');
  return looked.count((path) => path.startsWith(start) && PAGE.test(path));
}

function warn(code: string, what: string, file: string, warnings: Warnings): void {
  const fix = code === 'file-symbolic-link' ? 'Put the file itself here.' : 'Rename the file.';
  warnings.add({ code, message: `${what}; it was left out.`, file, fix, skipped: true });
}
