import type { Document } from '../validate/document.js';
import type { RowFinder } from '../validate/rows.js';
import type { Values } from '../validate/values.js';
import type { Advertised } from './advertised.js';
import type { BuiltFolder } from './built-folder.js';
import type { Client, Visit } from './client.js';
import type { Host, Limit } from './host.js';
import type { SampledPage } from './pages.js';

/** How bad a finding is: with a failure `svc verify` ends with 1. */
export type Level = 'fail' | 'warn';

/**
 * Where on the way between agent and content something goes wrong: the name, the connection, its encryption, a
 * redirect, a cache, what compresses on the way, what keeps bots out, the rules of the web server, the files behind
 * it, the sidecar, or a clock.
 */
export type HopName =
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

/** Something that is wrong with a deployment, at one or more addresses. */
export interface Finding {
  readonly level: Level;
  /** Stable kebab-case code of what was found. */
  readonly code: string;
  /** Where it goes wrong. */
  readonly hop: HopName;
  /** What was found and what was expected, one sentence. */
  readonly message: string;
  /** The next action. */
  readonly fix: string;
  /** Addresses where it was found; never empty. */
  readonly urls: readonly string[];
}

/** What a check tells. */
export interface Outcome {
  /** What was looked at, for people. */
  readonly detail: string;
  readonly findings: readonly Finding[];
  /** True when there was nothing to look at. */
  readonly isSkipped?: boolean;
}

/** One thing that a deployment is asked. */
export interface Check {
  readonly id: string;
  readonly group: CheckGroup;
  /** What must hold, one sentence without full stop. */
  readonly title: string;
  run(ctx: VerifyContext): Promise<Outcome>;
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

/** An advertised address that was visited. */
export interface Visited {
  readonly document: Advertised;
  readonly visit: Visit;
}

/** Everything that a check may look at. */
export interface VerifyContext {
  /** Address of the site, without trailing slash. */
  readonly base: string;
  readonly client: Client;
  /** Unix seconds. */
  now(): number;
  /** `discovery.json` as it arrived; empty when it did not. */
  readonly discovery: Values;
  /** Path of the read API below the base, without slashes around it. */
  readonly restPrefix: string;
  readonly rowOf: RowFinder;
  /** Everything that the documents advertise, each address once, with what came of visiting it. */
  readonly visited: readonly Visited[];
  /** Entries with a page and a twin, some of all. */
  readonly pages: readonly SampledPage[];
  readonly host: Host;
  /** How many of a list are looked at. */
  readonly sample: number;
  /** User-Agents to try beside those of the known assistants. */
  readonly userAgents: readonly string[];
  /** What was built, where it is at hand. */
  readonly built?: BuiltFolder | undefined;
  /** Token of an assistant, for those who want calls to be tried with one. */
  readonly token?: string | undefined;
  /** What arrived at an address of a surface, as the rules of `svc validate` look at it. */
  received(visited: Visited): Document | undefined;
}

/** Gathers what is wrong; what is wrong at many addresses in the same way is one finding. */
export class Findings {
  readonly #host: Host;
  readonly #found = new Map<string, Finding & { readonly urls: string[] }>();

  constructor({ host }: Pick<VerifyContext, 'host'>) {
    this.#host = host;
  }

  add(url: string, found: Omit<Finding, 'urls'>): void {
    const key = `${found.level} ${found.code} ${found.message}`;
    const known = this.#found.get(key);
    if (known === undefined) this.#found.set(key, { ...found, urls: [url] });
    else if (!known.urls.includes(url)) known.urls.push(url);
  }

  /**
   * Adds what a deployment lacks; where its host cannot have it, as a warning that names the limit.
   * @param limit what is needed for it
   */
  addLimited(limit: Limit, url: string, found: Omit<Finding, 'urls' | 'level'>): void {
    if (!this.#host.limits.has(limit)) this.add(url, { ...found, level: 'fail' });
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

/** An outcome of something that is not there to be looked at. */
export function skipped(why: string): Outcome {
  return { detail: why, findings: [], isSkipped: true };
}
