/** The part of a relative path before its last slash; empty for a name without a folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Every folder above a file, from the top: `a` and `a/b` for `a/b/c.md`. */
export function foldersOf(file: string): readonly string[] {
  const names = file.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** The part of a path or name after its last slash. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
