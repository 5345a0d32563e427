import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../../../core/json.js';
import { parseBody, readBody, send } from '../http/request.js';

/** Maximum size of a request body in bytes. */
export const MAX_BODY = 64 * 1024;

/** Headers of every response. Pages of any origin may use the endpoints, since these use no cookies. */
const HEADERS = {
  'Content-Type': 'application/json',
  'Cache-Control': 'no-store',
  Pragma: 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Access-Control-Allow-Origin': '*',
} as const;

/** Sends uncacheable JSON, or an empty body when the value is undefined. */
export function answerOauth(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  send(response, status, value === undefined ? '' : JSON.stringify(value), { ...HEADERS, ...headers });
}

/** Sends an error as defined in RFC 6749 section 5.2. */
export function answerError(
  response: ServerResponse,
  status: number,
  { error, description }: { readonly error: string; readonly description: string },
): void {
  answerOauth(response, status, { error, error_description: description });
}

/** Reports an unknown client. If it sent Basic credentials, the answer names that scheme (RFC 6749 section 5.2). */
export function answerUnknownClient(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { error, description }: { readonly error: string; readonly description: string },
): void {
  const challenge = { 'WWW-Authenticate': 'Basic realm="OAuth"' };
  const body = { error, error_description: description };
  answerOauth(response, 401, body, headers.authorization === undefined ? {} : challenge);
}

/**
 * Reads the parameters of a request: those of its body, and the client id that many libraries send as Basic
 * credentials with an empty secret. The query is never read, since addresses end up in logs.
 * @returns undefined after an error was sent
 */
export async function readParameters(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<URLSearchParams | undefined> {
  const parameters = await readBodyParameters(request, response);
  const client = basicClient(request.headers.authorization);
  if (client !== undefined && !parameters?.get('client_id')) parameters?.set('client_id', client);
  return parameters;
}

/** Name and secret are form-encoded before they are joined (RFC 6749 section 2.3.1). */
function basicClient(authorization = ''): string | undefined {
  const encoded = /^basic\s+([A-Za-z0-9+/=]+)$/i.exec(authorization.trim())?.[1];
  const [name = ''] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':', 1);
  return name === ''
    ? undefined
    : (new URLSearchParams(`name=${name.replace(/&/g, '%26')}`).get('name') ?? name);
}

/** Reads a form, or a flat JSON object, which many clients send. */
async function readBodyParameters(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<URLSearchParams | undefined> {
  const unreadable = (description: string, status = 400): void =>
    answerError(response, status, { error: 'invalid_request', description });
  const body = await readBody(request, MAX_BODY);
  if (body.kind === 'refused') return void unreadable(body.message, body.status);
  const sent = parseBody(body.bytes, request.headers['content-type']);
  if (sent.kind === 'form') return sent.fields;
  if (sent.kind === 'other') return void unreadable('The body must be a form or a JSON object.');
  if (!isObject(sent.value)) return void unreadable("The body isn't a JSON object.");
  const parameters = new URLSearchParams();
  for (const [name, member] of Object.entries(sent.value)) {
    for (const one of [member].flat()) if (typeof one === 'string') parameters.append(name, one);
  }
  return parameters;
}
