/** What a client may ask of the server (design section 10). */
export interface Limits {
  /** Bytes of the request line and all header fields. */
  readonly headerBytes: number;
  /** Milliseconds for a whole request to arrive. */
  readonly requestTimeout: number;
  /** Milliseconds for its header to arrive. */
  readonly headerTimeout: number;
  /** Connections at the same time. */
  readonly connections: number;
  /** Connections of one client at the same time; 0: as many as of all. Trusted proxies may have more. */
  readonly connectionsPerClient: number;
  /** Milliseconds that open requests are given when the server ends. */
  readonly grace: number;
}

/** The limits of design section 10. */
export const DEFAULT_LIMITS: Limits = {
  headerBytes: 16 << 10,
  requestTimeout: 30_000,
  headerTimeout: 10_000,
  connections: 1000,
  connectionsPerClient: 200,
  grace: 10_000,
};
