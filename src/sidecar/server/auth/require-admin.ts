import { html } from '../../../content/html/template.js';
import { can } from '../../accounts/can.js';
import type { SignedIn } from '../../accounts/sessions.js';
import type { Services } from '../services.js';
import { sendPage } from './page.js';
import type { PageCall } from './page-call.js';
import { requireSession } from './require-session.js';

/** A page of administrators. */
export interface AdminPage {
  /** Where to come back to after sign-in, below the base, with its query. */
  readonly path: string;
  /** What only they can do there: `see the connections`. */
  readonly deed: string;
  /** Answers a signed-in user who may not see it. */
  refuse(text: string): void;
}

/**
 * The gates in front of a page of administrators: who is signed in, and whether they may.
 * @returns undefined once something has been answered
 */
export async function requireAdmin(
  call: PageCall,
  services: Services,
  { path, deed, refuse }: AdminPage,
): Promise<SignedIn | undefined> {
  const found = await requireSession(call, services, path);
  if (found === undefined || can(found.user, 'manage_options')) return found;
  refuse(`Only an administrator can ${deed}. You are signed in as ${found.user.name}.`);
  return undefined;
}

/**
 * The same in front of a page of the MCP server, where the switch comes first.
 * @returns undefined once something has been answered
 * @see spec sections 4.2.5 and 7
 */
export async function requireAdminForMcp(
  call: PageCall,
  services: Services,
  page: AdminPage,
): Promise<SignedIn | undefined> {
  if ((await services.site.settings()).enable_mcp_server) return requireAdmin(call, services, page);
  const body = html`<p>There is nothing at this address.</p>`;
  sendPage(call.response, { title: 'Not found', body }, { status: 404 });
  return undefined;
}
