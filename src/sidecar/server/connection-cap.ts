import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readAddress } from '../../core/net/address.js';
import { clientKey } from '../../core/net/client-address.js';

/** Limits on concurrent connections. */
export interface ConnectionLimits {
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
export function capConnections(server: Server, limits: ConnectionLimits): void {
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
