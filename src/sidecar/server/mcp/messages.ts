import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';
import { parseJson } from '../../../core/parse-json.js';
import { AdminProblem } from '../admin/problem.js';
import { normaliseMessage } from './normalise-message.js';

/** Marks problems that are sent as JSON-RPC errors. */
export const JSON_RPC = 'json-rpc';

/** Further members of an error. */
export interface ErrorDetails {
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

/** @returns undefined for invalid JSON */
export function messageOf(bytes: Buffer): Message | undefined {
  const parsed = parseJson(bytes.toString('utf8').replace(/^\ufeff/, ''));
  if (parsed === undefined) return undefined;
  const json = normaliseMessage(parsed);
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
