import type { DocumentRow } from '../../documents/document-row.js';
import { addressPattern } from '../../documents/instances.js';

const WELL_KNOWN = '/.well-known/';
/** The discovery document at its address below the admin API (spec section 4.1). */
export const LIVE_DISCOVERY = 'rest:discovery';
/** The longest label. */
const MAX_LABEL = 64;

/**
 * The label of a document's visits in the log.
 * @param path requested address, below the base, decoded: an alias has a label of its own
 * @returns undefined for a document whose visits are not recorded
 */
export function endpointOf({ activity }: Pick<DocumentRow, 'activity'>, path: string): string | undefined {
  if (activity !== undefined) return activity === false ? undefined : activity;
  return path.startsWith(WELL_KNOWN)
    ? path.slice(WELL_KNOWN.length, WELL_KNOWN.length + MAX_LABEL)
    : undefined;
}

/** Returns the label for an address below the base, decoded, with leading slash; undefined: not recorded. */
export type EndpointFinder = (path: string) => string | undefined;

/**
 * Labels of addresses without knowing the served documents: for logs of other servers.
 * @param table every row
 */
export function endpointFinder(table: readonly DocumentRow[], restPrefix: string): EndpointFinder {
  const fixed = new Map([[`/${restPrefix}/svc/v1/discovery`, LIVE_DISCOVERY as string | undefined]]);
  const patterns: { readonly pattern: RegExp; readonly row: DocumentRow }[] = [];
  for (const row of table) {
    for (const form of [row.path, ...(row.aliases ?? [])]) {
      const path = form.replace('{rest_prefix}', restPrefix);
      if (path.includes('{')) patterns.push({ pattern: addressPattern(path), row });
      else fixed.set(path, endpointOf(row, path));
    }
  }
  return function findEndpoint(path) {
    const plain = path.startsWith(WELL_KNOWN) ? path.replace(/\/$/, '') : path;
    if (fixed.has(plain)) return fixed.get(plain);
    const found = patterns.find(({ pattern }) => pattern.test(plain));
    return found && endpointOf(found.row, plain);
  };
}
