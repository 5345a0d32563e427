import { showOverview } from '../overview/overview.js';
import type { Services } from '../services.js';
import { showVerify } from '../verify-live/page.js';
import { showConsent, takeConsent } from './connect.js';
import { showConnections, takeConnections } from './connections.js';
import { takeFirstAccount } from './first-account.js';
import type { PageCall } from './page-call.js';
import { showSessions, showSignOut, takeSessions, takeSignOut } from './session-routes.js';
import { showSignIn, takeSignIn } from './sign-in-routes.js';

/** A page of the sidecar at a path below its base. */
export interface PageRoute {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  handle(call: PageCall, services: Services): Promise<void>;
}

/** Sign-in, sign-out, sessions, the connected assistants, and the check of the live site. */
export const authPages: readonly PageRoute[] = [
  { path: '/svc/', method: 'GET', handle: showOverview },
  { path: '/svc/login', method: 'GET', handle: showSignIn },
  { path: '/svc/login', method: 'POST', handle: takeSignIn },
  { path: '/svc/first-account', method: 'POST', handle: takeFirstAccount },
  { path: '/svc/logout', method: 'GET', handle: showSignOut },
  { path: '/svc/logout', method: 'POST', handle: takeSignOut },
  { path: '/svc/sessions', method: 'GET', handle: showSessions },
  { path: '/svc/sessions', method: 'POST', handle: takeSessions },
  { path: '/svc/connect', method: 'GET', handle: showConsent },
  { path: '/svc/connect', method: 'POST', handle: takeConsent },
  { path: '/svc/connections', method: 'GET', handle: showConnections },
  { path: '/svc/connections', method: 'POST', handle: takeConnections },
  { path: '/svc/verify', method: 'GET', handle: showVerify },
];
