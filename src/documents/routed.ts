import type { DocumentRow } from './document-row.js';
import { answersPreflight } from './headers.js';

const FOLDER = '/.well-known/';

/**
 * Patterns of nested documents below `/.well-known/` that have no preflight where nothing is served: spec section 8.2
 * only defines one address with a name in it, that of a server's card.
 */
export function listedPatterns(table: readonly DocumentRow[]): readonly string[] {
  return table
    .filter(answersPreflight)
    .map(({ path }) => path)
    .filter((path) => path.startsWith(FOLDER) && path.includes('{name}'));
}

/**
 * The flat names below `/.well-known/` that are ours, including those whose condition doesn't hold: requests for
 * them, preflights too, come to the service (spec sections 4.2.1 and 8.2).
 */
export function routedNames(table: readonly DocumentRow[]): readonly string[] {
  return table
    .filter(answersPreflight)
    .flatMap(({ path, aliases = [] }) => [path, ...aliases])
    .filter((path) => path.startsWith(FOLDER))
    .map((path) => path.slice(FOLDER.length))
    .filter((name) => !/[/{]/.test(name));
}
