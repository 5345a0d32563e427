/** The folders that a file is in, from the root (an empty text) down to its own: `''`, `docs`, `docs/tea`. */
export function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return ['', ...parts.map((_, at) => parts.slice(0, at + 1).join('/'))];
}
