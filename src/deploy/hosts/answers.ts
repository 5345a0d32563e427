/** What hosts answer for documents that exist, and for those that don't. */

import { compareText } from '../../core/compare.js';
import type { HeadersManifest } from '../manifests/neutral.js';
import type { HostFacts } from './host.js';
import { escapeRegex, matchesPattern } from './pattern.js';

/** A document as a host has to serve it: addresses and files are below the root of the host, decoded. */
export interface DocumentAnswer {
  /** One address, or undefined for those of a pattern. */
  readonly path: string | undefined;
  /** As in the manifest, with the base path. */
  readonly pattern: string | undefined;
  /** With leading slash. */
  readonly file: string;
  readonly contentType: string;
  /** Everything but `Content-Type` and what proves a signed document. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /**
   * Digests and signature of a signed document, which belong to its body: neither a 304 nor a partial answer has them.
   */
  readonly proof: readonly (readonly [name: string, value: string])[];
  /** The strong tag of a signed document; empty for others. */
  readonly tag: string;
  /** A further link, with `{+path}` for the address without its ending, as it was sent. */
  readonly canonical: string | undefined;
  readonly preflight: boolean;
  readonly compress: boolean;
}

/** The documents that are served from files, in the order in which rules are tried; without those of a sidecar. */
export function documentAnswers(manifest: HeadersManifest): readonly DocumentAnswer[] {
  const signed = new Map(manifest.signed.map(({ path, headers }) => [path, headers]));
  return manifest.rules
    .filter(({ path, pattern }) => !isOfSidecar(path ?? pattern ?? '', manifest.sidecar))
    .map((rule) => {
      const path = rule.path === undefined ? undefined : manifest.basePath + decodeURIComponent(rule.path);
      return {
        path,
        pattern: rule.pattern === undefined ? undefined : manifest.basePath + rule.pattern,
        file: `${manifest.basePath}/${rule.file}`,
        contentType: rule.contentType,
        headers: [
          ...Object.entries(rule.headers),
          ...(rule.links ?? []).map((link) => ['Link', link] as const),
        ],
        proof: Object.entries(signed.get(rule.path ?? '') ?? {}),
        tag: tagOf(signed.get(rule.path ?? '')?.['Content-Digest']),
        canonical: rule.canonical,
        preflight: rule.preflight,
        compress: rule.compress,
      };
    });
}

/** As in `svc serve`: the hash of the bytes, from the digest of a signed document. */
function tagOf(digest: string | undefined): string {
  const hash = digest?.match(/sha-256=:([^:]+):/)?.[1];
  return hash === undefined ? '' : `"${Buffer.from(hash, 'base64').toString('base64url').slice(0, 27)}"`;
}

/** An address, or a pattern, without a document now. */
interface AbsentDocument {
  /** With the base path, decoded. */
  readonly pattern: string;
  readonly preflight: boolean;
}

/** Addresses without a document now: those below `/.well-known/` before the rules, others after them. */
export interface AbsentDocuments {
  readonly wellKnown: readonly AbsentDocument[];
  readonly others: readonly AbsentDocument[];
}

/** Addresses without a rule. */
export function absentDocuments(manifest: HeadersManifest): AbsentDocuments {
  const { rules, notFound, preflight, basePath } = manifest;
  const served = new Set(rules.map(({ path, pattern }) => path ?? pattern));
  const answered = new Set(preflight.addresses);
  const absent = [...new Set([...notFound.documents, ...preflight.addresses, ...preflight.missing])]
    .filter((one) => !served.has(one))
    .map((one) => ({ pattern: basePath + decodeURIComponent(one), preflight: answered.has(one) }));
  const isWellKnown = ({ pattern }: AbsentDocument) => pattern.startsWith(`${basePath}/.well-known/`);
  return { wellKnown: absent.filter(isWellKnown), others: absent.filter((one) => !isWellKnown(one)) };
}

/** Addresses that are those of documents except for their ending. */
export function documentNames({ rules, basePath }: HeadersManifest): readonly string[] {
  return rules.flatMap(({ path }) => {
    if (path?.endsWith('.md') !== true) return [];
    const name = basePath + decodeURIComponent(path.slice(0, -'.md'.length));
    return name.endsWith('/') ? [] : [name, `${name}/`];
  });
}

/**
 * True where the server and its sidecar answer at the same address. Rules that are read only when the server is
 * loaded then contain nothing that a later build or a change of the settings makes untrue.
 */
export function isBeside({ sidecar, isElsewhere }: HostFacts): boolean {
  return sidecar !== undefined && !isElsewhere;
}

/** Addresses that may have a document of the service, under these settings or others. */
interface DocumentPlaces {
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
function isOfSidecar(address: string, sidecar: readonly string[]): boolean {
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
