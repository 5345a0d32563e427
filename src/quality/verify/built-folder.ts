import type { Headers } from '../../documents/headers.js';

/** An output folder, and its build's headers. */
export interface BuiltFolder {
  /** Paths below the folder, decoded: all files of the build except the hosts' rules. */
  readonly files: readonly string[];
  /** The build's bytes for an address; undefined without a file. */
  bytesAt(url: string): Uint8Array | undefined;
  /** The headers that `deploy/headers.json` sets for the address; undefined where it sets none. */
  headersAt(path: string): Headers | undefined;
}
