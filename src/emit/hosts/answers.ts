import type { HeadersManifest } from '../manifests/neutral.js';
import type { Rule } from '../manifests/rules.js';
import { matchesPattern } from './pattern.js';

/** A document as a host has to answer it: addresses and files are below the root of the host, decoded. */
export interface DocumentAnswer {
  /** One address, or undefined for those of a pattern. */
  readonly path: string | undefined;
  /** As in the manifest, with the base path. */
  readonly pattern: string | undefined;
  /** With leading slash. */
  readonly file: string;
  readonly contentType: string;
  /** Everything but `Content-Type`; signatures included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly preflight: boolean;
  readonly compress: boolean;
}

/** The documents that the files answer, in the order in which rules are asked; what a sidecar answers is not there. */
export function documentAnswers(manifest: HeadersManifest): readonly DocumentAnswer[] {
  const signed = new Map(manifest.signed.map(({ path, headers }) => [path, headers]));
  return manifest.rules
    .filter((rule) => !isOfSidecar(rule, manifest))
    .map((rule) => {
      const path = rule.path === undefined ? undefined : manifest.basePath + decodeURIComponent(rule.path);
      return {
        path,
        pattern: rule.pattern === undefined ? undefined : manifest.basePath + rule.pattern,
        file: `${manifest.basePath}/${rule.file}`,
        contentType: rule.contentType,
        headers: Object.entries({ ...rule.headers, ...signed.get(rule.path ?? '') }),
        preflight: rule.preflight,
        compress: rule.compress,
      };
    });
}

function isOfSidecar({ path, pattern }: Rule, { sidecar }: HeadersManifest): boolean {
  const address = path ?? pattern ?? '';
  return sidecar.some((one) => address === one.replace('{+path}', '') || matchesPattern(one, address));
}
