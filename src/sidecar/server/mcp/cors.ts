import type { IncomingMessage } from 'node:http';

/** Fields that let pages of any origin read a response. The wildcard excludes requests with cookies. */
const CORS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'WWW-Authenticate, Retry-After, MCP-Protocol-Version, Mcp-Session-Id',
} as const;

/** Returns the fields that let a client in a browser read a response; none for requests without an origin. */
export function corsFor({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return headers.origin === undefined ? {} : CORS;
}

/** Checks whether a request is a CORS preflight. A preflight carries no credentials. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  const wanted = headers['access-control-request-method'];
  return method === 'OPTIONS' && headers.origin !== undefined && wanted !== undefined;
}
