import type { Answer } from './answer.js';

/** What a deployment can't do because of its host. */
export type Limit =
  /** Custom header fields. */
  | 'headers'
  /** Media types that do not follow from the file extension. */
  | 'types'
  /** An answer to `OPTIONS`. */
  | 'preflight'
  /** Negotiation by `Accept`. */
  | 'negotiation';

/** The host of a site, and its limits. */
export interface Host {
  /** As part of a sentence. */
  readonly name: string;
  readonly limits: ReadonlySet<Limit>;
}

/** Hosts that identify themselves, with the limits that no configuration can lift. */
const HOSTS: readonly (readonly [server: RegExp, name: string, limits: readonly Limit[]])[] = [
  [/^github\.com$/i, 'GitHub Pages', ['headers', 'types', 'preflight', 'negotiation']],
  [/^amazons3$/i, 'Amazon S3', ['headers', 'preflight', 'negotiation']],
  [/^netlify/i, 'Netlify', ['preflight', 'negotiation']],
  [/^vercel$/i, 'Vercel', ['preflight']],
];

/** The observed abilities of a deployment. */
export interface Evidence {
  readonly negotiates: boolean;
  readonly answersPreflight: boolean;
}

/**
 * Determines the host of a site. An unknown host that showed neither of the abilities beyond static files is a
 * static host: its limits are reported as limits, not as faults of the site. One that showed one of them could do
 * the other too.
 * @param answer to any address of the site
 */
export function hostOf(answer: Answer | undefined, evidence: Evidence): Host {
  const server = answer?.header('server') ?? '';
  const known = HOSTS.find(([pattern]) => pattern.test(server));
  const seen: Limit[] = [];
  if (evidence.negotiates) seen.push('negotiation');
  if (evidence.answersPreflight) seen.push('preflight');
  if (known !== undefined) {
    // Edge functions do what the host itself does not.
    return { name: known[1], limits: new Set(known[2].filter((limit) => !seen.includes(limit))) };
  }
  if (seen.length > 0) return { name: server.split('/', 1)[0] || 'a web server', limits: new Set() };
  return { name: 'a host of files', limits: new Set(['preflight', 'negotiation']) };
}
