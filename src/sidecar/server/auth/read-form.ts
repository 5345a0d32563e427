import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../core/is-object.js';
import { mediaTypeOf } from '../../../core/net/media-type.js';
import { parseJson } from '../../../core/parse-json.js';
import { readBody } from '../http/read-body.js';

/** The most bytes of a form of ours. */
const MAX_FORM = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** What was sent: a form, JSON, or something that is neither. */
export type SentForm =
  | { readonly kind: 'form' | 'json'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable' };

/** Reads a form with every value of every field; without any for what is no form. */
export async function readParameters(request: IncomingMessage): Promise<URLSearchParams> {
  const body = await readBody(request, MAX_FORM);
  const isForm = body.kind === 'read' && mediaTypeOf(request.headers['content-type']) === FORM;
  return new URLSearchParams(isForm ? body.bytes.toString('utf8') : '');
}

/** Reads a form, or the JSON object that programs send in its place. */
export async function readForm(request: IncomingMessage): Promise<SentForm> {
  const body = await readBody(request, MAX_FORM);
  if (body.kind !== 'read') return { kind: 'unreadable' };
  const text = body.bytes.toString('utf8');
  const type = mediaTypeOf(request.headers['content-type']);
  if (type === 'application/json') return readJson(text);
  if (type !== FORM) return { kind: 'unreadable' };
  return { kind: 'form', fields: Object.fromEntries(new URLSearchParams(text)) };
}

function readJson(text: string): SentForm {
  const value = parseJson(text);
  return isObject(value) ? { kind: 'json', fields: value } : { kind: 'unreadable' };
}

/** A field as text; empty when it is missing or no text. */
export function field(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
