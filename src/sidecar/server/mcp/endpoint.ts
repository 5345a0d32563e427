import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../../core/json.js';
import { SharedLimiter } from '../../../storage/shared-limiter.js';
import { type AbilityCaller, abilityName } from '../../abilities/ability.js';
import { insufficientScope } from '../../oauth/port.js';
import { AdminProblem, noRoute, problemResponse } from '../admin/problem.js';
import { answerPreflight, readBody, sendBody, untilClosed } from '../http/request.js';
import type { Services } from '../services.js';
import { catalogs } from './catalog.js';
import {
  type Accepted,
  acceptedBy,
  asWebRequest,
  JSON_RPC,
  type Message,
  messageFault,
  messageOf,
  messageProblem,
  sendResponse,
} from './messages.js';
import {
  checkOrigins,
  checkParamHeaders,
  checkVersion,
  hasAmbientCredentials,
  identify,
  type Origins,
  ownNames,
  rateKey,
} from './param-headers.js';
import { type McpSession, sdkExchange } from './sdk-server.js';

/** Maximum size of a message in bytes. */
const MAX_BODY = 4 << 20;
/** Maximum calls of a credential per minute. */
const PER_MINUTE = 300;
/** Maximum number of messages in a batch. */
const MAX_BATCH = 50;

const HEADERS = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** A request to the MCP server. */
export interface McpCall extends Origins {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Creates the handler of `{admin_api}/mcp`. Checks in this order: the switch, host name and origin, the caller, the
 * rate limit, and then the message.
 */
export function mcpEndpoint(services: Services): (call: McpCall) => Promise<void> {
  const limiter = new SharedLimiter(services.storage, { name: 'mcp', seconds: 60 });
  const catalogNow = catalogs(services);
  const exchange = sdkExchange();
  const names = ownNames(services);
  const record = services.access.record.bind(services.access);
  return async function answerMcp(call) {
    const { request, response } = call;
    try {
      if (!(await services.site.settings()).enable_mcp_server) throw noRoute();
      checkOrigins(call, names, hasAmbientCredentials(request));
      if (isPreflight(request)) {
        answerPreflight(response);
        return;
      }
      const caller = await identify(request, services);
      await checkRate(limiter, caller, services.now());
      const json = await readJson(request);
      const catalog = await catalogNow();
      const session: McpSession = { caller, catalog, record, services, hooks: services.hooks };
      const signal = untilClosed(response);
      const answerOne = async (one: unknown, accepted: Accepted) => {
        const message = validMessage(one);
        checkScope(message, session, services);
        checkVersion(message, request.headers);
        await checkParamHeaders(message, request.headers, session);
        const web = asWebRequest(request, message, { address: `${services.adminApi}/mcp`, signal });
        return exchange(web, { message, accepted }, session);
      };
      const batch = Array.isArray(json) ? checkBatch(json, request) : undefined;
      // Before any message is carried out: a late refusal would lose the responses to the first ones.
      for (const _ of batch?.slice(1) ?? []) await checkRate(limiter, caller, services.now());
      const answer =
        batch === undefined
          ? await answerOne(json, acceptedBy(request.headers.accept))
          : await answerBatch(batch, (one) => answerOne(one, { json: true, streams: false }));
      await sendResponse(response, answer, { ...HEADERS, ...corsFor(request) });
    } catch (error) {
      answerProblem(call, error, services);
    }
  };
}

/** Versions with batches, and none, as in clients older than the header field. */
const WITH_BATCHES: readonly unknown[] = [undefined, '', '2025-03-26', '2024-11-05', '2024-10-07'];

/** @throws AdminProblem 400 for versions without batches, and for batches that aren't allowed */
function checkBatch(batch: readonly unknown[], { headers }: IncomingMessage): readonly unknown[] {
  const isModern = batch.some((one) => messageOf(one).isModern);
  if (isModern || !WITH_BATCHES.includes(headers['mcp-protocol-version'])) {
    throw messageProblem(400, -32_600, 'Send one message at a time: this protocol has no batches.');
  }
  if (batch.length > 0 && batch.length <= MAX_BATCH) return batch;
  throw messageProblem(400, -32_600, `A batch must have 1 to ${MAX_BATCH} messages.`);
}

/** Answers the messages of a batch one after another. A refusal concerns only its own message. */
async function answerBatch(
  batch: readonly unknown[],
  answerOne: (message: unknown) => Promise<Response>,
): Promise<Response> {
  const answers: unknown[] = [];
  for (const one of batch) {
    try {
      const text = await (await answerOne(one)).text();
      if (text !== '') answers.push(JSON.parse(text));
    } catch (error) {
      if (!(error instanceof AdminProblem) || error.code !== JSON_RPC) throw error;
      answers.push(rpcError(error));
    }
  }
  return answers.length === 0 ? new Response(null, { status: 202 }) : Response.json(answers);
}

async function checkRate(limiter: SharedLimiter, caller: AbilityCaller, now: number): Promise<void> {
  const wait = await limiter.take(rateKey(caller), PER_MINUTE, now);
  if (wait === 0) return;
  const message = `A connection may make ${PER_MINUTE} calls per minute. Wait ${wait} seconds.`;
  throw new AdminProblem(429, 'rest_too_many_requests', message, {
    headers: { 'Retry-After': String(wait) },
  });
}

/**
 * Reads the message of a request, or a batch of them.
 * @throws AdminProblem 405 for methods other than POST, and JSON-RPC errors for unreadable bodies
 */
async function readJson(request: IncomingMessage): Promise<unknown> {
  if (request.method !== 'POST') {
    const text = 'The MCP server accepts only POST: it has no sessions and no streams.';
    throw new AdminProblem(405, 'rest_method_not_allowed', text, { headers: { Allow: 'POST' } });
  }
  const body = await readBody(request, MAX_BODY);
  if (body.kind === 'refused') throw messageProblem(body.status, -32_600, body.message);
  const json = parseJson(body.bytes);
  if (json === undefined) throw messageProblem(400, -32_700, "The message isn't JSON.");
  return json;
}

/** @throws AdminProblem 400 for JSON that isn't a message */
function validMessage(json: unknown): Message {
  const message = messageOf(json);
  const fault = messageFault(message.json);
  if (fault !== undefined) {
    throw messageProblem(400, -32_600, `The message isn't JSON-RPC 2.0. ${fault}`, { id: message.id });
  }
  return message;
}

/**
 * Checks the scope for the protocol version whose clients request more scope themselves: a read-only credential gets a
 * 403. Older clients get a tool result with the refusal.
 */
function checkScope(
  { isModern, method, name }: Message,
  { caller, catalog, record }: McpSession,
  { base }: Pick<Services, 'base'>,
): void {
  if (!isModern || caller.scope === 'write' || method !== 'tools/call') return;
  const ability = catalog.tools.get(name ?? '');
  if (ability?.tier !== 'write') return;
  record({ kind: 'refused', ability: abilityName(ability), caller, detail: '403' });
  throw new AdminProblem(403, 'insufficient_scope', 'This connection may only read.', {
    headers: {
      'WWW-Authenticate': insufficientScope(base, 'write'),
      'Access-Control-Expose-Headers': 'WWW-Authenticate',
    },
  });
}

function answerProblem({ request, response }: McpCall, error: unknown, services: Services): void {
  const problem = problemResponse(error);
  if (problem.status >= 500) services.logError(error, 'mcp');
  const { status, headers } = problem;
  const body = problem.code === JSON_RPC ? rpcError(problem) : problem.toBody();
  const text = status === 405 ? '' : JSON.stringify(body);
  const type = text === '' ? {} : { 'Content-Type': 'application/json' };
  sendBody(response, status, text, { ...HEADERS, ...type, ...headers, ...corsFor(request) });
}

function rpcError({ data }: AdminProblem): object {
  return { jsonrpc: '2.0', error: data['error'], id: data['id'] };
}

/** Fields that let pages of any origin read a response. The wildcard excludes requests with cookies. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id',
} as const;

/** Returns the fields that let a client in a browser read a response; none for requests without an origin. */
function corsFor({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return headers.origin === undefined ? {} : CORS;
}

/** Checks whether a request is a CORS preflight. A preflight carries no credentials. */
function isPreflight({ method, headers }: IncomingMessage): boolean {
  const wanted = headers['access-control-request-method'];
  return method === 'OPTIONS' && headers.origin !== undefined && wanted !== undefined;
}
