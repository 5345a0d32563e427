import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../core/json.js';
import { parseBody, queryOf, readBody } from '../http/request.js';
import { AdminProblem } from './problem.js';

/** Maximum size of a body in bytes. */
const MAX_BODY = 1 << 20;
/** Maximum number of parameters of a form or query. */
const MAX_FIELDS = 1000;

/** The parameters of a request, and the problem of its body, which is only reported to callers with permission. */
export interface ReadRequest {
  /** Precedence: JSON, form, query. */
  readonly params: Readonly<Record<string, unknown>>;
  /** The query when nothing was sent. */
  readonly body: unknown;
  readonly problem: AdminProblem | undefined;
}

/** Reads the query and the body. */
export async function readRequest(request: IncomingMessage): Promise<ReadRequest> {
  const query = fields(new URLSearchParams(queryOf(request.url)));
  if (request.method === 'GET' || request.method === 'HEAD') {
    return { params: query, body: undefined, problem: undefined };
  }
  const raw = await readBody(request, MAX_BODY);
  const refuse = (status: number, code: string, message: string): ReadRequest => ({
    params: query,
    body: undefined,
    problem: new AdminProblem(status, code, message),
  });
  if (raw.kind === 'refused') {
    const code = raw.status === 413 ? 'rest_request_too_large' : 'rest_unsupported_media_type';
    return refuse(raw.status, code, raw.message);
  }
  if (raw.bytes.length === 0) return { params: query, body: query, problem: undefined };
  const parsed = parseBody(raw.bytes, request.headers['content-type']);
  if (parsed.kind === 'other') {
    return refuse(415, 'rest_unsupported_media_type', unsupported(parsed.type));
  }
  const body = parsed.kind === 'form' ? fields(parsed.fields) : parsed.value;
  if (body === undefined) return refuse(400, 'rest_invalid_json', "The body isn't valid JSON.");
  return { params: { ...query, ...(isObject(body) && body) }, body, problem: undefined };
}

function unsupported(type: string): string {
  const sent =
    type === '' ? 'The body has no Content-Type.' : `The type ${type.slice(0, 100)} isn't supported.`;
  return `${sent} Send application/json or a URL-encoded form.`;
}

/** Parses `settings[a]=1&settings[b][]=2` into nested fields; the last value of a repeated plain name counts. */
function fields(search: URLSearchParams): Readonly<Record<string, unknown>> {
  const root: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let count = 0;
  for (const [name, value] of search) {
    count += 1;
    if (count > MAX_FIELDS) break;
    const path = name.replace(/\]/g, '').split('[');
    if (path.length <= 4) put(root, path, value);
  }
  return { ...root };
}

function put(into: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: string): void {
  if (['__proto__', 'constructor', 'prototype'].includes(name)) return;
  const [next] = rest;
  if (next === undefined) into[name] = value;
  else if (next === '') into[name] = [...(Array.isArray(into[name]) ? (into[name] as unknown[]) : []), value];
  else {
    const inner = isObject(into[name]) ? { ...(into[name] as object) } : {};
    put(inner as Record<string, unknown>, rest, value);
    into[name] = inner;
  }
}
