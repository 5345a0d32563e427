import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to a page of the sidecar. */
export interface PageCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parameters of the query. */
  readonly query: URLSearchParams;
  /** Of the client, as trusted proxies tell it. */
  readonly address: string;
}
