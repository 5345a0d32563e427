import type { Fields } from '../../documents/signing/message.js';

/** One request, without the headers of the connection. */
export interface Ask {
  readonly method: 'GET' | 'HEAD' | 'OPTIONS' | 'POST';
  /** Absolute, http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What a `POST` sends. */
  readonly body?: string;
  readonly timeoutMs: number;
  /** Bytes of the body that are kept. */
  readonly keepBytes: number;
  /** Bytes after which the body is truncated. */
  readonly maxBytes: number;
}

/** Where a request failed before there was an answer. */
export type FailureKind = 'dns' | 'connection' | 'tls' | 'timeout' | 'protocol' | 'redirects';

/** Why there is no answer. */
export interface Failure {
  readonly kind: FailureKind;
  /** One sentence without full stop. */
  readonly message: string;
}

/** An answer as received. */
export interface RawAnswer {
  readonly status: number;
  readonly fields: Fields;
  /** The first `keepBytes` of the body, compressed if it was sent so. */
  readonly bytes: Uint8Array;
  /** Bytes that were received; more than are kept for a large body. */
  readonly size: number;
  /** True when the body is longer than `maxBytes`. */
  readonly isCut: boolean;
}

/** The result of a request. */
export type Reply =
  | { readonly answer: RawAnswer; readonly failure?: undefined }
  | { readonly failure: Failure; readonly answer?: undefined };

/**
 * Sends one request without following redirects. It never throws: every fault is a `Failure`.
 * The only access of `verify` to the network; tests pass in their own.
 */
export type FetchPort = (ask: Ask) => Promise<Reply>;
