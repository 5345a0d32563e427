/** Reads cookies and bodies of requests, and answers preflights. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseJson } from '../../../core/json.js';
import { mediaTypeOf } from '../../../core/net/media-type.js';

/** Attributes of a cookie. */
interface CookieOptions {
  /** Seconds; 0 removes the cookie; undefined makes it a session cookie. */
  readonly maxAge?: number;
  readonly path: string;
  readonly secure: boolean;
}

/**
 * Returns the value of a cookie in a request; undefined when there is none. The first one of a name counts, since
 * browsers send the most specific one first.
 * @see RFC 6265 section 5.4
 */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Formats the value of a `Set-Cookie` field. Scripts can't read our cookies. Browsers also send them when an assistant on
 * another site opens one of our pages. With `Strict`, the page would set a new cookie then, and forms in other tabs would
 * expire.
 */
export function formatCookie(name: string, value: string, options: CookieOptions): string {
  const { maxAge, path, secure } = options;
  return [
    `${name}=${value}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    `Path=${path}`,
    'HttpOnly',
    ...(secure ? ['Secure'] : []),
    'SameSite=Lax',
  ].join('; ');
}

/**
 * Returns the complete query of a request's address; question marks in it are part of it.
 * @param target address as in the request line
 * @returns the query without its leading question mark; empty when there is none
 * @see RFC 3986 section 3.4
 */
export function queryOf(target: string | undefined): string {
  const at = (target ?? '').indexOf('?');
  return at === -1 ? '' : (target ?? '').slice(at + 1);
}

/**
 * Sends a complete response, unless the client has disconnected or already has one. Node.js leaves the body out for
 * `HEAD`.
 */
export function sendBody(
  response: ServerResponse,
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string | readonly string[]>>,
): void {
  if (response.destroyed || response.headersSent) return;
  const fields = { ...headers, 'Content-Length': String(Buffer.byteLength(body)) };
  response.writeHead(status, fields as Record<string, string | string[]>).end(body);
}

/** A request body, or the reason why there is none. */
type RawBody =
  | { readonly kind: 'read'; readonly bytes: Buffer }
  | { readonly kind: 'refused'; readonly status: 413 | 415; readonly message: string };

/** The client has disconnected, which isn't a failure of the server. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone';
}

/**
 * Reads a body up to a limit. The rest of a longer body is read and discarded while the response is sent: closing the
 * connection would reset it for a client that is still sending. The timeout of requests ends one that never stops.
 * Compressed bodies are refused: they can be far larger than their limit.
 * @param limit bytes
 * @throws ClientGone when the client closes the connection before its body is complete
 */
export function readBody(request: IncomingMessage, limit: number): Promise<RawBody> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const encoding = request.headers['content-encoding'] ?? 'identity';
    if (!/^identity$/i.test(encoding)) {
      const message = `The Content-Encoding "${encoding.slice(0, 100)}" isn't supported. Send the body uncompressed.`;
      resolve({ kind: 'refused', status: 415, message });
    }
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        chunks.length = 0;
        resolve({ kind: 'refused', status: 413, message: `A body may have at most ${limit} bytes.` });
      }
    });
    request.once('end', () => resolve({ kind: 'read', bytes: Buffer.concat(chunks) }));
    const gone = () => reject(new ClientGone('the client has disconnected'));
    request.once('error', gone);
    request.once('close', gone);
  });
}

/** The contents of a body: a form, JSON (undefined where it is invalid), or something else. */
type BodyContents =
  | { readonly kind: 'form'; readonly fields: URLSearchParams }
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'other'; readonly type: string };

/** Parses a body by the `Content-Type` of its request. */
export function parseBody(bytes: Buffer, contentType: string | undefined): BodyContents {
  const type = mediaTypeOf(contentType);
  if (type === 'application/x-www-form-urlencoded')
    return { kind: 'form', fields: new URLSearchParams(bytes.toString('utf8')) };
  const isJson = type === 'application/json' || type.endsWith('+json');
  return isJson ? { kind: 'json', value: parseJson(bytes) } : { kind: 'other', type };
}

/** Returns a signal that aborts when the client closes the connection before the response is sent. */
export function untilClosed(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Answers a preflight: pages may send POST requests with any header field and with a token. */
export function answerPreflight(response: ServerResponse): void {
  response
    .writeHead(204, {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'POST, OPTIONS',
      // The wildcard doesn't cover Authorization.
      'Access-Control-Allow-Headers': '*, Authorization',
      'Access-Control-Max-Age': '86400',
      'Content-Length': '0',
    })
    .end();
}
