import type { IncomingMessage } from 'node:http';
import { isObject } from '../../core/is-object.js';
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
  const isForm = body.kind === 'read' && mediaType(request) === FORM;
  return new URLSearchParams(isForm ? body.bytes.toString('utf8') : '');
}

/** Reads a form, or the JSON object that programs send in its place. */
export async function readForm(request: IncomingMessage): Promise<SentForm> {
  const body = await readBody(request, MAX_FORM);
  if (body.kind !== 'read') return { kind: 'unreadable' };
  const text = body.bytes.toString('utf8');
  const type = mediaType(request);
  if (type === 'application/json') return readJson(text);
  if (type !== FORM) return { kind: 'unreadable' };
  return { kind: 'form', fields: Object.fromEntries(new URLSearchParams(text)) };
}

function mediaType({ headers }: IncomingMessage): string {
  return (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

function readJson(text: string): SentForm {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { kind: 'json', fields: value } : { kind: 'unreadable' };
  } catch {
    return { kind: 'unreadable' };
  }
}

/** A field as text; empty when it is missing or no text. */
export function field(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
