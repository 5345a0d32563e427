import { type Dirent, readdirSync } from 'node:fs';
import { attempt } from '../core/attempt.js';
import { compareText } from '../core/compare.js';

/** Maximum number of folders to search: enough to detect a folder's content, and a limit for an empty one. */
const MAX_FOLDERS = 2000;
/** The manifest of an output of this program. */
export const OWN_MANIFEST = 'svc-manifest.json.gz';

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
    const entries = entriesOf(`${root}/${below}`);
    if (below !== '' && entries.some(({ name }) => name === OWN_MANIFEST)) continue;
    for (const entry of entries) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      if (entry.isDirectory()) folders.push(`${below}${entry.name}/`);
      else if (entry.isFile() && pattern.test(entry.name)) found.push(below + entry.name);
      if (found.length >= limit) return found;
    }
  }
  return found;
}

/** Lists a folder by name; an unreadable one counts as empty. */
export function entriesOf(folder: string): readonly Dirent[] {
  return (
    attempt(() => readdirSync(folder, { withFileTypes: true }).sort((a, b) => compareText(a.name, b.name))) ??
    []
  );
}
