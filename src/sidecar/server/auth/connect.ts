import { html } from '../../../content/html/template.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { approve } from '../../oauth/approve.js';
import {
  AUTHORIZE_PARAMETERS,
  type AuthorizeRequest,
  checkAuthorizeRequest,
} from '../../oauth/authorize-request.js';
import { responseAddress } from '../../oauth/redirect-uri.js';
import type { Services } from '../services.js';
import { CONSENT, sendConsent } from './consent-page.js';
import { FORM_FIELD, isOwnForm } from './form-guard.js';
import { problem, sendOn, sendPage } from './page.js';
import type { PageCall } from './page-call.js';
import { readParameters } from './read-form.js';
import { requireAdminForMcp } from './require-admin.js';

/**
 * `GET /svc/connect`: shows the request of an assistant to the owner.
 * @see spec section 4.2.5
 */
export async function showConsent(call: PageCall, services: Services): Promise<void> {
  const found = await letIn(call, services, ownQuery(call.query));
  const request = found && (await checked(call, services, call.query));
  if (found === undefined || request === undefined) return;
  const { enable_agent_writes: mayWrite, agent_writes_publish: mayPublish } = await services.site.settings();
  sendConsent(call, services, { found, request, parameters: call.query, mayWrite, mayPublish });
}

/** `POST /svc/connect`: processes the owner's decision on a request, which is checked again. */
export async function takeConsent(call: PageCall, services: Services): Promise<void> {
  const form = await readParameters(call.request);
  const found = await letIn(call, services, ownQuery(form));
  if (found === undefined) return;
  const now = services.now();
  const token = { purpose: CONSENT, session: found.session.id, now, value: form.get(FORM_FIELD) };
  if (!isOwnForm(call.request, services, token)) {
    const text = 'The page was open for too long, or came from another site. Start again from the assistant.';
    refuse(call, 403, text);
    return;
  }
  const request = await checked(call, services, form);
  if (request === undefined) return;
  if (form.get('decision') !== 'approve') {
    sendBack(call, services, request, { error: 'access_denied' });
    return;
  }
  const { enable_agent_writes: mayWrite } = await services.site.settings();
  const scope = form.get('grant') === 'write' && mayWrite && request.wantsWrite ? 'write' : 'read';
  const resource = `${services.adminApi}/mcp`;
  const code = await approve(services.storage, { request, userId: found.user.id, scope, resource }, now);
  if (code !== undefined) sendBack(call, services, request, { code });
  else refuse(call, 400, "The assistant isn't registered any more. Start again from the assistant.");
}

async function checked(
  call: PageCall,
  { storage, fetch, adminApi, now }: Services,
  parameters: URLSearchParams,
): Promise<AuthorizeRequest | undefined> {
  const facts = { storage, fetch, resource: `${adminApi}/mcp`, now: now() };
  const result = await checkAuthorizeRequest(parameters, facts);
  if (result.kind === 'valid') return result.request;
  refuse(call, 400, result.problem);
  return undefined;
}

/** Requires an administrator. Sign-in returns to the request itself. */
function letIn(call: PageCall, services: Services, query: string): Promise<SignedIn | undefined> {
  return requireAdminForMcp(call, services, {
    path: `/svc/connect${query}`,
    deed: 'connect an assistant',
    refuse: (text) => refuse(call, 403, text),
  });
}

/** Shows a failure on this page; it is never sent to the address in the request. */
function refuse({ response }: PageCall, status: number, text: string): void {
  const body = html`${problem(text)}
<p>Nothing was connected.</p>`;
  sendPage(response, { title: "This assistant can't be connected", body }, { status });
}

/**
 * Redirects to the client. The response names its issuer, so that the client doesn't mistake it for one of another
 * server (RFC 9207).
 */
function sendBack(
  { response }: PageCall,
  { base }: Services,
  { redirectUri, state }: AuthorizeRequest,
  answer: Readonly<Record<string, string>>,
): void {
  const parameters = { ...answer, ...(state !== '' && { state }), iss: `${base}/svc/mcp` };
  sendOn(response, responseAddress(redirectUri, parameters));
}

/** Returns the query with nothing but the authorization parameters. */
function ownQuery(query: URLSearchParams): string {
  const own = new URLSearchParams();
  for (const name of AUTHORIZE_PARAMETERS) {
    for (const value of query.getAll(name)) own.append(name, value);
  }
  return own.size === 0 ? '' : `?${own}`;
}
