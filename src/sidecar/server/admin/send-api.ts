import type { ServerResponse } from 'node:http';
import { send } from '../http/request.js';

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
  send(response, status, bytesOf(body), { ...HEADERS, ...headers });
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
