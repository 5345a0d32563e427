import { can } from '../../accounts/can.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { html } from '../../html/template.js';
import type { Services } from '../services.js';
import { orSignIn } from './or-sign-in.js';
import { sendPage } from './page.js';
import type { PageCall } from './sign-in-routes.js';

/** A page of the MCP server. */
export interface OwnerPage {
  /** Where to come back to after sign-in, below the base, with its query. */
  readonly path: string;
  /** Answers somebody who is signed in and may not see it. */
  refuse(name: string): void;
}

/**
 * The gates in front of the pages of the MCP server, in this order: the switch, who is signed in, and whether they
 * may.
 * @returns undefined once something has been answered
 * @see spec sections 4.2.5 and 7
 */
export async function letOwnerIn(
  call: PageCall,
  services: Services,
  { path, refuse }: OwnerPage,
): Promise<SignedIn | undefined> {
  if (!(await services.site.settings()).enable_mcp_server) {
    const body = html`<p>There is nothing at this address.</p>`;
    sendPage(call.response, { title: 'Not found', body }, { status: 404 });
    return undefined;
  }
  const found = await orSignIn(call, services, path);
  if (found === undefined || can(found.user, 'manage_options')) return found;
  refuse(found.user.name);
  return undefined;
}
