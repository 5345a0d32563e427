import { SvcError } from '../errors.js';

/** Why an outbound request was not sent, or had no usable answer. */
export type FetchFailure =
  /** The address cannot be read, or has a name and password in it. */
  | 'bad-url'
  /** Not http(s), or not https where that is required. */
  | 'scheme'
  /** Not the usual port of its scheme. */
  | 'port'
  /** The name belongs to an address of the own machine or network. */
  | 'internal-address'
  /** The name has no address. */
  | 'unresolvable'
  | 'connection'
  | 'timeout'
  /** The caller has cancelled the request. */
  | 'aborted'
  | 'too-big'
  | 'redirects'
  | 'content-type'
  /** The content cannot be decompressed. */
  | 'encoding';

/** A guarded request that failed. */
export class FetchError extends SvcError {
  /**
   * @param reason stable, for programs
   * @param message one sentence that names the address
   */
  constructor(
    readonly reason: FetchFailure,
    message: string,
    cause?: unknown,
  ) {
    super('SVC_UNREACHABLE', message, cause === undefined ? {} : { cause });
    this.name = 'FetchError';
  }
}
