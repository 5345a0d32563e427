import { readFileSync } from 'node:fs';
import {
  type CheckLimit,
  type CheckReport,
  isBelowMinScore,
  type ScannerVerdict,
} from '../../api/check/report.js';
import { html, type Markup, trusted } from '../../content/html/template.js';
import { PROGRAM } from '../../core/files.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import { fixCommand } from '../../quality/readiness/fix-command.js';
import { groupRows, type RowGroup } from '../../quality/readiness/readiness-report.js';
import { firstThings } from './findings.js';
import { GROUP_NAMES, judgeVerdict } from './format-text.js';

/** The results of `svc check` as a page in one file, which loads nothing. */
export function formatHtml(report: CheckReport): string {
  const { url, score, limits, minScore } = report;
  const style = readFileSync(new URL('templates/report.css', PROGRAM), 'utf8');
  const { text } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Agent readiness of ${url}: ${score.score} of 100</title>
<style>${trusted(style)}</style>
</head>
<body>
<main>
<h1>Agent readiness of ${url}</h1>
<p class="score"><strong>${score.score}</strong> of 100, ${score.band}${isBelowMinScore(report) && html`, below the required score of ${minScore ?? ''}`}</p>
${limits.length > 0 && html`<ul class="rows">\n${limits.map(limitLine)}</ul>`}
${table(
  ['Rung', 'Score', 'Weight'],
  score.rungs.map(({ label, score: points, weight }) => [label, points ?? 'not measured', weight]),
)}
${first(report)}
${home(report)}
${groupRows(report.readiness).map(group)}
${pages(report)}
${(report.judges ?? []).map(judge)}
${unseen(report)}
</main>
</body>
</html>
`;
  return text;
}

function first(report: CheckReport): Markup | false {
  const things = firstThings(report);
  if (things.length === 0) return false;
  return html`<h2>Do first</h2>
<ol>
${things.map(({ title, why, command }) => html`<li><strong>${title}</strong>: ${why}${code(command)}</li>\n`)}</ol>`;
}

function home({ home: seen, url }: CheckReport): Markup | false {
  if (seen === null) return false;
  const agents =
    seen.agents === ''
      ? html`<p>The same HTML as people: the site has no Markdown for <a href="${url}/">its home page</a>.</p>`
      : html`<pre tabindex="0">${seen.agents}</pre>`;
  return html`<h2>The home page</h2>
<div class="beside">
<section><h3>People see</h3><pre tabindex="0">${seen.people}</pre></section>
<section><h3>Agents get</h3>${agents}</section>
</div>`;
}

function limitLine({ ok, label, message }: CheckLimit): Markup {
  return html`<li class="${ok ? 'pass' : 'fail'}"><strong>${label}</strong> <em>${ok ? 'pass' : 'fail'}</em><br>${message}</li>\n`;
}

function group({ key, rows, pass, total }: RowGroup): Markup {
  return html`<h2>${GROUP_NAMES[key]} ${pass}/${total}</h2>
<ul class="rows">
${rows.map(row)}</ul>`;
}

function row(one: ReadinessRow): Markup {
  const { label, status, detail, fix } = one;
  return html`<li class="${status}"><strong>${label}</strong> <em>${status}</em><br>${detail}${fix !== '' && html`<br>${fix}`}${code(fixCommand(one))}</li>\n`;
}

function code(command: string | undefined): Markup | undefined {
  return command === undefined ? undefined : html`<br><code>${command}</code>`;
}

/** An outside scanner, with the checks on which it differs from this report. */
function judge(judged: ScannerVerdict): Markup {
  const { name, version, differences } = judged;
  return html`<h2>${name} ${version ?? ''}</h2>
<p>${judgeVerdict(judged)}</p>
${differences.length > 0 && html`<ul class="rows">\n${differences.map(difference)}</ul>`}
`;
}

function difference({ check, passes, message, ours, why }: ScannerVerdict['differences'][number]): Markup {
  const status = passes ? 'pass' : 'warn';
  return html`<li class="${status}"><strong>${check}</strong> <em>${status}</em><br>${message}<br>Ours: ${ours ?? 'none'}. ${why}</li>\n`;
}

function pages({ score }: CheckReport): Markup | false {
  if (score.content.length === 0) return false;
  return html`<h2>Pages</h2>
${table(
  ['Problem', 'How many', 'Fix'],
  score.content.map(({ label, countLabel, why }) => [label, countLabel, why]),
)}`;
}

function unseen({ unseen: rows }: CheckReport): Markup | false {
  if (rows.length === 0) return false;
  return html`<h2>Not seen</h2>
<ul>
${rows.map(({ label, why }) => html`<li>${label}: ${why}</li>\n`)}</ul>`;
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): Markup {
  return html`<table>
<thead><tr>${head.map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>
${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>\n`)}</tbody>
</table>`;
}
