import { foldName } from '../core/fold-name.js';
import { decodePercent } from '../core/percent.js';
import type { Surface } from './surface.js';

/** Folders that belong to the service, whatever is in them. */
const FOLDERS = ['svc', 'schemas', '.well-known'];

/**
 * A test for addresses that no entry may have, because a public document is there, its twin would be, or a
 * folder on the way to it would have the name of a document.
 * @param table all rows
 * @param restPrefix path of the read API, without slashes around it
 * @param others further files of the service below `out/`
 * @returns a function of a path below the base (`/llms.txt`, `/sitemap/`), percent-encoded or not
 * @see design section 4, "Addresses"
 */
export function reservedPaths(
  table: readonly Surface[],
  restPrefix: string,
  others: readonly string[] = [],
): (path: string) => boolean {
  const literal = new Set(others.map((file) => `/${foldName(file)}`));
  const patterns: RegExp[] = [];
  for (const path of table.flatMap((row) => [row.path, ...(row.aliases ?? [])])) {
    if (path.startsWith('/{path}') || path.startsWith('/{rest_prefix}')) continue;
    if (path.includes('{')) patterns.push(toPattern(path));
    else literal.add(foldName(path));
  }
  const folders = [...FOLDERS, restPrefix].map((folder) => `/${foldName(folder)}/`);
  const isDocument = (path: string) => literal.has(path) || patterns.some((pattern) => pattern.test(path));
  return (path) => {
    const plain = foldName(decodePercent(path)).replace(/\/+$/, '');
    if (plain === '') return false;
    if (plain === '/index' || folders.some((folder) => `${plain}/`.startsWith(folder))) return true;
    return isDocument(`${plain}.md`) || withAncestors(plain).some(isDocument);
  };
}

/** `/a/b/c`, `/a/b`, `/a`. */
function withAncestors(path: string): readonly string[] {
  const names = path.slice(1).split('/');
  return names.map((_, index) => `/${names.slice(0, names.length - index).join('/')}`);
}

// `/{collection}/llms.txt` also has a form with a language in front.
function toPattern(path: string): RegExp {
  const source = path
    .split(/\{[^}]+\}/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('.+');
  return new RegExp(`^${source}$`);
}
