import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import { SvcError } from '../../core/errors.js';
import { networks } from '../../core/net/address.js';
import { capConnections } from './connection-cap.js';
import { DEFAULT_LIMITS, type Limits } from './limits.js';
import { logFailure } from './log.js';
import type { PublicHandler } from './public/public-handler.js';

/** A running server. */
export interface Running {
  readonly port: number;
  /** Stops accepting requests, gives open ones a grace period, then closes. */
  close(): Promise<void>;
}

export interface ServerOptions {
  readonly door: PublicHandler;
  /** Answers what the public handler leaves. */
  readonly app: RequestListener;
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
  /** Addresses and networks of proxies, which forward the connections of many clients. */
  readonly trustedProxies?: readonly string[];
}

/** Creates the server with its two handlers: public documents first, then the application. */
export function createHttpServer({ door, app, log, limits, trustedProxies = [] }: ServerOptions): Server {
  const all = { ...DEFAULT_LIMITS, ...limits };
  const { headerBytes, requestTimeout, headerTimeout } = all;
  const server = createServer(
    {
      maxHeaderSize: headerBytes,
      requestTimeout,
      headersTimeout: Math.min(headerTimeout, requestTimeout),
      connectionsCheckingInterval: Math.min(1000, requestTimeout),
    },
    (request, response) => {
      try {
        if (namesTwoHosts(request)) {
          response.writeHead(400, { 'Content-Length': '0', Connection: 'close' }).end();
          return;
        }
        const taken = door(request, response);
        if (taken === true) return;
        if (taken === false) app(request, response);
        else
          taken
            .then((isTaken) => isTaken || app(request, response))
            .catch((error) => fail(error, request, response));
      } catch (error) {
        fail(error, request, response);
      }
    },
  );
  const proxies = networks(trustedProxies);
  capConnections(server, { ...all, isProxy: (address) => proxies.has(address) });
  server.on('clientError', refuse);
  return server;

  function fail(error: unknown, request: IncomingMessage, response: ServerResponse): void {
    const facts = { method: request.method, path: request.url?.split('?', 1)[0] };
    logFailure(log, error, facts, 'request failed');
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { 'Content-Length': '0', 'Cache-Control': 'no-store' }).end();
  }
}

/** Checks for more than one `Host` field, which each hop could interpret differently (RFC 9112 section 3.2). */
function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

const STATUS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers an unreadable request with a status only, and closes the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

/**
 * Starts listening.
 * @throws SvcError `SVC_USAGE` when that isn't possible
 */
export async function listen(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
  grace: number = DEFAULT_LIMITS.grace,
): Promise<Running> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((cause: NodeJS.ErrnoException) => {
    const isTaken = cause.code === 'EADDRINUSE';
    const isPort = isTaken || cause.code === 'EACCES';
    const why = isTaken ? 'the port is in use' : cause.message;
    throw new SvcError('SVC_USAGE', `can't listen on ${host}:${port}: ${why}`, {
      fix: isPort
        ? 'Choose another port with --port, or 0 for any free port.'
        : 'Choose an address of this machine with --host, such as 127.0.0.1, or 0.0.0.0 for all.',
      cause,
    });
  });
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return { port: actual, close: () => closeServer(server, grace) };
}

async function closeServer(server: Server, grace: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), grace);
  await closed;
  clearTimeout(timer);
}
