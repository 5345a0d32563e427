import type { Headers } from '../../documents/headers.js';

/** An output folder, and what its build said of headers. */
export interface BuiltFolder {
  /** Paths below the folder, decoded: everything that the build wrote but the rules of hosts. */
  readonly files: readonly string[];
  /** The bytes that the build wrote for an address; undefined where no file is behind it. */
  bytesAt(url: string): Uint8Array | undefined;
  /** The headers that the address is to be sent with, by `deploy/headers.json`; undefined where it says nothing. */
  headersAt(path: string): Headers | undefined;
}
