import { lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { attempt } from '../core/attempt.js';
import { compareText } from '../core/compare.js';
import type { SourceDefinition } from './port.js';

/** How deep archives of platforms keep their export. */
const MAX_DEPTH = 5;
const MAX_EXPORTS = 1000;

/**
 * The exports of one kind in a folder and those below it, in the order of their names. Links to them count, since only
 * a file that is an export is read.
 * @param maxDepth 0 for the folder itself
 * @returns undefined when there is none
 */
export function exportsIn(
  root: string,
  source: SourceDefinition,
  maxDepth = MAX_DEPTH,
): readonly string[] | undefined {
  const found: string[] = [];
  if (source.isExport === undefined) return undefined;
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory() === true) search('', 0);
  return found.length === 0 ? undefined : found;

  function search(below: string, depth: number): void {
    for (const name of namesIn(join(root, below))) {
      const path = below + name;
      const stats = statSync(join(root, path), { throwIfNoEntry: false });
      const isFolder = stats?.isDirectory() === true;
      if (isFolder && depth < maxDepth && !isLinkTo(join(root, path))) search(`${path}/`, depth + 1);
      else if (/(?:\.xml|\.json|^[^.]+)$/i.test(name) && source.isExport?.(join(root, path)) === true)
        found.push(path);
      if (found.length >= MAX_EXPORTS) return;
    }
  }
}

/** The folder in which an archive holds everything; the folder itself where there are several things. */
export function onlyFolder(root: string): string {
  const [only, ...others] = namesIn(root);
  if (only === undefined || others.length > 0) return root;
  const path = join(root, only);
  return statSync(path).isDirectory() ? onlyFolder(path) : root;
}

/** Folders behind links may contain themselves. */
function isLinkTo(path: string): boolean {
  return lstatSync(path).isSymbolicLink();
}

function namesIn(folder: string): readonly string[] {
  return (
    attempt(() =>
      readdirSync(folder)
        .filter((name) => !name.startsWith('.') && name !== 'node_modules')
        .sort(compareText),
    ) ?? []
  );
}
