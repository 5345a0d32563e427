import type { IncomingMessage } from 'node:http';
import { isObject, parseJson } from '../../../core/json.js';
import { mediaTypeOf } from '../../../core/net/media-type.js';
import { readBody } from '../http/request.js';

/** Maximum size of a form in bytes. */
const MAX_FORM = 64 * 1024;
const FORM = 'application/x-www-form-urlencoded';

/** The submitted data: a form, JSON, or neither. */
export type SentForm =
  | { readonly kind: 'form' | 'json'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable' };

/** Reads a form with every value of every field; empty when the request isn't a form. */
export async function readParameters(request: IncomingMessage): Promise<URLSearchParams> {
  const body = await readBody(request, MAX_FORM);
  const isForm = body.kind === 'read' && mediaTypeOf(request.headers['content-type']) === FORM;
  return new URLSearchParams(isForm ? body.bytes.toString('utf8') : '');
}

/** Reads a form, or the JSON object that programs send instead. */
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

/** Returns a field as text; empty when it is missing or isn't text. */
export function field(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
