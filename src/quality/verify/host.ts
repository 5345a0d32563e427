import type { Answer } from './answer.js';

/** What a deployment cannot do because of where it is. */
export type Limit =
  /** Header fields of one's own. */
  | 'headers'
  /** Media types that do not follow from the ending of a name. */
  | 'types'
  /** An answer to `OPTIONS`. */
  | 'preflight'
  /** A choice by `Accept`. */
  | 'negotiation';

/** Where a site is deployed, and what cannot be done there. */
export interface Host {
  /** As part of a sentence. */
  readonly name: string;
  readonly limits: ReadonlySet<Limit>;
}

/** Hosts that tell their name, with what no configuration can make them do. */
const HOSTS: readonly (readonly [server: RegExp, name: string, limits: readonly Limit[]])[] = [
  [/^github\.com$/i, 'GitHub Pages', ['headers', 'types', 'preflight', 'negotiation']],
  [/^amazons3$/i, 'Amazon S3', ['headers', 'preflight', 'negotiation']],
  [/^netlify/i, 'Netlify', ['preflight', 'negotiation']],
  [/^vercel$/i, 'Vercel', ['preflight']],
];

/** What a deployment was seen to do. */
export interface Evidence {
  readonly negotiates: boolean;
  readonly answersPreflight: boolean;
}

/**
 * Where a site is deployed. A host that is not known, but was seen to do neither of what takes more than files, is a
 * host of files: what it cannot do is told as a limit, not held against the site. One that does one of both could do
 * the other too.
 * @param answer to any address of the site
 * @see design section 9
 */
export function hostOf(answer: Answer | undefined, evidence: Evidence): Host {
  const server = answer?.header('server') ?? '';
  const known = HOSTS.find(([pattern]) => pattern.test(server));
  const seen: Limit[] = [];
  if (evidence.negotiates) seen.push('negotiation');
  if (evidence.answersPreflight) seen.push('preflight');
  if (known !== undefined) {
    // Functions at the edge do what the host itself does not.
    return { name: known[1], limits: new Set(known[2].filter((limit) => !seen.includes(limit))) };
  }
  if (seen.length > 0) return { name: server.split('/', 1)[0] || 'a web server', limits: new Set() };
  return { name: 'a host of files', limits: new Set(['preflight', 'negotiation']) };
}
