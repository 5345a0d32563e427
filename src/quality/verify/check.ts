/** The type of a check of `svc verify`, and its findings. */

import type { JsonObject } from '../../core/json.js';
import type { Headers } from '../../documents/headers.js';
import type { Document } from '../validate/document.js';
import type { RowFinder } from '../validate/folder.js';
import { type Advertised, describe } from './advertised.js';
import { type Answer, parseMediaType } from './answer.js';
import type { Client, Visit } from './client.js';
import type { SampledPage } from './pages.js';

/** How bad a finding is: with a failure `svc verify` ends with 1. */
type Level = 'fail' | 'warn';

/**
 * The hop between agent and content where something goes wrong: the name, the connection, its encryption, a
 * redirect, a cache, compression on the path, bot protection, the rules of the web server, the files behind
 * it, the sidecar, or a clock.
 */
export type Hop =
  | 'dns'
  | 'connection'
  | 'tls'
  | 'redirect'
  | 'cache'
  | 'compression'
  | 'bot-protection'
  | 'server'
  | 'files'
  | 'sidecar'
  | 'clock';

/** A fault of a deployment, at one or more addresses. */
export interface Finding {
  readonly level: Level;
  /** Stable kebab-case code of the fault. */
  readonly code: string;
  readonly hop: Hop;
  /** What was found and what was expected, one sentence. */
  readonly message: string;
  /** The next action. */
  readonly fix: string;
  /** Addresses where it was found; never empty. */
  readonly urls: readonly string[];
}

/** A fault at one address; a failure, unless it has another level. */
export type Fault = Omit<Finding, 'urls' | 'level'> & Partial<Pick<Finding, 'level'>>;

/** The reason why there was nothing to check. */
interface Skipped {
  readonly skipped: string;
}

/** A requirement on a deployment. */
export interface Check {
  readonly id: string;
  readonly group: CheckGroup;
  /** The requirement, one sentence without full stop. */
  readonly title: string;
  /**
   * @param findings receives the faults
   * @returns what was checked, for people
   */
  run(ctx: VerifyContext, findings: Findings): Promise<string | Skipped>;
}

/** Groups of checks, in the order in which they are shown. */
export const GROUPS = [
  'address',
  'documents',
  'headers',
  'lists',
  'pages',
  'trust',
  'way',
  'connect',
] as const;
export type CheckGroup = (typeof GROUPS)[number];

/** An advertised address and its answer. */
export interface Visited {
  readonly document: Advertised;
  readonly visit: Visit;
}

/** Everything that a check may use. */
export interface VerifyContext {
  /** Address of the site, without trailing slash. */
  readonly base: string;
  readonly client: Client;
  /** Unix seconds. */
  now(): number;
  /** `discovery.json` as it arrived; empty when it did not. */
  readonly discovery: JsonObject;
  /** Path of the read API below the base, without slashes around it. */
  readonly restPrefix: string;
  readonly rowOf: RowFinder;
  /** All advertised addresses, each once, with their answers. */
  readonly visited: readonly Visited[];
  /** The document with this id, where the site advertises it. */
  advertised(id: string): Visited | undefined;
  /** A sample of the entries with a page and a twin. */
  readonly pages: readonly SampledPage[];
  readonly host: Host;
  /** Sample size for lists. */
  readonly sample: number;
  /** User-Agents to try in addition to those of the known assistants. */
  readonly userAgents: readonly string[];
  /** The output folder, if it is available. */
  readonly built?: BuiltFolder | undefined;
  /** Token of an assistant, to try authorized calls. */
  readonly token?: string | undefined;
  /** The answer at a document's address, in the form that the rules of `svc validate` take. */
  received(visited: Visited): Document | undefined;
}

/** Collects faults; the same fault at several addresses is one finding. */
export class Findings {
  readonly #host: Host;
  readonly #found = new Map<string, Finding & { readonly urls: string[] }>();

  constructor({ host }: Pick<VerifyContext, 'host'>) {
    this.#host = host;
  }

  add(url: string, found: Fault): void {
    const { level = 'fail', code, message } = found;
    const key = `${level} ${code} ${message}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { ...found, level, urls: [url] });
    else if (!known.urls.includes(url)) known.urls.push(url);
  }

  /**
   * Adds a missing feature; where the host can't have it, as a warning that names the limit.
   * @param limit what the feature needs
   */
  addLimited(limit: Limit, url: string, found: Fault): void {
    if (!this.#host.limits.has(limit)) this.add(url, found);
    else {
      const message = `${found.message} This is a limit of ${this.#host.name}.`;
      const fix = 'This is a limit of the host; put a sidecar, nginx, Caddy or Apache in front of it.';
      this.add(url, { ...found, level: 'warn', code: `limit-${limit}`, message, fix });
    }
  }

  list(): readonly Finding[] {
    return [...this.#found.values()];
  }
}

/** The result of a check without anything to check. */
export function skipped(why: string): Skipped {
  return { skipped: why };
}

/**
 * Members of a list, evenly spread over it, the first and the last among them. The same list gives the same sample.
 * @param most how many; all of a shorter list
 */
export function evenSample<T>(list: readonly T[], most: number): readonly T[] {
  if (list.length <= most) return list;
  if (most <= 1) return list.slice(0, most);
  const step = (list.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, index) => list[Math.round(index * step)] as T);
}

/** The documents that arrived, including the sampled twins. */
export async function withTwins(ctx: VerifyContext): Promise<readonly Visited[]> {
  const known = new Set(ctx.visited.map(({ document }) => document.url));
  const twins = ctx.pages.filter(({ twin }) => !known.has(twin));
  const visits = await Promise.all(
    twins.map(async ({ twin, from }) => {
      return { document: describe(twin, from, ctx), visit: await ctx.client.visit(twin) };
    }),
  );
  return [...ctx.visited, ...visits];
}

/** The documents that answered 200 without a redirect. Other checks report the rest. */
export async function arrived(ctx: VerifyContext): Promise<readonly Visited[]> {
  return (await withTwins(ctx)).filter(({ document, visit: { answer, redirects } }) => {
    if (document.headers === undefined || answer?.isOk !== true) return false;
    return redirects.length === 0 && !answer.looksLikeHtml;
  });
}

/** The fix where the header rules are not in force. */
export const DEPLOY_RULES =
  'Deploy the header rules of the build (--hosts, or deploy/headers.json) with the files.';

/** The `Accept` of browsers. */
export const BROWSER_ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** The User-Agent of a browser. */
export const BROWSER_USER_AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** An address with a page and its Markdown. */
export interface NegotiatedPlace {
  readonly page: string;
  readonly twin: string;
}

/** The front page, whose Markdown is the index, and the sampled pages; none while there are no twins. */
export function samplePlaces({ base, pages }: VerifyContext): readonly NegotiatedPlace[] {
  return pages.length === 0 ? [] : [{ page: `${base}/`, twin: `${base}/index.md` }, ...pages];
}

/** True for an answer with a page for people. */
export function isHtml({ answer }: Visit): boolean {
  return answer?.isOk === true && parseMediaType(answer.header('content-type')).essence === 'text/html';
}

/** The front page and the sampled pages that arrive as HTML. */
export async function* htmlPages({ base, pages, client }: VerifyContext) {
  const front = { page: `${base}/`, twin: undefined };
  for (const { page, twin } of [front, ...pages]) {
    const visit = await client.visit(page, { accept: BROWSER_ACCEPT });
    if (isHtml(visit) && visit.answer !== undefined) yield { page, twin, answer: visit.answer };
  }
}

/** True for an answer with Markdown. */
export function isMarkdown({ answer }: Visit): boolean {
  return answer?.isOk === true && parseMediaType(answer.header('content-type')).essence === 'text/markdown';
}

/** An output folder, and its build's headers. */
export interface BuiltFolder {
  /** Paths below the folder, decoded: all files of the build except the hosts' rules. */
  readonly files: readonly string[];
  /** The build's bytes for an address; undefined without a file. */
  bytesAt(url: string): Uint8Array | undefined;
  /** The headers that `deploy/headers.json` sets for the address; undefined where it sets none. */
  headersAt(path: string): Headers | undefined;
}

/** What a deployment can't do because of its host. */
type Limit =
  /** Custom header fields. */
  | 'headers'
  /** Media types that do not follow from the file extension. */
  | 'types'
  /** An answer to `OPTIONS`. */
  | 'preflight'
  /** Negotiation by `Accept`. */
  | 'negotiation';

/** The host of a site, and its limits. */
interface Host {
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
