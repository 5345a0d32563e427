import { html, type Markup } from '../../../content/html/template.js';
import { removeSharedToken } from '../../../storage/tables/oauth-tokens.js';
import type { SignedIn } from '../../accounts/sessions.js';
import {
  describeSharedToken,
  type Grant,
  listGrants,
  makeSharedToken,
  removeGrant,
  type SharedTokenMetadata,
} from '../../oauth/authenticate.js';
import type { Services } from '../services.js';
import { FORM_FIELD, field, formToken, readOwnForm } from './form-guard.js';
import { type PageCall, problem, sendOn, sendPage, timeText } from './page.js';
import { requireAdminForMcp } from './session-routes.js';

const PATH = '/svc/connections';

/** `GET /svc/connections`: the address for assistants, the connected assistants, and the token of the site. */
export async function showConnections(call: PageCall, services: Services): Promise<void> {
  const found = await letIn(call, services);
  if (found !== undefined) await sendConnections(call, services, { found });
}

/** `POST /svc/connections`: ends a connection, or creates or revokes the token of the site. */
export async function handleConnections(call: PageCall, services: Services): Promise<void> {
  const found = await letIn(call, services);
  const fields = found && (await readOwnForm(call, services, found, CONNECTIONS));
  if (found === undefined || fields === undefined) return;
  const { storage, site, now } = services;
  const [remove, token] = [field(fields, 'remove'), field(fields, 'token')];
  if (token === 'make' && !(await isRepeated(fields, services))) {
    const mayWrite = (await site.settings()).enable_agent_writes;
    const scope = field(fields, 'scope') === 'write' && mayWrite ? 'write' : 'read';
    // The token is only ever shown on the page of this response.
    const made = await makeSharedToken(storage, { scope, userId: found.user.id }, now());
    await sendConnections(call, services, { found, made });
    return;
  }
  if (token === 'revoke') await removeSharedToken(storage.db);
  if (remove !== '') await removeGrant(storage, remove);
  sendOn(call.response, services.basePath + PATH);
}

/** Reloading the page of a new token sends its form again, which must not replace that token. */
async function isRepeated(
  fields: Readonly<Record<string, unknown>>,
  { storage }: Services,
): Promise<boolean> {
  const replaces = fields['replaces'];
  if (replaces === undefined) return false;
  return replaces !== String((await describeSharedToken(storage))?.created_at ?? '');
}

function letIn(call: PageCall, services: Services): Promise<SignedIn | undefined> {
  return requireAdminForMcp(call, services, {
    path: PATH,
    deed: 'see the connections',
    refuse(text) {
      sendPage(call.response, { title: 'Connections', body: problem(text) }, { status: 403 });
    },
  });
}

/** Purpose of the form. */
const CONNECTIONS = 'connections';

/** The user of the page, and the token that has just been created. */
interface Connections {
  readonly found: SignedIn;
  readonly made?: string;
}

/** Shows the address for assistants, the connected assistants, and the token of the site. */
async function sendConnections(
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
${ownForm(html`<input type="hidden" name="replaces" value="${String(token?.created_at ?? '')}">
${tokenPart(token, mayWrite)}`)}
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
