import { realpathSync, type Stats, statSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What a path below the root of a site leads to. */
export type Found =
  | { readonly kind: 'file'; readonly path: string; readonly file: string; readonly size: number }
  /** A folder that was asked for without its slash. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'missing' };

const MISSING: Found = { kind: 'missing' };

/**
 * Finds the file of an address as static hosts do: `/a/` is `a/index.html`, `/a` is `a` or `a.html`.
 * @param roots folders, absolute; the first that has the file gives it
 * @param pathname of the request, percent-encoded, without query
 */
export function findFile(roots: readonly string[], pathname: string): Found {
  const segments = decodePath(pathname);
  if (segments === undefined) return MISSING;
  const name = segments.filter((segment) => segment !== '').join('/');
  const isFolder = pathname.endsWith('/');
  const names = isFolder ? [join(name, 'index.html')] : [name, `${name}.html`];
  for (const root of roots) {
    for (const file of names) {
      const found = inside(root, file);
      if (found?.stats.isFile()) return { kind: 'file', path: found.path, file, size: found.stats.size };
    }
    if (!isFolder && inside(root, join(name, 'index.html'))?.stats.isFile()) return { kind: 'folder' };
  }
  return MISSING;
}

/** The decoded segments; undefined for anything that could lead elsewhere or to what is not published. */
function decodePath(pathname: string): readonly string[] | undefined {
  try {
    const segments = pathname.split('/').map((segment) => decodeURIComponent(segment).normalize('NFC'));
    return segments.every(isHarmless) ? segments : undefined;
  } catch {
    return undefined;
  }
}

/** Hidden files are not published, but for two names that the surfaces have. */
function isHarmless(segment: string): boolean {
  if (/[/\\\u0000]/.test(segment)) return false;
  return !segment.startsWith('.') || segment === '.well-known' || segment === '.md';
}

/** A path below a folder, links followed; undefined where there is nothing or where it lies outside. */
function inside(root: string, file: string): { readonly path: string; readonly stats: Stats } | undefined {
  try {
    const path = realpathSync(join(root, file));
    if (!path.startsWith(realpathSync(root) + sep)) return undefined;
    return { path, stats: statSync(path) };
  } catch {
    return undefined;
  }
}
