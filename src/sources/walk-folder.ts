/** Lists the files of a folder, without those of tools and of earlier outputs. */

import { type Dirent, existsSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SvcError } from '../core/errors.js';
import { entriesIn, isReadableName, statIfThere } from '../core/files.js';

/** A file, a link or something else that can't be entered, and its path below the folder, with `/` between folders. */
export interface FoundFile {
  readonly path: string;
  readonly dirent: Pick<Dirent, 'isFile' | 'isSymbolicLink'>;
}

/** Links to folders within each other. */
const MAX_LINKS = 8;

/** Names that a walk leaves out. */
export interface ExcludedNames {
  /** At any depth; hidden names are left out too. */
  readonly everywhere: ReadonlySet<string>;
  readonly atTop: ReadonlySet<string>;
  /** Only these folders are entered, and those above and below them; all where it is left out. */
  readonly within?: readonly string[] | undefined;
}

/** What to do about symbolic links, which may lead out of the folder. */
export const FOLLOW_LINKS =
  'Put the file or folder itself here, make its place a source of its own, or let links be followed: in the configuration "source": { "type": "files", "path": "…", "options": { "followLinks": true } }; for a "project" the options are { "files": { "followLinks": true } }.';

/** Maximum number of folders to search: enough to detect a folder's content, and a limit for an empty one. */
const MAX_FOLDERS = 2000;

/** Programs of a copy of WordPress, with templates and manuals of their own. */
const PROGRAMS = /(?:^|\/)wp-content\/(?:(?:mu-)?plugins|themes)$/;

/** The manifest of an output of this program. */
export const OWN_MANIFEST = 'svc-manifest.json.gz';

/** @throws SvcError `SVC_SOURCE_MISSING` when there is no folder at the path of a source */
export function assertFolder(root: string): void {
  if (existsSync(root) && statSync(root).isDirectory()) return;
  throw new SvcError('SVC_SOURCE_MISSING', 'There is no folder at the path of the source', {
    file: root,
    fix: 'Check the path; it is relative to the folder of the configuration.',
  });
}

/**
 * Lists the files of a folder and those below it. Unreadable folders count as empty, and so do those below it that hold
 * an output of this program: a project may be built into a folder of its own.
 * @param root absolute
 * @param followLinks links are what they lead to; a folder is entered once on each path
 */
export function walkFolder(root: string, leftOut: ExcludedNames, followLinks = false): readonly FoundFile[] {
  const found: FoundFile[] = [];
  /** The folders behind links that the walk is in. */
  const inside: string[] = followLinks && existsSync(root) ? [realpathSync(root)] : [];
  walk(root, '');
  return found;

  function walkLink(link: string, path: string, dirent: Dirent): void {
    const target = statIfThere(link);
    const real = target === undefined ? '' : realpathSync(link);
    if (target?.isDirectory() !== true) found.push({ path, dirent: target ?? dirent });
    else if (inside.length < MAX_LINKS && !inside.some((folder) => `${folder}/`.startsWith(`${real}/`))) {
      inside.push(real);
      walk(link, `${path}/`);
      inside.pop();
    }
  }

  function walk(folder: string, start: string): void {
    const dirents = entriesIn(folder);
    if (start !== '' && dirents.some(({ name }) => name === OWN_MANIFEST)) return;
    for (const dirent of dirents) {
      const { name } = dirent;
      if (name.startsWith('.') || leftOut.everywhere.has(name.toLowerCase())) continue;
      if (start === '' && leftOut.atTop.has(name)) continue;
      const path = start + name;
      if (dirent.isDirectory() && isReadableName(name)) {
        if (isEntered(path) && !PROGRAMS.test(path)) walk(join(folder, name), `${path}/`);
      } else if (followLinks && dirent.isSymbolicLink()) walkLink(join(folder, name), path, dirent);
      else found.push({ path, dirent });
    }
  }

  function isEntered(path: string): boolean {
    return (
      leftOut.within?.every(
        (folder) => !`${folder}/`.startsWith(`${path}/`) && !path.startsWith(`${folder}/`),
      ) !== true
    );
  }
}

/**
 * Some files of a folder, those nearest to its top first, in the order of their names. Hidden ones, symbolic links,
 * installed packages and outputs of this program below it are left out. It needs no library, since detecting a source is the first step of a build.
 * @param pattern of the file's name
 * @param limit files at most
 * @returns paths below the folder, with `/` between folders
 */
export function sampleFiles(root: string, pattern: RegExp, limit: number): readonly string[] {
  const found: string[] = [];
  const folders = [''];
  for (let next = 0; next < folders.length && next < MAX_FOLDERS; next++) {
    const below = folders[next] ?? '';
    const entries = entriesIn(`${root}/${below}`);
    if (below !== '' && entries.some(({ name }) => name === OWN_MANIFEST)) continue;
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) {
        if (!PROGRAMS.test(below + entry.name)) folders.push(`${below}${entry.name}/`);
      } else if (entry.isFile() && pattern.test(entry.name)) found.push(below + entry.name);
      if (found.length >= limit) return found;
    }
  }
  return found;
}
