import { html, type Markup } from '../../../content/html/template.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { AUTHORIZE_PARAMETERS, type AuthorizeRequest } from '../../oauth/authorize-request.js';
import { isDocumentAddress } from '../../oauth/client-document.js';
import { isLoopback } from '../../oauth/redirect-uri.js';
import type { Services } from '../services.js';
import { FORM_FIELD, formToken } from './form-guard.js';
import { sendPage } from './page.js';
import type { PageCall } from './page-call.js';

/** What the form is for. */
export const CONSENT = 'consent';

/** What the page is about. */
export interface Consent {
  readonly found: SignedIn;
  readonly request: AuthorizeRequest;
  /** As they came: the form sends them once more. */
  readonly parameters: URLSearchParams;
  /** Whether the site lets assistants write at all, and publish. */
  readonly mayWrite: boolean;
  readonly mayPublish: boolean;
}

/** Asks the owner. The page has no scripts and works by keyboard alone. */
export function sendConsent({ request, response }: PageCall, services: Services, consent: Consent): void {
  const { session } = consent.found;
  const token = formToken(request, services, { purpose: CONSENT, session: session.id, now: services.now() });
  const body = html`${introduction(services, consent)}
${facts(consent)}
<p class="notice">${advice(consent.request)}</p>
<form method="post" action="${services.base}/svc/connect">
<input type="hidden" name="${FORM_FIELD}" value="${token.value}">
${hiddenFields(consent.parameters)}
${choices(consent)}
<p class="soft">Access lasts until you end it, or until it was not used for 30 days. You can end it at any time under <a href="${services.base}/svc/connections">Connections</a>.</p>
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button class="plain" name="decision" value="deny">Deny</button>
</div>
</form>`;
  // Browsers hold `form-action` against every redirect that follows, also those of the client itself: its callback may
  // go on to the scheme of its own app, which cannot be known here.
  const options = { headers: { 'Set-Cookie': token.cookies }, keepsForms: false };
  sendPage(response, { title: 'Connect an assistant', body }, options);
}

function introduction({ base }: Services, { request: { client } }: Consent): Markup {
  return html`<p>A program that calls itself <strong>“${client.name}”</strong> asks for access to <strong>${new URL(base).host}</strong>.</p>`;
}

function facts({ found: { user }, request: { client, redirectUri } }: Consent): Markup {
  return html`<dl class="facts">
<dt>It returns to</dt><dd>${returnText(redirectUri)}</dd>
${isDocumentAddress(client.id) && html`<dt>It says who it is at</dt><dd>${new URL(client.id).host}</dd>`}
<dt>It acts as</dt><dd>${user.name} (${user.role})</dd>
</dl>`;
}

/** The host, and for a program's own scheme the scheme, which decides where it leads. */
function returnText(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : `${protocol}//${host}`;
}

/** What to look at before approving. */
function advice({ redirectUri }: AuthorizeRequest): string {
  const { protocol } = new URL(redirectUri);
  const claim = 'Anybody can give a program any name.';
  if (isLoopback(redirectUri) || !/^https?:$/.test(protocol)) {
    return `${claim} The answer goes to a program on the device that you are using now: approve only if you have just started this there yourself.`;
  }
  return `${claim} What counts is the host above, which gets the access: approve only if you know it and have just started this there yourself.`;
}

/** The request once more; it is judged again when it comes back. */
function hiddenFields(parameters: URLSearchParams): readonly Markup[] {
  return AUTHORIZE_PARAMETERS.flatMap((name) =>
    parameters.getAll(name).map((value) => html`<input type="hidden" name="${name}" value="${value}">\n`),
  );
}

function choices({ request: { wantsWrite }, mayWrite, mayPublish }: Consent): Markup {
  const canWrite = wantsWrite && mayWrite;
  const publishing = mayPublish
    ? 'It can publish what it writes.'
    : 'What it creates stays a draft until a person publishes it; changes to published pages show at once.';
  return html`<fieldset>
<legend>It may</legend>
<label class="choice"><input type="radio" name="grant" value="read"${!canWrite && CHECKED}> <span><strong>Read</strong><br>
<span class="soft">See what you see here: content with its drafts, checks and findings, visits. It can change nothing.</span></span></label>
${
  canWrite &&
  html`<label class="choice"><input type="radio" name="grant" value="write"${CHECKED}> <span><strong>Read and write</strong><br>
<span class="soft">Also create and change content and apply fixes, with your rights. ${publishing}</span></span></label>`
}
</fieldset>
${wantsWrite && !mayWrite && html`<p class="soft">It also asked to write. Writing by assistants is switched off on this site, so only reading can be granted.</p>`}`;
}

const CHECKED = html` checked`;
