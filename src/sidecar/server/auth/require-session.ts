import { html } from '../../../content/html/template.js';
import { can } from '../../accounts/can.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { signedIn } from '../admin/authenticate.js';
import type { Services } from '../services.js';
import { type PageCall, sendOn, sendPage } from './page.js';

/**
 * Returns the signed-in user of a page. A signed-out user is redirected to the sign-in page, and back afterwards.
 * @param path return address, below the base, with its query
 * @returns undefined after the browser was redirected
 */
export async function requireSession(
  call: Pick<PageCall, 'request' | 'response'>,
  services: Services,
  path: string,
): Promise<SignedIn | undefined> {
  const found = await signedIn(call.request, services, services.now());
  if (found === undefined) {
    const target = `${services.basePath}${path}`;
    sendOn(call.response, `${services.basePath}/svc/login?return_to=${encodeURIComponent(target)}`);
  }
  return found;
}

/** A page for administrators. */
export interface AdminPage {
  /** Return address after sign-in, below the base, with its query. */
  readonly path: string;
  /** What only administrators can do there: `see the connections`. */
  readonly deed: string;
  /** Responds to a signed-in user without access. */
  refuse(text: string): void;
}

/**
 * Guards a page for administrators: requires a session, and the capability.
 * @returns undefined after a response was sent
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
 * Guards a page of the MCP server in the same way, but checks its switch first.
 * @returns undefined after a response was sent
 */
export async function requireAdminForMcp(
  call: PageCall,
  services: Services,
  page: AdminPage,
): Promise<SignedIn | undefined> {
  if ((await services.site.settings()).enable_mcp_server) return requireAdmin(call, services, page);
  const body = html`<p>Assistants can't connect to this site, because its MCP server is switched off.</p>
<p class="soft">To switch it on: <code>svc settings set enable_mcp_server true</code></p>`;
  sendPage(call.response, { title: 'Not found', body }, { status: 404 });
  return undefined;
}
