import { attempt } from '../../core/attempt.js';

/** The name of a page of Logseq, whose file writes slashes and other signs as `___` and `%3A`. */
export function pageName(stem: string): string {
  const name = stem.replaceAll('___', '/');
  return attempt(() => decodeURIComponent(name)) ?? name;
}

/** Paths of files by their names and the ends of their paths, in lower case; of several the shortest path counts. */
export function noteNames(files: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of files) {
    const stem = path.toLowerCase().replace(/\.\w+$/, '');
    const parts = pageName(stem).split('/');
    names.set(stem, path);
    for (let at = Math.max(0, parts.length - MAX_FOLDERS); at < parts.length; at += 1) {
      const name = parts.slice(at).join('/');
      if ((names.get(name)?.length ?? Infinity) > path.length) names.set(name, path);
    }
  }
  return names;
}

/** Longer ends of paths aren't names. */
const MAX_FOLDERS = 10;
