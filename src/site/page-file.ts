/** The file in which a static host looks for the page at an address. */

import { isHiddenName } from '../core/paths.js';
import { encodeSegments } from '../core/percent.js';
import { MAX_NAME_BYTES } from './address.js';

/** What hosts serve at the address of a folder: the first that exists. */
export const INDEX_FILES = ['index.html', 'index.htm', 'index.xhtml'] as const;

/** Finds the ending of a page's file, read without regard to case; every host's regular expressions take it. */
export const PAGE_FILE_ENDING = '[.]x?html?$';

/** Names that would lead elsewhere, or that no file system takes. Slugs of terms come as written in an export. */
const NO_NAME = /^\.{1,2}$|[/\\\u0000-\u001f\u007f]/;

/**
 * The file below `out/` that serves a page at its address on common static hosts: `/a/` is
 * `a/index.html`, `/a` is `a.html`, `/a.html` is itself.
 * @param path below the base, percent-encoded, as in `IndexEntry`
 * @returns undefined for an address with a query, which no file can have, and for invalid or hidden names
 * @see docs/html-pages.md, "Files"
 */
export function pageFile(path: string): string | undefined {
  if (/[?#]/.test(path)) return undefined;
  const names = path
    .split('/')
    .filter((name) => name !== '')
    .map(decodeURIComponent);
  if (names.some((name) => NO_NAME.test(name) || isHiddenName(name))) return undefined;
  const file = fileOf(names.join('/'), path.endsWith('/'));
  return file.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES) ? undefined : file;
}

/** Like `pageFile`, with the other names that hosts serve at the address of a folder, such as `a/index.htm`. */
export function pageFiles(path: string): readonly string[] {
  const file = pageFile(path);
  if (file === undefined) return [];
  if (!/(?:^|\/)index\.html$/.test(file)) return [file];
  return INDEX_FILES.map((name) => file.replace(INDEX_FILES[0], name));
}

function fileOf(name: string, isFolder: boolean): string {
  if (isFolder) return name === '' ? 'index.html' : `${name}/index.html`;
  return /\.x?html?$/i.test(name) ? name : `${name}.html`;
}

/**
 * The address of a page by its file in a built site.
 * @returns percent-encoded, with leading slash: `a/index.html` is `/a/`
 */
export function pagePath(file: string): string {
  const names = encodeSegments(file);
  return `/${names.replace(/(^|\/)index\.x?html?$/i, '$1')}`;
}
