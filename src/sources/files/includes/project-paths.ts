import { posix } from 'node:path';
import { baseOf, projectPath } from '../layout.js';
import type { Includes } from './includes.js';

/** The folder of the site, or a folder that a bundler knows by its name: `@global/` for `global/` or `src/global/`. */
const ALIAS = /^(?:(?:@site|@|~)\/|[@~#$](?=[\w-]+\/))/;

/**
 * The files that a program may mean by a path, from the source's root: relative to the file that names it, or from the
 * folder of the site (`@site/`, `@/`, `~/`, `/`), or from a named folder (`@global/`).
 */
export function namedFiles(written: string, { file, page, layout }: Includes): readonly string[] {
  if (/^\.{1,2}\//.test(written)) return [posix.join(posix.dirname(file), written)];
  const project = projectPath(layout);
  const content = baseOf(page, layout)?.folder ?? '';
  const inner = written.replace(ALIAS, '').replace(/^\/+/, '');
  if (inner === written && /^[\w-]+$|:/.test(written)) return [];
  const folders = [content, project, posix.join(project, 'src'), posix.join(project, '..')];
  return [...new Set(folders.map((folder) => posix.join(folder, inner)))];
}
