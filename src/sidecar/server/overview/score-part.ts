import { html, type Markup } from '../../../content/html/template.js';
import type { RungReport } from '../../../quality/readiness/score/rungs.js';
import type { ScoreReport } from '../../../quality/readiness/score/score.js';

/** Renders the score with its rungs. */
export function scorePart({ score, band, blocked, rungs }: ScoreReport): Markup {
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
