import { compareText } from '../../core/compare.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import type { HostFacts } from './host.js';
import { escapeRegex, matchesPattern } from './pattern.js';

/**
 * True where the server and its sidecar answer at the same address. Rules that are read only when the server is
 * loaded then contain nothing that a later build or a change of the settings makes untrue.
 */
export function isBeside({ sidecar, isElsewhere }: HostFacts): boolean {
  return sidecar !== undefined && !isElsewhere;
}

/** Addresses that may have a document of the service, under these settings or others. */
export interface DocumentPlaces {
  /** With the base path, decoded. */
  readonly exact: readonly string[];
  /** As in the manifest, with the base path. */
  readonly patterns: readonly string[];
}

/** Every address of a document, served now or not, except those below `/.well-known/` and those of the sidecar. */
export function documentPlaces({ rules, notFound, sidecar, basePath }: HeadersManifest): DocumentPlaces {
  const all = new Set([...rules.map(({ path, pattern }) => path ?? pattern ?? ''), ...notFound.documents]);
  // In an order that does not depend on settings: equal rules are the same text.
  const others = [...all]
    .filter((one) => !one.startsWith('/.well-known/') && !isOfSidecar(one, sidecar))
    .sort(compareText);
  return {
    exact: others.filter((one) => !one.includes('{')).map((one) => basePath + decodeURIComponent(one)),
    patterns: others.filter((one) => one.includes('{')).map((one) => basePath + one),
  };
}

/** True for an address, or a pattern of addresses, that a sidecar answers. */
export function isOfSidecar(address: string, sidecar: readonly string[]): boolean {
  return sidecar.some((one) => address === one.replace('{+path}', '') || matchesPattern(one, address));
}

/**
 * An expression for the addresses of all lists of entries and of their further pages, without an end anchor.
 * @param archives addresses below the base, percent-encoded
 */
export function archivesRegex(archives: readonly string[]): string | undefined {
  const names = archives.map((path) => escapeRegex(decodeURIComponent(path).replace(/^\/+|\/+$/g, '')));
  const listed = names.filter((name) => name !== '');
  return listed.length === 0 ? undefined : `/(?:${listed.join('|')})(?:/page/[0-9]+)?/*`;
}
