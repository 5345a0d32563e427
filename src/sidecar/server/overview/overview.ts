import { html, type Markup } from '../../../content/html/template.js';
import { can } from '../../accounts/can.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { sendPage } from '../auth/page.js';
import type { PageCall } from '../auth/page-call.js';
import { requireSession } from '../auth/require-session.js';
import type { Services } from '../services.js';
import { nextSteps, readinessList } from './readiness-part.js';
import { scorePart } from './score-part.js';
import { visitsPart } from './visits-part.js';

const PATH = '/svc/';

/**
 * `GET /svc/`: the readiness of the site for agents, the next steps, and the readers of the site. Accounts without
 * access to these get the list of their pages.
 */
export async function showOverview(call: PageCall, services: Services): Promise<void> {
  const found = await requireSession(call, services, PATH);
  if (found === undefined) return;
  const { ctx } = await services.site.documents();
  const isOwner = can(found.user, 'manage_options');
  const body = html`${isOwner && (await ownersPart(services))}
${await pagesPart(found, services, isOwner)}`;
  sendPage(call.response, { title: ctx.site.name || new URL(services.base).host, body, isWide: true });
}

async function ownersPart(services: Services): Promise<Markup> {
  const { grading, activity } = services;
  const rows = await grading.readiness();
  const [score, visits] = [await grading.score(rows), await activity.reader.summary()];
  return html`${scorePart(score)}
${nextSteps(score.actions, rows)}
${readinessList(rows)}
${visitsPart(visits)}`;
}

async function pagesPart(
  { user }: SignedIn,
  { basePath, site }: Services,
  isOwner: boolean,
): Promise<Markup> {
  const { enable_mcp_server: isOn } = await site.settings();
  const link = (path: string, text: string) => html`<li><a href="${basePath}/svc/${path}">${text}</a></li>\n`;
  return html`<nav aria-labelledby="pages">
<h2 id="pages">Pages</h2>
<ul>
${isOwner && isOn && link('connections', 'Connected assistants')}
${isOwner && link('verify', 'Verify live')}
${link('sessions', 'Your sessions')}
${link('logout', `Sign out ${user.name}`)}
</ul>
</nav>`;
}
