import type { Headers } from '../../documents/headers.js';

/** An output folder, and what its build said of headers. */
export interface BuiltFolder {
  /** Paths below the folder, decoded: everything that the build wrote but the rules of hosts. */
  readonly files: readonly string[];
  /** The bytes that the build wrote for an address; undefined where no file is behind it. */
  bytesAt(url: string): Uint8Array | undefined;
  /** The headers that `deploy/headers.json` sets for the address; undefined where it sets none. */
  headersAt(path: string): Headers | undefined;
}
