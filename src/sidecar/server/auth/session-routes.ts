/** Routes about sessions, and the guards of routes that need one. */

import { html } from '../../../content/html/template.js';
import { removeSession, removeSessions, type Session, sessionsOf } from '../../../storage/tables/sessions.js';
import { can } from '../../accounts/can.js';
import { endSession, type SignedIn } from '../../accounts/sessions.js';
import { restNonce, SESSION_COOKIE, signedIn } from '../admin/dispatch.js';
import { formatCookie } from '../http/request.js';
import type { Services } from '../services.js';
import { cookiePath, FORM_FIELD, field, formToken, readOwnForm } from './form-guard.js';
import { type PageCall, sendOn, sendPage, timeText } from './page.js';
import { sendJson } from './sign-in-routes.js';

const SIGN_OUT = 'sign-out';
const REVOKE = 'sessions';

/** `GET {admin_api}/nonce`: `{nonce}` for a session, by its cookie alone. Other origins can't read the response. */
export async function giveNonce({ request, response }: PageCall, services: Services): Promise<void> {
  const found = await signedIn(request, services, services.now());
  if (found === undefined) {
    const data = { status: 401 };
    sendJson(response, 401, { code: 'rest_forbidden', message: 'Sign in first.', data });
    return;
  }
  sendJson(response, 200, { nonce: restNonce(services, found.session.id) });
}

/** `GET /svc/logout`: shows a confirmation, since a link must not sign anyone out. */
export async function showSignOut(call: PageCall, services: Services): Promise<void> {
  const found = await requireSession(call, services, '/svc/logout');
  if (found === undefined) return;
  const now = services.now();
  const token = formToken(call.request, services, { purpose: SIGN_OUT, session: found.session.id, now });
  const body = html`<p>You are signed in as ${found.user.name}.</p>
<form method="post" action="${services.basePath}/svc/logout">
<input type="hidden" name="${FORM_FIELD}" value="${token.value}">
<div class="buttons"><button>Sign out</button></div>
</form>`;
  sendPage(call.response, { title: 'Sign out', body }, { headers: { 'Set-Cookie': token.cookies } });
}

/** `POST /svc/logout`: ends the session. */
export async function handleSignOut(call: PageCall, services: Services): Promise<void> {
  const found = await requireSession(call, services, '/svc/logout');
  if (found === undefined || (await readOwnForm(call, services, found, SIGN_OUT)) === undefined) return;
  await endSession(services.storage, found.session.id);
  sendOn(call.response, `${services.basePath}/svc/login`, { 'Set-Cookie': [goneCookie(services)] });
}

/** `GET /svc/sessions`: lists the sessions of the account. */
export async function showSessions(call: PageCall, services: Services): Promise<void> {
  const found = await requireSession(call, services, '/svc/sessions');
  if (found === undefined) return;
  const now = services.now();
  const sessions = await sessionsOf(services.storage.db, found.user.id, now);
  const { enable_mcp_server: isOn } = await services.site.settings();
  const mayConnect = isOn && can(found.user, 'manage_options');
  const token = formToken(call.request, services, { purpose: REVOKE, session: found.session.id, now });
  const row = (session: Session) => html`<li>
<span>${session.userAgent || 'Unknown browser'}${session.id === found.session.id && ' (this one)'}<br>
<span class="soft">${session.address}, last seen ${timeText(session.lastSeen)}</span></span>
<button class="plain" name="end" value="${session.id}" aria-label="End the session of ${session.userAgent || 'an unknown browser'}, last seen ${timeText(session.lastSeen)}">End</button>
</li>`;
  const body = html`<p>You are signed in as ${found.user.name} (${found.user.role}).</p>
<form method="post" action="${services.basePath}/svc/sessions">
<input type="hidden" name="${FORM_FIELD}" value="${token.value}">
<ul class="rows">
${sessions.map(row)}
</ul>
<div class="buttons"><button name="end" value="others">End all others</button></div>
</form>
${mayConnect && html`<p><a href="${services.basePath}/svc/connections">Connected assistants</a></p>`}
<p><a href="${services.basePath}/svc/">Overview</a> · <a href="${services.basePath}/svc/logout">Sign out</a></p>`;
  sendPage(call.response, { title: 'Your sessions', body }, { headers: { 'Set-Cookie': token.cookies } });
}

/** `POST /svc/sessions`: ends one session of the account, or all except the current one. */
export async function handleSessions(call: PageCall, services: Services): Promise<void> {
  const found = await requireSession(call, services, '/svc/sessions');
  if (found === undefined) return;
  const fields = await readOwnForm(call, services, found, REVOKE);
  if (fields === undefined) return;
  const { db } = services.storage;
  const end = field(fields, 'end');
  if (end === 'others') await removeSessions(db, found.user.id, found.session.id);
  else {
    const own = await sessionsOf(db, found.user.id, services.now());
    if (own.some(({ id }) => id === end)) await removeSession(db, end);
  }
  sendOn(call.response, `${services.basePath}/svc/sessions`);
}

function goneCookie({ base }: Services): string {
  const options = { maxAge: 0, path: cookiePath(base), secure: base.startsWith('https:') };
  return formatCookie(SESSION_COOKIE, '', options);
}

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
interface AdminPage {
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
