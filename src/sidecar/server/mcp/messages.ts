/** Messages of MCP over HTTP: their checks, faults and responses. */

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type CallToolResult, PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { isObject, objectOf, parseJson } from '../../../core/json.js';
import { within } from '../../../core/within.js';
import type { Ability } from '../../abilities/ability.js';
import { type AbilityOutcome, type RunContext, runAbility } from '../../abilities/run.js';
import { coerceInput } from '../../abilities/validate.js';
import { AdminProblem } from '../admin/problem.js';

/** Marks problems that are sent as JSON-RPC errors. */
export const JSON_RPC = 'json-rpc';

/** Further members of an error. */
interface ErrorDetails {
  /** Id of the request; null when it can't be determined. */
  readonly id?: string | number | null;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Creates a problem that is sent as a JSON-RPC error. */
export function messageProblem(
  status: number,
  code: number,
  message: string,
  { id = null, data }: ErrorDetails = {},
): AdminProblem {
  const error = { code, message, ...(data !== undefined && { data }) };
  return new AdminProblem(status, JSON_RPC, message, { data: { error, id } });
}

/** A received message, and the facts that determine how it is answered. */
export interface Message {
  readonly json: unknown;
  /** Null for notifications and invalid messages. */
  readonly id: string | number | null;
  /** Undefined for responses and invalid messages. */
  readonly method: string | undefined;
  /** `params.name`. */
  readonly name: string | undefined;
  /** Names the protocol version that has no sessions. */
  readonly isModern: boolean;
  /** Requests progress notifications. */
  readonly wantsProgress: boolean;
}

/** Reads what determines the response to a message from its JSON. */
export function messageOf(parsed: unknown): Message {
  const json = normaliseMessage(parsed);
  const { id, method, params } = objectOf(json);
  const { name, _meta } = objectOf(params);
  const meta = objectOf(_meta);
  return {
    json,
    id: typeof id === 'string' || isExactNumber(id) ? id : null,
    method: typeof method === 'string' ? method : undefined,
    name: typeof name === 'string' ? name : undefined,
    isModern: meta[PROTOCOL_VERSION_META_KEY] !== undefined,
    wantsProgress: meta['progressToken'] !== undefined,
  };
}

/** Returns what a message lacks to be JSON-RPC 2.0; undefined for valid messages. */
export function messageFault(json: unknown): string | undefined {
  if (!isObject(json)) return 'It must be an object.';
  const { jsonrpc, id, method, params } = json;
  if (jsonrpc !== '2.0') return '"jsonrpc" must be "2.0".';
  if (id !== undefined && typeof id !== 'string' && !Number.isSafeInteger(id))
    return '"id" must be a string or a whole number.';
  if (Object.hasOwn(json, 'result') || Object.hasOwn(json, 'error')) return undefined;
  if (typeof method !== 'string') return '"method" must be a string.';
  return params === undefined || isObject(params) ? undefined : '"params" must be an object.';
}

/** Larger whole numbers are rounded when they are parsed, so they would name another request. */
function isExactNumber(id: unknown): id is number {
  return typeof id === 'number' && (Number.isSafeInteger(id) || !Number.isInteger(id));
}

/**
 * Converts the request for the SDK. Its body is already read, so it is passed separately. The SDK requires clients to
 * accept both JSON and streams, but all of them get JSON; the version of `initialize` is determined by its body,
 * whatever the header proposes. The version without `initialize` is named in the message.
 */
export function asWebRequest(
  request: IncomingMessage,
  { method, isModern }: Pick<Message, 'method' | 'isModern'>,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && value !== '')
      headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('Accept', 'application/json, text/event-stream');
  // No page of another site sends a token, so a message without a type is that of a program.
  if (!headers.has('Content-Type') && headers.has('Authorization'))
    headers.set('Content-Type', 'application/json');
  if (method === 'initialize' && !isModern) headers.delete('MCP-Protocol-Version');
  return new Request(address, { method: 'POST', headers, signal });
}

/** Sends a response of the SDK; a stream chunk by chunk. */
export async function sendResponse(
  response: ServerResponse,
  answer: Response,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  if (response.destroyed) return;
  const fields = { ...headers, ...Object.fromEntries(answer.headers) };
  if (answer.body === null || !isStream(answer)) {
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, { ...fields, 'Content-Length': String(bytes.length) });
    response.end(bytes);
    return;
  }
  response.writeHead(answer.status, fields);
  for await (const chunk of answer.body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

function isStream(answer: Response): boolean {
  return answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
}

/** Depth to which members are normalised: `params._meta.clientInfo.icons[].sizes` and no deeper. */
const LEVELS = 6;
/** Members that stay unchanged: null is a valid id, and the schema of a tool validates its arguments. */
const KEPT: readonly string[] = ['id', 'result'];
/** Members that are maps. Programs in PHP write an empty map as `[]`. */
const MAPS = new Set([
  ...['params', 'arguments', '_meta', 'capabilities', 'clientInfo'],
  ...['experimental', 'roots', 'sampling', 'elicitation', 'tasks'],
]);

/**
 * Brings a message into the form that the SDK requires. Programs in Go, Java and C# write absent members as null,
 * programs in PHP write empty maps as lists, and models write `arguments` as text. Members of `arguments` stay, since
 * only the schema of the tool defines what null means there. Probes send `initialize` without its members.
 */
function normaliseMessage(message: unknown): unknown {
  if (!isObject(message)) return message;
  const plain = strip(message, LEVELS) as Record<string, unknown>;
  const { method, id, ...rest } = plain;
  if (method === 'initialize') return { ...plain, params: initialisation(plain['params'] ?? {}) };
  const isNotification = typeof method === 'string' && method.startsWith('notifications/');
  return isNotification && id === null ? { method, ...rest } : plain;
}

function strip(value: unknown, levels: number): unknown {
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => strip(one, levels - 1));
  if (!isObject(value)) return value;
  const isMessage = levels === LEVELS;
  const members = Object.entries(value)
    .filter(([name, member]) => member !== null || (isMessage && KEPT.includes(name)))
    .map(([name, member]) => {
      if (isMessage && KEPT.includes(name)) return [name, member] as const;
      if (levels === LEVELS - 1 && name === 'arguments') return [name, argumentsOf(member)] as const;
      return [name, strip(asMap(name, member), levels - 1)] as const;
    });
  return Object.fromEntries(members);
}

function asMap(name: string, member: unknown): unknown {
  return MAPS.has(name) && Array.isArray(member) && member.length === 0 ? {} : member;
}

function argumentsOf(given: unknown): unknown {
  if (typeof given !== 'string') return asMap('arguments', given);
  const parsed = given.trim() === '' ? {} : parseJson(given);
  return isObject(parsed) ? parsed : given;
}

function initialisation(params: unknown): unknown {
  if (!isObject(params)) return params;
  const { clientInfo = {}, capabilities = {} } = params;
  const { name = 'unknown', version = 'unknown' } = objectOf(clientInfo);
  return {
    protocolVersion: '',
    ...params,
    capabilities: isObject(capabilities) ? declared(capabilities) : capabilities,
    clientInfo: isObject(clientInfo) ? { ...clientInfo, name, version: numberAsText(version) } : clientInfo,
  };
}

function numberAsText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

/** Some programs declare a capability with `true`, or one that they lack with `false`. */
function declared(capabilities: object): object {
  const rows = Object.entries(capabilities).map(([name, value]) => {
    const members = value === true ? {} : value;
    return [name, name === 'experimental' && isObject(members) ? declared(members) : members];
  });
  return Object.fromEntries(rows.filter(([, value]) => isObject(value)));
}

/** The response forms that a client accepts. */
export interface Accepted {
  readonly json: boolean;
  readonly streams: boolean;
}

/**
 * Reads the accepted forms from the `Accept` field. JSON is for all clients except those that name only streams; since
 * it is always available, no client needs to be refused. Streams are for clients that name them.
 */
export function acceptedBy(header: string | undefined): Accepted {
  const types = (header ?? '').split(',').map((one) => one.split(';', 1)[0]?.trim().toLowerCase() ?? '');
  const streams = types.includes('text/event-stream');
  const json = ['application/json', 'application/*', '*/*'].some((type) => types.includes(type));
  return { json: json || !streams, streams };
}

/** Timeout of a tool in milliseconds. */
const PATIENCE = 30_000;

/**
 * Runs an ability as a tool. Failures are returned as results too, so that the model can read them and try again.
 */
export async function callTool(
  ability: Ability,
  given: unknown,
  context: RunContext,
  patience = PATIENCE,
): Promise<CallToolResult> {
  const input = coerceInput(ability.input, given);
  const run = runAbility(ability, input, 'permission-first', context).then(resultOf);
  const late = `No result within ${patience / 1000} seconds. The operation continues; check its result before you try again.`;
  return within(patience, run, () => failure(late));
}

function resultOf(outcome: AbilityOutcome): CallToolResult {
  switch (outcome.kind) {
    case 'done':
      return success(outcome.output);
    case 'refused':
      return failure(outcome.because === 'credential' ? READ_ONLY : NOT_ALLOWED);
    case 'invalid':
    case 'failed':
      return failure(outcome.message);
  }
}

const READ_ONLY =
  'Permission denied: this connection may only read. The owner of the site can connect the assistant again and allow it to write.';
const NOT_ALLOWED = "Permission denied: the account behind this connection isn't allowed to do this.";

function success(output: object): CallToolResult {
  const { success, error } = output as { success?: unknown; error?: unknown };
  if (success === false && typeof error === 'string') return failure(error);
  const structuredContent = output as Record<string, unknown>;
  return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent, isError: false };
}

function failure(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
