import type { HeadersManifest } from '../manifests/neutral.js';

/** A file that tells a host how to serve. */
export interface HostFile {
  /** Without folders. */
  readonly name: string;
  readonly text: string;
  /** `out`: the host reads it from the published folder. `deploy`: beside the configuration, never served. */
  readonly place: 'out' | 'deploy';
}

/** Something of the manifest that a host cannot do. */
export interface HostLimit {
  /** What agents will not get, as a phrase. */
  readonly what: string;
  /** As a clause: the host …. */
  readonly why: string;
  /** The way out, as a sentence. */
  readonly fix: string;
}

/** What a host is given, and what it cannot do. */
export interface HostRules {
  readonly files: readonly HostFile[];
  readonly limits: readonly HostLimit[];
}

/** What a host has to know beside the manifest. */
export interface HostFacts {
  /** Where the sidecar is reached from the host, absolute, without trailing slash; undefined without a sidecar. */
  readonly sidecar: string | undefined;
  /** True where that is another origin, which is asked under its own name. */
  readonly isElsewhere: boolean;
}

/** Writes the rules of one host. Pure: the same manifest gives the same text. */
export type HostWriter = (manifest: HeadersManifest, facts: HostFacts) => HostRules;

/** First words of every host file of ours: only files that begin with a comment of them are ever removed. */
export const MARKER = 'Made by svc build';

/**
 * The comment at the top of a host file.
 * @param sign the comment sign of the host
 * @param lines what to do with the file
 */
export function headComment(sign: string, lines: readonly string[]): string {
  return [`${MARKER}; changes are lost.`, ...lines].map((line) => `${sign} ${line}`.trimEnd()).join('\n');
}
