import { html, type Markup } from '../../../content/html/template.js';
import type { SignedIn } from '../../accounts/sessions.js';
import {
  AUTHORIZE_PARAMETERS,
  type AuthorizeRequest,
  approve,
  checkAuthorizeRequest,
} from '../../oauth/authorize-request.js';
import { isDocumentAddress } from '../../oauth/client-document.js';
import { isLoopback, responseAddress } from '../../oauth/register.js';
import type { Services } from '../services.js';
import { FORM_FIELD, formToken, isOwnForm, readParameters } from './form-guard.js';
import { type PageCall, problem, sendOn, sendPage } from './page.js';
import { requireAdminForMcp } from './session-routes.js';

/** `GET /svc/connect`: shows the request of an assistant to the owner. */
export async function showConsent(call: PageCall, services: Services): Promise<void> {
  const found = await letIn(call, services, ownQuery(call.query));
  const request = found && (await checked(call, services, call.query));
  if (found === undefined || request === undefined) return;
  const { enable_agent_writes: mayWrite, agent_writes_publish: mayPublish } = await services.site.settings();
  sendConsent(call, services, { found, request, parameters: call.query, mayWrite, mayPublish });
}

/** `POST /svc/connect`: processes the owner's decision on a request, which is checked again. */
export async function handleConsent(call: PageCall, services: Services): Promise<void> {
  const form = await readParameters(call.request);
  const found = await letIn(call, services, ownQuery(form));
  if (found === undefined) return;
  const now = services.now();
  const token = { purpose: CONSENT, session: found.session.id, now, value: form.get(FORM_FIELD) };
  if (!isOwnForm(call.request, services, token)) {
    const text =
      'The page was open for too long, came from another site, or the browser refuses cookies. Start again from the assistant.';
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

/** Purpose of the form. */
const CONSENT = 'consent';

/** The contents of the page. */
interface Consent {
  readonly found: SignedIn;
  readonly request: AuthorizeRequest;
  /** As received: the form sends them again. */
  readonly parameters: URLSearchParams;
  /** Whether assistants may write on this site at all, and whether they may publish. */
  readonly mayWrite: boolean;
  readonly mayPublish: boolean;
}

/** Shows the consent form. The page has no scripts and works by keyboard alone. */
function sendConsent({ request, response }: PageCall, services: Services, consent: Consent): void {
  const { session } = consent.found;
  const token = formToken(request, services, { purpose: CONSENT, session: session.id, now: services.now() });
  const body = html`${introduction(services, consent)}
${facts(consent)}
<p class="notice">${advice(consent.request)}</p>
<form method="post" action="${services.basePath}/svc/connect">
<input type="hidden" name="${FORM_FIELD}" value="${token.value}">
${hiddenFields(consent.parameters)}
${choices(consent)}
<p class="soft">Access lasts until you end it, or until it hasn't been used for 30 days. You can end it at any time under <a href="${services.basePath}/svc/connections">Connections</a>.</p>
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="deny">Deny</button>
</div>
</form>`;
  // Browsers apply `form-action` to every redirect that follows, including redirects of the client itself: its
  // callback may continue to the scheme of its own app, which is unknown here.
  const options = { headers: { 'Set-Cookie': token.cookies }, keepsForms: false };
  sendPage(response, { title: 'Connect an assistant', body }, options);
}

function introduction({ base }: Services, { request: { client } }: Consent): Markup {
  return html`<p>A program that calls itself <strong>“${client.name}”</strong> requests access to <strong>${new URL(base).host}</strong>.</p>`;
}

function facts({ found: { user }, request: { client, redirectUri } }: Consent): Markup {
  return html`<dl class="facts">
<dt>Returns to</dt><dd>${returnText(redirectUri)}</dd>
${isDocumentAddress(client.id) && html`<dt>Identified by</dt><dd>${new URL(client.id).host}</dd>`}
<dt>Acts as</dt><dd>${user.name} (${user.role})</dd>
</dl>`;
}

/** Returns the host; for a program's own scheme, which determines the target, scheme and host. */
function returnText(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

/** Returns what to check before approving. */
function advice({ redirectUri }: AuthorizeRequest): string {
  const { protocol } = new URL(redirectUri);
  const claim = 'Anyone can give a program any name.';
  if (isLoopback(redirectUri) || !/^https?:$/.test(protocol)) {
    return `${claim} The response goes to a program on the device that you are using now: approve only if you have just started this there yourself.`;
  }
  return `${claim} What counts is the host above, which gets access: approve only if you know it and have just started this there yourself.`;
}

/** Renders the request as hidden fields; it is checked again after submission. */
function hiddenFields(parameters: URLSearchParams): readonly Markup[] {
  return AUTHORIZE_PARAMETERS.flatMap((name) =>
    parameters.getAll(name).map((value) => html`<input type="hidden" name="${name}" value="${value}">\n`),
  );
}

function choices({ request: { wantsWrite }, mayWrite, mayPublish }: Consent): Markup {
  const canWrite = wantsWrite && mayWrite;
  const publishing = mayPublish
    ? 'It can publish its changes.'
    : 'New content stays a draft until a person publishes it; changes to published pages are visible at once.';
  return html`<fieldset>
<legend>This program may</legend>
<label class="choice"><input type="radio" name="grant" value="read"${!canWrite && CHECKED}> <span><strong>Read</strong><br>
<span class="soft">See public content, checks and findings, and visits. Drafts and private pages stay hidden, and it can't change anything.</span></span></label>
${
  canWrite &&
  html`<label class="choice"><input type="radio" name="grant" value="write"${CHECKED}> <span><strong>Read and write</strong><br>
<span class="soft">Also see drafts and private pages, create and change content, and apply fixes, with your rights. ${publishing}</span></span></label>`
}
</fieldset>
${wantsWrite && !mayWrite && html`<p class="soft">It also requested write access. Writing by assistants is switched off on this site, so you can only grant read access.</p>`}`;
}

const CHECKED = html` checked`;
