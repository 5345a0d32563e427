import { compareText } from '../../core/compare.js';
import { isReadableName, unreadableName } from '../../core/files.js';
import type { Warning, Warnings } from '../../core/warnings.js';
import type { IncludedPaths } from '../globs/globs.js';
import { assertFolder, type ExcludedNames, walkFolder } from '../walk-folder.js';

/**
 * Folders that editors, mirroring programs and generators keep for themselves. FrontPage's server never shows its own to
 * readers; Quarto's has the window for the speaker of a talk, Sphinx's what its themes need, and a copy of WordPress the
 * form to sign in.
 */
const KEPT_BY_EDITORS =
  'site_libs _vti_bin _vti_cnf _vti_log _vti_pvt _vti_script _vti_txt _private _borders _derived _overlay _fpclass _themes ' +
  '_notes _mm _static hts-cache wp-admin wp-includes';
const LEFT_OUT: ExcludedNames = {
  everywhere: new Set(['node_modules', 'bower_components', ...KEPT_BY_EDITORS.split(' ')]),
  atTop: new Set(),
};
const PAGE = /\.(?:x?html|htm|X?HTML|HTM)$/;

/**
 * Lists the HTML files of a folder, ordered by path, with `/` between folders. Symbolic links are never followed.
 * @param includedPaths the paths that the globs of the site keep, where it has any
 * @throws SvcError `SVC_SOURCE_MISSING` when the folder is not there
 */
export function listPages(
  root: string,
  includedPaths: IncludedPaths | undefined,
  warnings: Warnings,
): readonly string[] {
  assertFolder(root);
  const kept = includedPaths?.(root);
  const paths: string[] = [];
  for (const { path, dirent } of walkFolder(root, LEFT_OUT)) {
    const isNamed = isReadableName(path);
    if ((!PAGE.test(path) && (isNamed || dirent.isFile())) || kept?.has(path) === false) continue;
    if (!isNamed) warnings.add(unreadableName(path));
    else if (dirent.isSymbolicLink()) warnings.add(unfollowedLink(path));
    else if (dirent.isFile()) paths.push(path);
  }
  return paths.sort(compareText);
}

function unfollowedLink(file: string): Warning {
  return {
    code: 'file-symbolic-link',
    message: "A symbolic link isn't followed; it was left out.",
    file,
    fix: 'Put the file itself here.',
    skipped: true,
  };
}
