import type { IncomingMessage } from 'node:http';

/** What a page of any origin may read of an answer. It takes no cookies with it: the wildcard forbids them. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id',
} as const;

/** The fields that let a client in a browser read an answer; none for requests that come from no page. */
export function corsFor({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return headers.origin === undefined ? {} : CORS;
}

/** Whether a browser asks if a page may send a request. This preflight carries no credentials. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  const wanted = headers['access-control-request-method'];
  return method === 'OPTIONS' && headers.origin !== undefined && wanted !== undefined;
}
