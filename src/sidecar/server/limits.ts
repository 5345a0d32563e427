/** Limits on clients. */
export interface Limits {
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
export const DEFAULT_LIMITS: Limits = {
  headerBytes: 16 << 10,
  requestTimeout: 30_000,
  headerTimeout: 10_000,
  connections: 1000,
  connectionsPerClient: 200,
  grace: 10_000,
};
