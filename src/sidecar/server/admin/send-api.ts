import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers of every response of an API for signed-in users. */
const HEADERS = {
  'Content-Type': 'application/json; charset=UTF-8',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** Sends JSON while the client is still connected; without the body for `HEAD`. */
export function sendApi(
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  if (response.destroyed || response.headersSent) return;
  const bytes = bytesOf(body);
  response.writeHead(status, { ...HEADERS, ...headers, 'Content-Length': String(bytes.length) });
  response.end(request.method === 'HEAD' ? undefined : bytes);
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
