import { showOverview } from '../overview/overview.js';
import type { Services } from '../services.js';
import { showVerify } from '../verify-live/page.js';
import { handleConsent, showConsent } from './connect.js';
import { handleConnections, showConnections } from './connections.js';
import { handleFirstAccount } from './first-account.js';
import type { PageCall } from './page.js';
import { handleSessions, handleSignOut, showSessions, showSignOut } from './session-routes.js';
import { handleSignIn, showSignIn } from './sign-in-routes.js';

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
  { path: '/svc/login', method: 'POST', handle: handleSignIn },
  { path: '/svc/first-account', method: 'POST', handle: handleFirstAccount },
  { path: '/svc/logout', method: 'GET', handle: showSignOut },
  { path: '/svc/logout', method: 'POST', handle: handleSignOut },
  { path: '/svc/sessions', method: 'GET', handle: showSessions },
  { path: '/svc/sessions', method: 'POST', handle: handleSessions },
  { path: '/svc/connect', method: 'GET', handle: showConsent },
  { path: '/svc/connect', method: 'POST', handle: handleConsent },
  { path: '/svc/connections', method: 'GET', handle: showConnections },
  { path: '/svc/connections', method: 'POST', handle: handleConnections },
  { path: '/svc/verify', method: 'GET', handle: showVerify },
];
