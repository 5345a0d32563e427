import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fastGlob from 'fast-glob';
import { compareText } from '../../core/compare.js';
import { SvcError } from '../../core/errors.js';
import type { Warnings } from '../../core/warnings.js';
import { folderReader } from '../folder-reader.js';
import type { LookedFiles } from '../port.js';

const NEVER = ['**/node_modules/**', '**/.*/**', '**/.*'];
const PAGES = '**/*.{html,htm,xhtml,HTML,HTM,XHTML}';
const PAGE = /\.(?:x?html|htm)$/i;

/** Options of every search: nothing outside of the folder, no hidden files. */
function within(root: string) {
  return { cwd: root, ignore: NEVER, followSymbolicLinks: false, suppressErrors: true } as const;
}

/**
 * Lists the HTML files of a folder, ordered by path, with `/` between folders. Symbolic links are never followed.
 * @param looked folders that have just been listed
 * @throws SvcError `SVC_SOURCE_MISSING` when the folder is not there
 */
export function listPages(
  root: string,
  exclude: readonly string[],
  warnings: Warnings,
  looked?: LookedFiles,
): readonly string[] {
  if (!existsSync(root) || !statSync(root).isDirectory()) {
    throw new SvcError('SVC_SOURCE_MISSING', 'There is no folder at the path of the source', {
      file: root,
      fix: 'Check the path; it is relative to the folder of the configuration.',
    });
  }
  const options = within(root);
  const found = fastGlob.sync(PAGES, {
    ...options,
    ignore: [...NEVER, ...exclude],
    objectMode: true,
    onlyFiles: false,
    ...(looked && { fs: folderReader(looked) }),
  });
  const paths: string[] = [];
  for (const { path, dirent } of found) {
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

/** The pages that globs mean. */
export function matchPages(root: string, globs: readonly string[]): ReadonlySet<string> {
  return globs.length === 0 ? new Set() : new Set(fastGlob.sync([...globs], within(root)));
}

function warn(code: string, what: string, file: string, warnings: Warnings): void {
  const fix = code === 'file-symbolic-link' ? 'Put the file itself here.' : 'Rename the file.';
  warnings.add({ code, message: `${what}; it was left out.`, file, fix, skipped: true });
}
