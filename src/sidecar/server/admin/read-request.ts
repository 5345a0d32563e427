import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../../../core/json.js';
import { parseBody, queryOf, readBody, sendBody } from '../http/request.js';
import { AdminProblem, invalidParams, missingParams } from './problem.js';

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

/** A parameter of a route, declared once for validation and docs. */
export interface Param {
  /** Texts with numbers and booleans are accepted, since forms send nothing else. */
  readonly type: 'integer' | 'string' | 'boolean' | 'strings';
  /** One line for the docs. */
  readonly text: string;
  readonly required?: boolean;
  readonly default?: unknown;
  readonly values?: readonly (string | number)[];
  /** For integers: values outside the range are an error, unless `clamp` is set. */
  readonly min?: number;
  readonly max?: number;
  readonly clamp?: boolean;
  /** For strings: maximum length in characters. */
  readonly maxLength?: number;
}

export type Params = Readonly<Record<string, Param>>;

/** Maximum length of text parameters without a `maxLength`. */
const MAX_LENGTH = 10_000;

/**
 * Reads the parameters of a request.
 * @param given by name, as sent in JSON, form or query
 * @returns every declared parameter that is given or has a default
 * @throws AdminProblem `rest_missing_callback_param`, else `rest_invalid_param`
 */
export function readParams(
  declared: Params,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const names = Object.keys(declared);
  const isMissing = (name: string) => given[name] === undefined || given[name] === null;
  const missing = names.filter((name) => declared[name]?.required === true && isMissing(name));
  if (missing.length > 0) throw missingParams(missing);
  const problems: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, param] of Object.entries(declared)) {
    if (isMissing(name)) {
      if (param.default !== undefined) values[name] = param.default;
      continue;
    }
    const read = readParam(param, given[name]);
    if ('problem' in read) problems[name] = read.problem;
    else values[name] = read.value;
  }
  if (Object.keys(problems).length > 0) throw invalidParams(problems);
  return values;
}

type Read = { readonly value: unknown } | { readonly problem: string };

function readParam(param: Param, given: unknown): Read {
  switch (param.type) {
    case 'integer':
      return readInteger(param, given);
    case 'boolean':
      return readBoolean(given);
    case 'string':
      return readText(param, given);
    case 'strings':
      return readTexts(param, given);
  }
}

/** Converts a text with a whole number, since forms send nothing else; returns other values unchanged. */
export function numberFromText(given: unknown): unknown {
  const isText = typeof given === 'string' && /^[+-]?\d{1,100}$/.test(given.trim());
  return isText ? Number(given) : given;
}

function readInteger({ min, max, clamp = false, values }: Param, given: unknown): Read {
  const value = numberFromText(given);
  const isWhole = clamp ? Number.isInteger(value) : Number.isSafeInteger(value);
  if (typeof value !== 'number' || !isWhole) return { problem: 'must be a whole number' };
  if (values !== undefined && !values.includes(value))
    return { problem: `must be one of ${values.join(', ')}` };
  const inside = Math.min(max ?? Number.MAX_SAFE_INTEGER, Math.max(min ?? Number.MIN_SAFE_INTEGER, value));
  if (inside === value || clamp) return { value: inside };
  return { problem: `must be ${rangeText(min, max)}` };
}

/** At least one bound is given: without bounds, no number is outside. */
function rangeText(min: number | undefined, max: number | undefined): string {
  if (max === undefined) return `at least ${min}`;
  return min === undefined ? `at most ${max}` : `between ${min} and ${max}`;
}

/** Reads a boolean like settings do: everything is true except 0 and texts for no. */
function readBoolean(given: unknown): Read {
  if (typeof given === 'boolean') return { value: given };
  if (typeof given === 'number') return { value: given !== 0 };
  if (typeof given !== 'string') return { problem: 'must be true or false' };
  return { value: !['', '0', 'false', 'no', 'off'].includes(given.trim().toLowerCase()) };
}

function readText({ values, maxLength = MAX_LENGTH }: Param, given: unknown): Read {
  const value = typeof given === 'number' ? String(given) : given;
  if (typeof value !== 'string') return { problem: 'must be a string' };
  if (value.includes('\0')) return { problem: "can't contain NUL" };
  if (value.length > maxLength) return { problem: `can have at most ${maxLength} characters` };
  if (values !== undefined && !values.includes(value))
    return { problem: `must be one of ${values.join(', ')}` };
  return { value };
}

function readTexts(param: Param, given: unknown): Read {
  const list = typeof given === 'string' ? given.split(/[\n,]/) : given;
  if (!Array.isArray(list) || list.length > 200) return { problem: 'must be a list of at most 200 strings' };
  const read = list.map((item: unknown) => readText(param, item));
  const bad = read.find((one) => 'problem' in one);
  return bad ?? { value: read.flatMap((one) => ('value' in one ? [one.value] : [])) };
}

/** Headers of every response of an API for signed-in users. */
const HEADERS = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** Sends JSON while the client is still connected. */
export function sendApi(
  { response }: { readonly response: ServerResponse },
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  sendBody(response, status, bytesOf(body), { ...HEADERS, ...headers });
}

/** Cached bytes of frozen bodies, which are sent more than once. */
const held = new WeakMap<object, Buffer>();

function bytesOf(body: unknown): Buffer {
  if (typeof body !== 'object' || body === null) return toBytes(body);
  const bytes = held.get(body) ?? toBytes(body);
  if (Object.isFrozen(body)) held.set(body, bytes);
  return bytes;
}

function toBytes(body: unknown): Buffer {
  return Buffer.from(JSON.stringify(body), 'utf8');
}
