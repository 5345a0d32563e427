import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setImmediate, setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { SvcError } from '../../core/errors.js';
import { networks, readAddress } from '../../core/net/address.js';
import { clientKey } from '../../core/net/client-address.js';
import { problemResponse } from './admin/problem.js';
import { logFailure } from './log.js';
import type { PublicHandler } from './public/public-handler.js';

/** A running server. */
export interface Running {
  readonly port: number;
  /** Stops accepting requests, gives open ones a grace period, then closes. */
  close(): Promise<void>;
}

interface ServerOptions {
  readonly publicHandler: PublicHandler;
  /** Answers what the public handler leaves. */
  readonly app: RequestListener;
  readonly log: Logger;
  readonly limits?: Partial<Limits>;
  /** Addresses and networks of proxies, which forward the connections of many clients. */
  readonly trustedProxies?: readonly string[];
}

/** Creates the server with its two handlers: public documents first, then the application. */
export function createHttpServer({
  publicHandler,
  app,
  log,
  limits,
  trustedProxies = [],
}: ServerOptions): Server {
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
        const taken = publicHandler(request, response);
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
    else {
      const { status, headers } = problemResponse(error);
      response.writeHead(status, { ...headers, 'Content-Length': '0', 'Cache-Control': 'no-store' }).end();
    }
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
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const cause = error as NodeJS.ErrnoException;
    const isTaken = cause.code === 'EADDRINUSE';
    const isPort = isTaken || cause.code === 'EACCES';
    const why = isTaken ? 'the port is in use' : cause.message;
    const fix = isPort
      ? 'Choose another port with --port, or 0 for any free port.'
      : 'Choose an address of this machine with --host, such as 127.0.0.1, or 0.0.0.0 for all.';
    throw new SvcError('SVC_USAGE', `can't listen on ${host}:${port}: ${why}`, { fix, cause });
  }
  const address = server.address();
  const actual = typeof address === 'object' && address !== null ? address.port : port;
  return { port: actual, close: closing(server, grace) };
}

/** A closing server takes requests that are on their way until none arrives for so many milliseconds. */
const QUIET = 50;

/**
 * Makes the function that closes a server: requests that have been sent are answered, and no connection outlives its
 * response, so that clients which keep their connections can't delay the end.
 */
function closing(server: Server, grace: number): () => Promise<void> {
  const open = new Set<ServerResponse>();
  let isClosing = false;
  let arrived = 0;
  server.on('connection', () => {
    arrived += 1;
  });
  server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => {
    arrived += 1;
    if (isClosing) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => {
      open.delete(response);
      if (isClosing) void setImmediate().then(() => server.closeIdleConnections());
    });
  });
  return async function close() {
    isClosing = true;
    for (const response of open) response.shouldKeepAlive = false;
    const end = performance.now() + grace / 2;
    for (let seen = -1; seen !== arrived && performance.now() < end; ) {
      seen = arrived;
      await wait(QUIET);
      // A busy process takes waiting connections after its timers, one in each turn.
      await setImmediate();
    }
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    await closed;
    clearTimeout(timer);
  };
}

/** Limits on clients. */
interface Limits {
  /** Bytes of the request line and all header fields. */
  readonly headerBytes: number;
  /** Milliseconds for a complete request to arrive. */
  readonly requestTimeout: number;
  /** Milliseconds for its header to arrive. */
  readonly headerTimeout: number;
  /** Concurrent connections. */
  readonly connections: number;
  /** Concurrent connections of one client; 0: no limit besides the total. Trusted proxies are exempt. */
  readonly connectionsPerClient: number;
  /** Milliseconds that open requests have to finish when the server shuts down. */
  readonly grace: number;
}

/** The limits of a server, unless its settings say otherwise. */
const DEFAULT_LIMITS: Limits = {
  headerBytes: 16 << 10,
  requestTimeout: 30_000,
  headerTimeout: 10_000,
  connections: 1000,
  connectionsPerClient: 200,
  grace: 10_000,
};

interface ConnectionLimits {
  /** Maximum of all clients together. */
  readonly connections: number;
  /** Maximum of one client; 0: no limit besides the total. */
  readonly connectionsPerClient: number;
  /** Whether an address is a trusted proxy's, which forwards the connections of many clients. */
  isProxy(address: string): boolean;
}

interface Connection {
  readonly socket: Socket;
  /** All connections of the same client, longest waiting first. */
  readonly crowd: Set<Connection>;
  /** True while no request has arrived completely: closing the connection loses no response. */
  isArriving: boolean;
}

/**
 * Limits connections so that clients that send their requests promptly aren't shut out: above the limit, the
 * connection that has kept the server waiting the longest is closed, rather than the newest.
 */
function capConnections(server: Server, limits: ConnectionLimits): void {
  const { connections, connectionsPerClient, isProxy } = limits;
  const clients = new Map<string, Set<Connection>>();
  const known = new WeakMap<Socket, Connection>();
  let total = 0;

  server.on('connection', (socket: Socket) => {
    const address = readAddress(socket.remoteAddress ?? '')?.text ?? '';
    const key = clientKey(address);
    const own = clients.get(key) ?? new Set<Connection>();
    clients.set(key, own);
    const isOver = connectionsPerClient > 0 && own.size >= connectionsPerClient && !isProxy(address);
    const crowd = isOver ? own : total >= connections ? largest(clients) : undefined;
    if (crowd !== undefined && !endLongestArriving(crowd)) {
      if (own.size === 0) clients.delete(key);
      socket.destroy();
      return;
    }
    const connection = { socket, crowd: own, isArriving: true };
    own.add(connection);
    clients.set(key, own);
    known.set(socket, connection);
    total += 1;
    socket.once('close', () => {
      // A connection closed by the cap is already removed.
      if (!own.delete(connection)) return;
      total -= 1;
      if (own.size === 0) clients.delete(key);
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = known.get(request.socket);
    if (connection === undefined) return;
    const arrived = () => {
      connection.isArriving = false;
    };
    if (hasBody(request)) request.once('end', arrived);
    else arrived();
    response.once('close', () => {
      request.off('end', arrived);
      connection.isArriving = true;
      if (connection.crowd.delete(connection)) connection.crowd.add(connection);
    });
  });

  function endLongestArriving(crowd: Set<Connection>): boolean {
    for (const connection of crowd) {
      if (!connection.isArriving) continue;
      crowd.delete(connection);
      total -= 1;
      connection.socket.destroy();
      return true;
    }
    return false;
  }
}

function largest(clients: ReadonlyMap<string, Set<Connection>>): Set<Connection> | undefined {
  let found: Set<Connection> | undefined;
  for (const own of clients.values()) if (own.size > (found?.size ?? 0)) found = own;
  return found;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}
