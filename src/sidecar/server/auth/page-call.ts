import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request to a page of the sidecar. */
export interface PageCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Parameters of the query. */
  readonly query: URLSearchParams;
  /** Address of the client, resolved through trusted proxies. */
  readonly address: string;
}
