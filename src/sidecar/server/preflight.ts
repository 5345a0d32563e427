import type { ServerResponse } from 'node:http';

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
