import { decodePercent } from '../core/percent.js';
import { foldName } from '../core/text.js';
import type { DocumentContext, DocumentRow } from './document-row.js';
import { addressPattern } from './instances.js';

/** Literal paths below `out/` of the documents that a build writes, whatever its entries are. */
export function documentFiles(ctx: DocumentContext): readonly string[] {
  return reservingRows(ctx)
    .flatMap((row) => [row.path, ...(row.aliases ?? [])])
    .filter((path) => !path.includes('{'))
    .map((path) => path.slice(1));
}

/**
 * A test for addresses that no entry may have, because this build writes a document there, its twin would be there, or
 * a folder on the way to it would have the name of a document. Nothing is reserved for what is switched off. Documents
 * that yield, and the read API, make room for pages instead.
 * @param ctx of the build, without entries
 * @param others further files of the service below `out/`
 * @returns a function of a path below the base (`/llms.txt`, `/sitemap/`), percent-encoded or not
 */
export function reservedPaths(
  ctx: DocumentContext,
  others: readonly string[] = [],
): (path: string) => boolean {
  const literal = new Set(others.map((file) => `/${foldName(file)}`));
  const patterns: RegExp[] = [];
  for (const path of reservingRows(ctx).flatMap((row) => [row.path, ...(row.aliases ?? [])])) {
    if (path.startsWith('/{path}') || path.startsWith('/{rest_prefix}')) continue;
    // `/{collection}/llms.txt` also has a form with a language in front.
    if (path.includes('{')) patterns.push(addressPattern(path));
    else literal.add(foldName(path));
  }
  // The routes of the sidecar, and what static hosts serve differently.
  const folders = ctx.sidecar ? ['/svc/', '/.well-known/'] : ['/.well-known/'];
  const isDocument = (path: string) => literal.has(path) || patterns.some((pattern) => pattern.test(path));
  return (path) => {
    const plain = foldName(decodePercent(path)).replace(/\/+$/, '');
    if (plain === '') return false;
    if (folders.some((folder) => `${plain}/`.startsWith(folder))) return true;
    return isDocument(`${plain}.md`) || withAncestors(plain).some(isDocument);
  };
}

function reservingRows({ table, served }: DocumentContext): readonly DocumentRow[] {
  return table.filter((row) => !row.yields && served(row.id));
}

/** `/a/b/c`, `/a/b`, `/a`. */
function withAncestors(path: string): readonly string[] {
  const names = path.slice(1).split('/');
  return names.map((_, index) => `/${names.slice(0, names.length - index).join('/')}`);
}
