import type { IncomingMessage } from 'node:http';
import { isObject } from '../../../core/json.js';
import { parseBody, readBody } from '../http/request.js';

/** Maximum size of a form in bytes. */
const MAX_FORM = 64 * 1024;

/** The submitted data: a form, JSON, or neither. */
export type SentForm =
  | { readonly kind: 'form' | 'json'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'unreadable' };

/** Reads a form with every value of every field; empty when the request isn't a form. */
export async function readParameters(request: IncomingMessage): Promise<URLSearchParams> {
  const sent = await readContents(request);
  return sent?.kind === 'form' ? sent.fields : new URLSearchParams();
}

/** Reads a form, or the JSON object that programs send instead. */
export async function readForm(request: IncomingMessage): Promise<SentForm> {
  const sent = await readContents(request);
  if (sent?.kind === 'form') return { kind: 'form', fields: Object.fromEntries(sent.fields) };
  if (sent?.kind === 'json' && isObject(sent.value)) return { kind: 'json', fields: sent.value };
  return { kind: 'unreadable' };
}

async function readContents(request: IncomingMessage) {
  const body = await readBody(request, MAX_FORM);
  return body.kind === 'read' ? parseBody(body.bytes, request.headers['content-type']) : undefined;
}

/** Returns a field as text; empty when it is missing or isn't text. */
export function field(fields: Readonly<Record<string, unknown>>, name: string): string {
  const value = fields[name];
  return typeof value === 'string' ? value : '';
}
