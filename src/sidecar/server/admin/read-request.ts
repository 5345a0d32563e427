import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../core/json.js';
import { mediaTypeOf } from '../../../core/net/media-type.js';
import { queryOf, readBody } from '../http/request.js';
import { AdminProblem } from './problem.js';

/** Maximum size of a body in bytes. */
const MAX_BODY = 1 << 20;
/** Maximum number of parameters of a form or query. */
const MAX_FIELDS = 1000;

/** The parameters of a request, and the problem of its body, which is only reported to callers with permission. */
export interface ReadRequest {
  /** Precedence: JSON, form, query. */
  readonly params: Readonly<Record<string, unknown>>;
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
  if (raw.kind === 'too-large') {
    const problem = new AdminProblem(
      413,
      'rest_request_too_large',
      `A body may have at most ${MAX_BODY} bytes.`,
    );
    return { params: query, body: undefined, problem };
  }
  const parsed = parseBody(raw.bytes, request.headers['content-type'] ?? '');
  if (parsed instanceof AdminProblem) return { params: query, body: undefined, problem: parsed };
  const own = isObject(parsed) ? parsed : {};
  return { params: { ...query, ...own }, body: parsed, problem: undefined };
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  const type = mediaTypeOf(contentType);
  if (bytes.length === 0) return undefined;
  if (type === 'application/x-www-form-urlencoded')
    return fields(new URLSearchParams(bytes.toString('utf8')));
  if (type !== 'application/json' && !type.endsWith('+json')) return unreadable(type);
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    return new AdminProblem(400, 'rest_invalid_json', "The body isn't valid JSON.");
  }
}

function unreadable(type: string): AdminProblem {
  const sent =
    type === '' ? 'The body has no Content-Type.' : `The type ${type.slice(0, 100)} isn't supported.`;
  const message = `${sent} Send application/json or a URL-encoded form.`;
  return new AdminProblem(415, 'rest_unsupported_media_type', message);
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
