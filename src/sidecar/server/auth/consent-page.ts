import { html, type Markup } from '../../../content/html/template.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { AUTHORIZE_PARAMETERS, type AuthorizeRequest } from '../../oauth/authorize-request.js';
import { isDocumentAddress } from '../../oauth/client-document.js';
import { isLoopback } from '../../oauth/redirect-uri.js';
import type { Services } from '../services.js';
import { FORM_FIELD, formToken } from './form-guard.js';
import { sendPage } from './page.js';
import type { PageCall } from './page-call.js';

/** Purpose of the form. */
export const CONSENT = 'consent';

/** The contents of the page. */
export interface Consent {
  readonly found: SignedIn;
  readonly request: AuthorizeRequest;
  /** As received: the form sends them again. */
  readonly parameters: URLSearchParams;
  /** Whether assistants may write on this site at all, and whether they may publish. */
  readonly mayWrite: boolean;
  readonly mayPublish: boolean;
}

/** Shows the consent form. The page has no scripts and works by keyboard alone. */
export function sendConsent({ request, response }: PageCall, services: Services, consent: Consent): void {
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
