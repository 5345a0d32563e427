import { html, type Markup } from '../../../content/html/template.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { type Grant, listGrants } from '../../oauth/grants.js';
import { describeSharedToken, type SharedTokenMetadata } from '../../oauth/shared-token.js';
import type { Services } from '../services.js';
import { FORM_FIELD, formToken } from './form-guard.js';
import { sendPage } from './page.js';
import type { PageCall } from './page-call.js';
import { timeText } from './time-text.js';

/** Purpose of the form. */
export const CONNECTIONS = 'connections';

/** The user of the page, and the token that has just been created. */
export interface Connections {
  readonly found: SignedIn;
  readonly made?: string;
}

/** Shows the address for assistants, the connected assistants, and the token of the site. */
export async function sendConnections(
  { request, response }: PageCall,
  services: Services,
  { found, made }: Connections,
): Promise<void> {
  const { basePath, adminApi, storage, site } = services;
  const { session } = found;
  const form = formToken(request, services, {
    purpose: CONNECTIONS,
    session: session.id,
    now: services.now(),
  });
  const [grants, token] = [await listGrants(storage), await describeSharedToken(storage)];
  const { enable_agent_writes: mayWrite } = await site.settings();
  // One form per part: Enter presses the first button of a form.
  const ownForm = (content: Markup) => html`<form method="post" action="${basePath}/svc/connections">
<input type="hidden" name="${FORM_FIELD}" value="${form.value}">
${content}
</form>`;
  const body = html`${made !== undefined && newToken(made)}
<h2>Address</h2>
<p>Add this address to your assistant, as a connector or remote MCP server. You then return here to approve.</p>
<code class="copy">${adminApi}/mcp</code>
<h2>Connected assistants</h2>
${grants.length === 0 ? html`<p class="soft">None yet.</p>` : ownForm(html`<ul class="rows">\n${grants.map(grantRow)}</ul>`)}
<h2>Connection token</h2>
<p>For programs that can't sign in. A program with this token acts as the account that created it. There is one token for the whole site.</p>
${ownForm(tokenPart(token, mayWrite))}
<p><a href="${basePath}/svc/">Overview</a></p>`;
  sendPage(response, { title: 'Connections', body }, { headers: { 'Set-Cookie': form.cookies } });
}

function newToken(token: string): Markup {
  return html`<div class="notice" role="status"><p>This is the new token. It is shown only once: copy it now.</p>
<code class="copy">${token}</code></div>`;
}

function grantRow({ clientId, name, host, scope, approved, lastUsed }: Grant): Markup {
  const used = lastUsed === null ? 'not used yet' : `last used ${timeText(lastUsed)}`;
  return html`<li>
<span>${name}<br>
<span class="soft">${host && html`${host}, `}${scopeText(scope)}, approved ${timeText(approved)}, ${used}</span></span>
<button class="plain" name="remove" value="${clientId}" aria-label="Remove ${name}, ${scopeText(scope)}, approved ${timeText(approved)}">Remove</button>
</li>
`;
}

function tokenPart(token: SharedTokenMetadata | null, mayWrite: boolean): Markup {
  const choice = (value: string, text: string, isChecked: boolean) =>
    html`<label class="choice"><input type="radio" name="scope" value="${value}"${isChecked && html` checked`}> ${text}</label>`;
  const scopes = html`<fieldset>
<legend>A new token may</legend>
${choice('read', 'Read', true)}
${mayWrite && choice('write', 'Read and write', false)}
</fieldset>`;
  if (token === null) {
    return html`${scopes}
<div class="buttons"><button name="token" value="make">Create a token</button></div>`;
  }
  const { scope, created_at: created, last_used_at: lastUsed, last_used_ua: userAgent } = token;
  const used =
    lastUsed === null
      ? 'not used yet'
      : `last used ${timeText(lastUsed)} by ${userAgent || 'an unnamed program'}`;
  return html`<p class="soft">Current token: ${scopeText(scope)}, created ${timeText(created)}, ${used}.</p>
${scopes}
<div class="buttons">
<button name="token" value="make">Create a new token and revoke this one</button>
<button class="plain" name="token" value="revoke">Revoke</button>
</div>`;
}

function scopeText(scope: Grant['scope']): string {
  return scope === 'write' ? 'reads and writes' : 'reads';
}
