import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { parseJson } from '../../../core/parse-json.js';
import { AdminProblem } from '../admin/problem.js';
import { withoutNulls } from './without-nulls.js';

/** Marks problems that are told in JSON-RPC's own words. */
export const JSON_RPC = 'json-rpc';

/** More that an error says. */
export interface ErrorDetails {
  /** Of the request that it answers; null where that cannot be told. */
  readonly id?: string | number | null;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** What is wrong with a message, in JSON-RPC's own words. */
export function messageProblem(
  status: number,
  code: number,
  message: string,
  { id = null, data }: ErrorDetails = {},
): AdminProblem {
  const error = { code, message, ...(data !== undefined && { data }) };
  return new AdminProblem(status, JSON_RPC, message, { data: { error, id } });
}

/** A message as it came, and what decides how it is answered. */
export interface Message {
  readonly json: unknown;
  /** Null for notifications, and for what is no message. */
  readonly id: string | number | null;
  /** Undefined for answers, and for what is no message. */
  readonly method: string | undefined;
  /** `params.name`. */
  readonly name: string | undefined;
  /** Of the version that has no sessions, by its own word. */
  readonly isModern: boolean;
  /** Wants to be told how far a call has come. */
  readonly wantsProgress: boolean;
}

/** @returns undefined for what is not JSON */
export function messageOf(bytes: Buffer): Message | undefined {
  const parsed = parseJson(bytes.toString('utf8'));
  if (parsed === undefined) return undefined;
  const json = withoutNulls(parsed);
  const { id, method, params } = membersOf(json);
  const { name, _meta } = membersOf(params);
  const meta = membersOf(_meta);
  return {
    json,
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    method: typeof method === 'string' ? method : undefined,
    name: typeof name === 'string' ? name : undefined,
    isModern: meta[PROTOCOL_VERSION_META_KEY] !== undefined,
    wantsProgress: meta['progressToken'] !== undefined,
  };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * The request as the SDK takes it. Its body has been read, so it is handed over beside it. The SDK insists on clients
 * that accept JSON and streams, but JSON is answered to all of them; and the version of `initialize` is settled by its
 * body, whatever a header proposes. The version that knows no `initialize` says so in the message.
 */
export function asWebRequest(
  request: IncomingMessage,
  { method, isModern }: Pick<Message, 'method' | 'isModern'>,
  { address, signal }: { readonly address: string; readonly signal: AbortSignal },
): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set('Accept', 'application/json, text/event-stream');
  if (method === 'initialize' && !isModern) headers.delete('MCP-Protocol-Version');
  return new Request(address, { method: 'POST', headers, signal });
}

/** Sends what the SDK answers; a stream as it comes. */
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
