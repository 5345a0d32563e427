/** Which documents below `/.well-known/` are made, and which the site has as files of its own. */

import { foldersOf } from '../core/paths.js';
import type { DocumentContext, DocumentRow, Instance } from './document-row.js';
import { answersPreflight } from './headers.js';
import { fileOf, instancesOf } from './instances.js';

const WELL_KNOWN = '/.well-known/';
const FOLDER = '.well-known/';

/** True for a document below `/.well-known/` that the site replaces by a file of its own. */
export function isRealFile(
  ctx: Pick<DocumentContext, 'files'>,
  { path }: Pick<Instance<unknown>, 'path'>,
): boolean {
  return path.startsWith(WELL_KNOWN) && ctx.files.has(path);
}

/** The instances of a document that the service makes itself: without files of the site. */
export function madeInstances(row: DocumentRow, ctx: DocumentContext): readonly Instance<unknown>[] {
  return [...instancesOf(row, ctx)].filter((instance) => !isRealFile(ctx, instance));
}

/**
 * Finds the path of files below `.well-known`: where an address is a folder too, its file is stored inside, and
 * host rules map it.
 * @returns a function of the path that a file would have below the output folder
 */
export function wellKnownPlaces(ctx: DocumentContext): (file: string) => string {
  const files = new Set(wellKnownFiles(ctx));
  const folders = new Set([...files].flatMap(foldersOf));
  return (file) => {
    if (!folders.has(file)) return file;
    const inside = [`${file}/index.json`, `${file}/index`];
    return inside.find((one) => !files.has(one) && !folders.has(one)) ?? file;
  };
}

/** Where everything below `.well-known` would be, without collisions. */
function* wellKnownFiles(ctx: DocumentContext): Iterable<string> {
  for (const row of ctx.table) {
    if (!row.path.startsWith(WELL_KNOWN) || !ctx.served(row.id)) continue;
    for (const instance of madeInstances(row, ctx)) yield fileOf(instance);
  }
  for (const name of ctx.files.wellKnown) yield FOLDER + name;
  for (const { name, source } of ctx.published.claims) if (source.kind !== 'redirect') yield FOLDER + name;
}

/**
 * Patterns of nested documents below `/.well-known/` that have no preflight where nothing is served: spec section 8.2
 * only defines one address with a name in it, that of a server's card.
 */
export function listedPatterns(table: readonly DocumentRow[]): readonly string[] {
  return table
    .filter(answersPreflight)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(WELL_KNOWN) && path.includes('{name}'));
}

/**
 * The flat names below `/.well-known/` that are ours, including those whose condition doesn't hold: requests for
 * them, preflights too, come to the service (spec sections 4.2.1 and 8.2).
 */
export function routedNames(table: readonly DocumentRow[]): readonly string[] {
  return table
    .filter(answersPreflight)
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .filter((path) => path.startsWith(WELL_KNOWN))
    .map((path) => path.slice(WELL_KNOWN.length))
    .filter((name) => !/[/{]/.test(name));
}
