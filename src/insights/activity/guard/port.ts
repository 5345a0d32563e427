import type { IncomingHttpHeaders } from 'node:http';
import type { Settings } from '../../../config/settings.js';
import type { Finding } from '../port.js';

/** Why a client is turned away. `impostor`: it is proven not to be what it claims. */
export type RefusalReason = 'denylist' | 'legacy-device' | 'impostor' | 'plugin';

/** What the guard has decided about a request. */
export interface GuardOutcome {
  /** Undefined: the client gets what it asked for. */
  readonly refusal: RefusalReason | undefined;
  /** What verification found out, where the decision needed it. */
  readonly finding?: Finding;
}

/** The client gets what it asked for. */
export const SERVED: GuardOutcome = { refusal: undefined };

/** A request as the guard looks at it. */
export interface GuardedRequest {
  readonly method?: string | undefined;
  /** As in the request line. */
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
}

/** Turns clients away from documents that are not for them. */
export interface ClientGuard {
  /**
   * Decides about a request for a guarded document, at once wherever no lookup is needed. Never throws: a
   * client that cannot be judged is served.
   * @param settings of the version of the site that answers
   */
  check(request: GuardedRequest, settings: Settings): GuardOutcome | Promise<GuardOutcome>;
}
