/** A connection of an assistant to the site's MCP server, as `svc verify --connect` makes it. */

import { type JsonObject, listOf, objectOf, textOf } from '../../../core/json.js';
import { memoisedByObject } from '../../../core/memoised.js';
import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Findings, VerifyContext } from '../check.js';
import { FAILURE_HOPS } from '../checks/address.js';
import { ownMcpEndpoint } from '../checks/headers.js';
import { isChallenge } from '../checks/user-agents.js';
import type { Visit, VisitOptions } from '../client.js';
import { FAILURE_FIXES } from '../http-port.js';

/** The User-Agents of assistants when they connect. */
export const CONNECTORS: readonly (readonly [name: string, userAgent: string])[] = [
  ['Claude', 'Claude-User'],
  ['ChatGPT', 'openai-mcp/1.0.0'],
  [
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
  ],
  ['Python SDK', 'python-httpx/0.28.1'],
  ['TypeScript SDK', 'node'],
  ['Cursor', 'Cursor/1.7.0'],
];

/** The redirect address of the trial client: nothing listens there, and nothing is sent to it. */
export const CALLBACK = 'http://127.0.0.1:49152/callback';
/** A verifier and its S256 challenge; no code is ever redeemed with it. */
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

const WANTED = 'application/json, text/event-stream';

/** A message for the MCP endpoint. */
export function mcpVisit(method: string, params: object, options: VisitOptions): VisitOptions {
  return {
    ...options,
    method: 'POST',
    accept: WANTED,
    follow: false,
    headers: { 'Content-Type': 'application/json', ...options.headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

/** The first message of an assistant of an older version. */
export const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'svc-verify', version: '1.0.0' },
};

/** The steps of a connection, each run once; a later one needs the result of an earlier one. */
export class Connection {
  #register: Promise<Visit> | undefined;

  constructor(readonly ctx: VerifyContext) {}

  /** Address of the MCP endpoint; undefined when the site advertises none of ours. */
  get endpoint(): string | undefined {
    return ownMcpEndpoint(this.ctx);
  }

  /** A first call without a token. */
  async initialize(userAgent?: string): Promise<Visit | undefined> {
    if (this.endpoint === undefined) return undefined;
    const options = userAgent === undefined ? {} : { userAgent };
    return this.ctx.client.visit(this.endpoint, mcpVisit('initialize', INITIALIZE, options));
  }

  /** Address of the metadata of the endpoint, from its 401. */
  async metadataUrl(): Promise<string | undefined> {
    return resourceMetadataOf(await this.initialize());
  }

  /** Metadata of the endpoint; undefined when they did not arrive. */
  async resource(): Promise<JsonObject | undefined> {
    return this.#json(await this.metadataUrl());
  }

  /** The first authorization server in the metadata. */
  async issuer(): Promise<string | undefined> {
    const [first] = listOf((await this.resource())?.['authorization_servers']);
    const issuer = textOf(first);
    return isParsableUrl(issuer) ? issuer : undefined;
  }

  /** Metadata of the authorization server. @see RFC 8414 section 3.1 */
  async server(): Promise<JsonObject | undefined> {
    const issuer = await this.issuer();
    return issuer === undefined ? undefined : this.#json(serverMetadataUrl(issuer));
  }

  /** Registers a client, once per run. It is never approved, so the site forgets it within a day. */
  async registered(): Promise<Visit | undefined> {
    const url = textOf((await this.server())?.['registration_endpoint']);
    if (!isParsableUrl(url)) return undefined;
    this.#register ??= this.ctx.client.visit(url, {
      method: 'POST',
      accept: 'application/json',
      follow: false,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        client_name: 'svc verify',
        redirect_uris: [CALLBACK],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
      }),
    });
    return this.#register;
  }

  async clientId(): Promise<string | undefined> {
    const id = textOf(objectOf((await this.registered())?.answer?.json)['client_id']);
    return id === '' ? undefined : id;
  }

  async #json(url: string | undefined): Promise<JsonObject | undefined> {
    if (url === undefined || !isParsableUrl(url)) return undefined;
    const { answer } = await this.ctx.client.visit(url);
    const { json } = answer ?? {};
    return answer?.isOk === true && typeof json === 'object' && json !== null ? objectOf(json) : undefined;
  }
}

/** The connection of a run, shared by its checks. */
export const connectionOf = memoisedByObject((ctx: VerifyContext) => new Connection(ctx));

/** The address of the metadata of an authorization server: the well-known part goes before the path. */
export function serverMetadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`;
}

/** `resource_metadata` of a challenge. @see RFC 9728 section 5.1 */
export function resourceMetadataOf(visit: Visit | undefined): string | undefined {
  const header = visit?.answer?.header('www-authenticate') ?? '';
  const [, url] = /^Bearer\b.*\bresource_metadata="([^"]+)"/i.exec(header) ?? [];
  return url !== undefined && isParsableUrl(url) ? url : undefined;
}

/** The purpose of a request, in the words of the messages. */
interface ExpectedAnswer {
  /** The client: `Claude`, or `A client`. */
  readonly who: string;
  /** The target: `the MCP endpoint`. */
  readonly what: string;
}

/**
 * Reports obstacles between a client and an endpoint: no answer, bot protection, a redirect, a page instead
 * of JSON.
 * @returns true when there was one
 */
export function addObstacle(findings: Findings, visit: Visit, { who, what }: ExpectedAnswer): boolean {
  const { answer, failure, url } = visit;
  if (failure !== undefined || answer === undefined) {
    const kind = failure?.kind ?? 'protocol';
    const message = `${who} gets no answer from ${what}: ${failure?.message ?? 'nothing came'}.`;
    const fix = FAILURE_FIXES[kind];
    findings.add(url, { code: `connect-no-answer-${kind}`, hop: FAILURE_HOPS[kind], message, fix });
    return true;
  }
  if (isChallenge(answer)) return addWall(findings, visit, `${who} is challenged at ${what}.`);
  if (answer.status >= 300 && answer.status < 400) {
    const message = `${who} is redirected from ${what} to ${answer.header('location') ?? 'nowhere'}; programs don't repeat a POST there.`;
    const fix = 'Let the address answer itself: build with the address that the site really has.';
    findings.add(url, { code: 'connect-redirected', hop: 'redirect', message, fix });
    return true;
  }
  if (answer.looksLikeHtml && [403, 406, 429, 503].includes(answer.status)) {
    return addWall(findings, visit, `${who} gets a page with ${answer.status} from ${what}.`);
  }
  if (answer.looksLikeHtml) {
    const message = `${who} gets a page (${answer.status}) from ${what}: the web server doesn't forward the address.`;
    const fix =
      'Pass /{rest_prefix}/* and /svc/* on to "svc serve", as the rules do that the build writes with --hosts.';
    findings.add(url, { code: 'connect-not-routed', hop: 'server', message, fix });
    return true;
  }
  return false;
}

function addWall(findings: Findings, { url }: Visit, message: string): true {
  const fix =
    'Exempt the paths of the API and of /svc/ from the bot protection: they are for programs, and have their own sign-in.';
  findings.add(url, { code: 'connect-bot-wall', hop: 'bot-protection', message, fix });
  return true;
}
