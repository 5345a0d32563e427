import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../../config/settings.js';
import type { Finding } from '../port.js';

/** Why a client is turned away. `impostor`: it is proven not to be what it claims. */
export type RefusalReason = 'denylist' | 'legacy-device' | 'impostor' | 'plugin';

/** The guard's decision about a request. */
export interface GuardOutcome {
  /** Undefined: the client is served. */
  readonly refusal: RefusalReason | undefined;
  /** The result of verification, where the decision needed it. */
  readonly finding?: Finding;
}

/** The client is served. */
export const SERVED: GuardOutcome = { refusal: undefined };

/** The parts of a request that the guard uses. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  /** As in the request line. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Refuses clients that may not read a document. */
export interface ClientGuard {
  /**
   * Decides about a request for a guarded document, at once wherever no lookup is needed. Never throws: a
   * client whose status is unknown is served.
   * @param settings of the version of the site that answers
   */
  check(request: GuardedRequest, settings: Settings): GuardOutcome | Promise<GuardOutcome>;
}
