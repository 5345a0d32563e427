import { type Dirent, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SvcError } from '../core/errors.js';

/** A file, a link or something else that isn't a folder, and its path below the folder, with `/` between folders. */
export interface FoundFile {
  readonly path: string;
  readonly dirent: Dirent;
}

/** Names that a walk leaves out. */
export interface LeftOut {
  /** At any depth; hidden names are left out too. */
  readonly everywhere: ReadonlySet<string>;
  readonly atTop: ReadonlySet<string>;
}

/** @throws SvcError `SVC_SOURCE_MISSING` when there is no folder at the path of a source */
export function assertFolder(root: string): void {
  if (existsSync(root) && statSync(root).isDirectory()) return;
  throw new SvcError('SVC_SOURCE_MISSING', 'There is no folder at the path of the source', {
    file: root,
    fix: 'Check the path; it is relative to the folder of the configuration.',
  });
}

/**
 * Lists the files of a folder and those below it. Links aren't followed; unreadable folders count as empty.
 * @param root absolute
 */
export function walkFolder(root: string, leftOut: LeftOut): readonly FoundFile[] {
  const found: FoundFile[] = [];
  walk(root, '');
  return found;

  function walk(folder: string, start: string): void {
    for (const dirent of listed(folder)) {
      const { name } = dirent;
      if (name.startsWith('.') || leftOut.everywhere.has(name)) continue;
      if (start === '' && leftOut.atTop.has(name)) continue;
      const path = start + name;
      if (dirent.isDirectory()) walk(join(folder, name), `${path}/`);
      else found.push({ path, dirent });
    }
  }

  function listed(folder: string): readonly Dirent[] {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch {
      return [];
    }
  }
}
