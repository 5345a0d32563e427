import type { HeadersManifest } from '../manifests/neutral.js';

/** A file with rules for a host. */
export interface HostFile {
  /** Without folders. */
  readonly name: string;
  readonly text: string;
  /** `out`: the host reads it from the published folder. `deploy`: next to the configuration, never published. */
  readonly place: 'out' | 'deploy';
}

/** A part of the manifest that a host can't do. */
export interface HostLimit {
  /** What agents will miss, as a phrase. */
  readonly what: string;
  /** As a clause: the host …. */
  readonly why: string;
  /** The workaround, as a sentence. */
  readonly fix: string;
}

/** The rules for a host, and its limits. */
export interface HostRules {
  readonly files: readonly HostFile[];
  readonly limits: readonly HostLimit[];
}

/** What a host needs besides the manifest. */
export interface HostFacts {
  /** The sidecar's address for the host, absolute, without trailing slash; undefined without a sidecar. */
  readonly sidecar: string | undefined;
  /** True where that is another origin, which expects its own name in `Host`. */
  readonly isElsewhere: boolean;
}

/** Writes the rules of one host. Pure: the same manifest gives the same text. */
export type HostWriter = (manifest: HeadersManifest, facts: HostFacts) => HostRules;

/** First words of every host file of this program: only files that begin with a comment of them are ever removed. */
export const MARKER = 'Made by svc build';

/**
 * The comment at the top of a host file.
 * @param lines what to do with the file
 */
export function headComment(lines: readonly string[]): string {
  return [`${MARKER}; changes are lost.`, ...lines].map((line) => `# ${line}`.trimEnd()).join('\n');
}
