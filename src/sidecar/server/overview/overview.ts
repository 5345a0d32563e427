import { html, type Markup } from '../../../content/html/template.js';
import { counted } from '../../../core/text.js';
import type { ActivitySummary } from '../../../insights/activity/port.js';
import type { ReadinessRow, Status } from '../../../quality/readiness/check.js';
import { fixCommand } from '../../../quality/readiness/fix-command.js';
import type { ScoreAction } from '../../../quality/readiness/score/population.js';
import type { RungReport } from '../../../quality/readiness/score/rungs.js';
import type { ScoreReport } from '../../../quality/readiness/score/score.js';
import { can } from '../../accounts/can.js';
import type { SignedIn } from '../../accounts/sessions.js';
import { type PageCall, sendPage } from '../auth/page.js';
import { requireSession } from '../auth/session-routes.js';
import type { Services } from '../services.js';

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

/** Maximum number of steps shown. */
const STEPS = 5;

const MARKS: Readonly<Record<Status, { readonly text: string; readonly look: string }>> = {
  fail: { text: 'Fix', look: 'bad' },
  warn: { text: 'Improve', look: 'fair' },
  pass: { text: 'Good', look: 'good' },
};

/** Renders the next steps, the most urgent first. */
function nextSteps(actions: readonly ScoreAction[], rows: readonly ReadinessRow[]): Markup {
  if (actions.length === 0) return html`<p class="good">There is nothing left to do.</p>`;
  return html`<h2>Next</h2>
<ol class="steps">
${actions.slice(0, STEPS).map((action) => step(action, rows))}
</ol>`;
}

function step({ id, title, why }: ScoreAction, rows: readonly ReadinessRow[]): Markup {
  const row = rows.find((one) => one.id === id);
  return html`<li><strong>${title}</strong><br><span class="soft">${why}</span>${row && command(row)}</li>
`;
}

/** The command that does what a row advises, if a setting does it. */
function command(row: ReadinessRow): Markup | undefined {
  const text = fixCommand(row);
  return text === undefined ? undefined : html`<br><code>${text}</code>`;
}

/** Renders every check: the open ones, and the passed ones in a collapsed list. */
function readinessList(rows: readonly ReadinessRow[]): Markup {
  const open = [...withStatus(rows, 'fail'), ...withStatus(rows, 'warn')];
  const good = withStatus(rows, 'pass');
  return html`<h2>Checks</h2>
${open.length > 0 && html`<ul class="checks">\n${open.map(row)}</ul>`}
${
  good.length > 0 &&
  html`<details>
<summary>${String(good.length)} of ${String(rows.length)} checks pass</summary>
<ul class="checks">
${good.map(row)}</ul>
</details>`
}`;
}

function withStatus(rows: readonly ReadinessRow[], status: Status): readonly ReadinessRow[] {
  return rows.filter((one) => one.status === status);
}

function row(one: ReadinessRow): Markup {
  const { id, label, status, detail, fix } = one;
  const { text, look } = MARKS[status];
  return html`<li id="${id}" class="${look}"><span class="mark">${text}</span>
<strong>${label}</strong>
<span><span>${detail}</span>${fix !== '' && html`<br><span class="soft">${fix}</span>${command(one)}`}</span></li>
`;
}

function scorePart({ score, band, blocked, rungs }: ScoreReport): Markup {
  return html`<p class="score"><strong>${String(score)}</strong> <span>of 100: ${band}</span></p>
${blocked && html`<p class="problem">This site is closed to search engines and agents: the score stays below 10.</p>`}
<ul class="rungs">
${rungs.map(rung)}
</ul>`;
}

function rung({ label, score, weight, note }: RungReport): Markup {
  const value = score === null ? 'not measured' : `${score} of 100`;
  return html`<li><span>${label} <span class="soft">(${String(weight)} %)</span></span>
<meter min="0" max="100" low="50" high="80" optimum="100" value="${String(score ?? 0)}" aria-label="${label}: ${value}"></meter>
<span class="soft">${score === null ? 'Not measured' : String(score)}. ${note}</span></li>
`;
}

/** Maximum number of clients shown. */
const CLIENTS = 8;

/** Renders the recent readers of the site. */
function visitsPart({ enabled, window, totals, byAgent }: ActivitySummary): Markup {
  if (!enabled)
    return html`<h2>Readers</h2>\n<p class="soft">Visits aren't recorded (setting <code>enable_activity</code>).</p>`;
  const clients = byAgent.slice(0, CLIENTS);
  return html`<h2>Readers</h2>
<p>${counted(totals.today, 'fetch', 'fetches')} today, ${String(totals.week)} in the last seven days. In the last ${String(window)} days: ${counted(totals.agents, 'kind of program', 'kinds of program')}${totals.impostors > 0 && html`; <strong>${counted(totals.impostors, 'impostor', 'impostors')}</strong>`}.</p>
${
  clients.length > 0 &&
  html`<table>
<caption>Last ${String(window)} days</caption>
<thead><tr><th scope="col">Program</th><th scope="col">Fetches</th></tr></thead>
<tbody>
${clients.map(({ label, hits }) => html`<tr><td>${label}</td><td>${String(hits)}</td></tr>\n`)}</tbody>
</table>`
}`;
}
