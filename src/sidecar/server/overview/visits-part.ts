import { html, type Markup } from '../../../content/html/template.js';
import type { ActivitySummary } from '../../../insights/activity/port.js';

/** Maximum number of clients shown. */
const CLIENTS = 8;

/** Renders the recent readers of the site. */
export function visitsPart({ enabled, window, totals, byAgent }: ActivitySummary): Markup {
  if (!enabled)
    return html`<h2>Readers</h2>\n<p class="soft">Visits aren't recorded (setting <code>enable_activity</code>).</p>`;
  const clients = byAgent.slice(0, CLIENTS);
  return html`<h2>Readers</h2>
<p>${count(totals.today, 'fetch', 'fetches')} today, ${String(totals.week)} in the last seven days, from ${count(totals.agents, 'named program', 'named programs')}${totals.impostors > 0 && html`; <strong>${count(totals.impostors, 'impostor', 'impostors')}</strong>`}.</p>
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

function count(number: number, one: string, more: string): string {
  return `${number} ${number === 1 ? one : more}`;
}
