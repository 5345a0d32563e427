import { html, type Markup } from '../../../content/html/template.js';
import { fixCommand } from '../../../quality/readiness/fix-command.js';
import type { ReadinessRow, Status } from '../../../quality/readiness/readiness-row.js';
import type { ScoreAction } from '../../../quality/readiness/score/actions.js';

/** Maximum number of steps shown. */
const STEPS = 5;

const MARKS: Readonly<Record<Status, { readonly text: string; readonly look: string }>> = {
  fail: { text: 'Fix', look: 'bad' },
  warn: { text: 'Improve', look: 'fair' },
  pass: { text: 'Good', look: 'good' },
};

/** Renders the next steps, the most urgent first. */
export function nextSteps(actions: readonly ScoreAction[], rows: readonly ReadinessRow[]): Markup {
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
export function readinessList(rows: readonly ReadinessRow[]): Markup {
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
