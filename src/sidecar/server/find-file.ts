import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { type SeenFile, seenAs } from './seen-file.js';

/** A file of the site. */
export interface FoundFile {
  readonly kind: 'file';
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** Path below `root`. */
  readonly file: string;
  readonly root: string;
  readonly seen: SeenFile;
}

/** What a path of the site leads to. */
export type FileResult =
  | FoundFile
  /** A folder requested without its trailing slash. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'missing' };

const MISSING: FileResult = { kind: 'missing' };

/**
 * Finds the file of an address like static hosts do: `/a/` is `a/index.html`, `/a` is `a` or `a.html`.
 * @param roots absolute folders; the first one that contains the file wins
 * @param path decoded, with leading slash, without query
 */
export function findFile(roots: readonly string[], path: string): FileResult {
  const segments = path.split('/').slice(1);
  if (!segments.every(isHarmless)) return MISSING;
  const name = segments.filter((segment) => segment !== '').join('/');
  const isFolder = path.endsWith('/');
  const names = isFolder ? [join(name, 'index.html')] : [name, `${name}.html`];
  for (const root of roots) {
    for (const file of names) {
      const found = inside(root, file);
      if (found?.stats.isFile()) return foundFile(root, file, found);
    }
    if (!isFolder && inside(root, join(name, 'index.html'))?.stats.isFile()) return { kind: 'folder' };
  }
  return MISSING;
}

/**
 * Finds a file below `.well-known` only: a symbolic link that leads out of the folder doesn't count.
 * @param path decoded, with leading slash
 * @see spec section 4.2.1
 */
export function findWellKnown(roots: readonly string[], path: string): FoundFile | undefined {
  if (!path.split('/').slice(1).every(isHarmless)) return undefined;
  const file = path.slice(1);
  for (const root of roots) {
    const found = inside(root, file, '.well-known');
    if (found?.stats.isFile()) return foundFile(root, file, found);
  }
  return undefined;
}

function foundFile(root: string, file: string, { path, stats }: Inside): FoundFile {
  return { kind: 'file', path, file, root, seen: seenAs(path, stats) };
}

/** Hidden files aren't published, except for two names that surfaces use. */
function isHarmless(segment: string): boolean {
  if (/[/\\\u0000]/.test(segment)) return false;
  return !segment.startsWith('.') || segment === '.well-known' || segment === '.md';
}

interface Inside {
  readonly path: string;
  readonly stats: Stats;
}

/** Resolves a path below a folder, following links; undefined where it doesn't exist or is outside of the folder. */
function inside(root: string, file: string, below = ''): Inside | undefined {
  try {
    const path = realpathSync(join(root, file));
    if (!path.startsWith(join(realpathSync(root), below) + sep)) return undefined;
    return { path, stats: statSync(path) };
  } catch {
    return undefined;
  }
}
