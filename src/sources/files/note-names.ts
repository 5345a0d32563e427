/** Paths of files by their names and the ends of their paths, in lower case; of several the shortest path counts. */
export function noteNames(files: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const path of files) {
    const parts = path
      .toLowerCase()
      .replace(/\.\w+$/, '')
      .split('/');
    for (let at = Math.max(0, parts.length - MAX_FOLDERS); at < parts.length; at += 1) {
      const name = parts.slice(at).join('/');
      if ((names.get(name)?.length ?? Infinity) > path.length) names.set(name, path);
    }
  }
  return names;
}

/** Longer ends of paths aren't names. */
const MAX_FOLDERS = 10;
