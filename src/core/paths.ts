/** Parts of paths and addresses. */

/** The part of a relative path before its last slash; empty for a name without a folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Every folder above a file, from the top: `a` and `a/b` for `a/b/c.md`. */
export function foldersOf(file: string): readonly string[] {
  const names = file.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'));
}

/** Every folder above a file, from the root, whose name is empty. */
export function foldersAbove(file: string): readonly string[] {
  return ['', ...foldersOf(file)];
}

/** The part of a path or name after its last slash. */
export function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** An address without query and fragment. */
export function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

/** The last name in an address, also before a slash at its end; empty where there is none. */
export function lastSegment(address: string): string {
  return lastName(withoutQuery(address).replace(/\/+$/, ''));
}

/**
 * The path of a site's base address, which all paths below it start with.
 * @param url absolute
 * @returns with leading slash and without the last one; empty for a site that has a host of its own
 */
export function basePathOf(url: string): string {
  return new URL(url).pathname.replace(/\/$/, '');
}

/**
 * Whether a file or folder name begins with a dot: web servers refuse such names, and tools such as Git act on what
 * inside them. `.well-known` (RFC 8615) isn't hidden.
 */
export function isHiddenName(name: string): boolean {
  return name.startsWith('.') && name.toLowerCase() !== '.well-known';
}

/** The path of a file from a folder that contains it; the path itself from the top, whose name is empty. */
export function pathInside(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

/** An address as documents show it: a path of the site is joined to the site's own address, where that is known. */
export function onSite(address: string, baseUrl: string | undefined): string {
  return address.startsWith('/') && baseUrl !== undefined ? baseUrl + address : address;
}
