import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { INDEX_FILES } from '../../site/page-file.js';

/** A file of the site. */
export interface FoundFile {
  readonly kind: 'file';
  /** Absolute, symbolic links resolved. */
  readonly path: string;
  /** Path below `root`. */
  readonly file: string;
  readonly root: string;
  readonly seen: FileVersion;
}

/** What a path of the site leads to. */
export type FileResult =
  | FoundFile
  /** A folder requested without its trailing slash. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'missing' };

const MISSING: FileResult = { kind: 'missing' };

/**
 * Finds the file of an address like static hosts do: `/a/` is one of `INDEX_FILES` in `a/`, `/a` is `a` or `a.html`.
 * @param roots absolute folders; the first one that contains the file wins
 * @param path decoded, with leading slash, without query
 */
export function findFile(roots: readonly string[], path: string): FileResult {
  const segments = path.split('/').slice(1);
  if (!segments.every(isHarmless)) return MISSING;
  const name = segments.filter((segment) => segment !== '').join('/');
  const isFolder = path.endsWith('/');
  const indexes = INDEX_FILES.map((file) => join(name, file));
  const names = isFolder ? indexes : [name, `${name}.html`];
  for (const root of roots) {
    for (const file of names) {
      const found = inside(root, file);
      if (found?.stats.isFile()) return foundFile(root, file, found);
    }
    if (!isFolder && indexes.some((file) => inside(root, file)?.stats.isFile())) return { kind: 'folder' };
  }
  return MISSING;
}

/**
 * Finds a file below `.well-known` only: a symbolic link that leads out of the folder doesn't count.
 * @param path decoded, with leading slash
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

/** Files that hosts read and don't publish, some with passwords. */
const FOR_HOSTS = /^(?:_headers|_redirects|AUTH|web\.config)$/i;

/** Hidden files aren't published, except for two names that documents use. */
function isHarmless(segment: string): boolean {
  if (/[/\\\u0000]/.test(segment)) return false;
  if (FOR_HOSTS.test(segment)) return false;
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

/**
 * The version of a file that an answer was built from. Size and modification time aren't enough: a file can be
 * replaced by another one with the same values.
 */
export interface FileVersion {
  readonly path: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  readonly ino: number;
}

/** Returns the current version of a file; undefined when it doesn't exist. */
export function fileVersion(path: string): FileVersion | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? seenAs(path, found) : undefined;
}

/** Returns the version of a file from its stats. */
function seenAs(path: string, { size, mtimeMs, ctimeMs, ino }: Stats): FileVersion {
  return { path, size, mtimeMs, ctimeMs, ino };
}

/** Checks whether two versions of a file are the same. */
export function isSameVersion(one: FileVersion, other: FileVersion): boolean {
  return (
    one.size === other.size &&
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.ino === other.ino
  );
}
