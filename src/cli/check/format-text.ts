import { type CheckReport, isBelowMinScore, type ScannerVerdict } from '../../api/check/report.js';
import { printable } from '../../core/text.js';
import type { ReadinessRow } from '../../quality/readiness/check.js';
import { fixCommand } from '../../quality/readiness/fix-command.js';
import { groupRows, ladderPosition, type RowGroup } from '../../quality/readiness/readiness-report.js';
import type { Colours } from '../print.js';
import { firstThings } from './findings.js';

/** Names of the groups of rows for people. */
export const GROUP_NAMES: Readonly<Record<RowGroup['key'], string>> = {
  findable: 'Findable',
  readable: 'Readable',
  trusted: 'Trusted',
  more: 'More checks',
};

/** Maximum number of pages shown for one problem. */
const MAX_PAGES = 3;
const LABEL = 28;

/** The results of `svc check`, for people: rows by rung, problems of pages, the score and what to do next. */
export function formatCheck(report: CheckReport, pc: Colours): string {
  const lines = [
    ...groupRows(report.readiness).flatMap((group) => groupLines(group, pc)),
    ...contentLines(report, pc),
    ...report.unseen.map(({ label, why }) => pc.dim(`Not seen: ${label}: ${why}`)),
    ...pendingLines(report, pc),
    ...judgeLines(report, pc),
    '',
    ...scoreLines(report, pc),
  ];
  return `${lines.join('\n')}\n`;
}

function groupLines({ key, rows, pass, total }: RowGroup, pc: Colours): readonly string[] {
  return [pc.bold(`${GROUP_NAMES[key]} ${pass}/${total}`), ...rows.flatMap((row) => rowLines(row, pc))];
}

function rowLines(row: ReadinessRow, pc: Colours): readonly string[] {
  const { label, status, detail, fix } = row;
  const colour = { pass: pc.green, warn: pc.yellow, fail: pc.red }[status];
  const line = `  ${colour(status)} ${printable(label).padEnd(LABEL)} ${printable(detail)}`;
  if (fix === '') return [line];
  const command = fixCommand(row);
  const more = command === undefined ? [] : [`  run: ${' '.repeat(LABEL)} ${command}`];
  return [line, pc.dim(`  fix: ${' '.repeat(LABEL)} ${printable(fix)}`), ...more];
}

function contentLines({ score }: CheckReport, pc: Colours): readonly string[] {
  if (score.graded === 0) return [];
  const points = score.rungs.find(({ key }) => key === 'optimized')?.score;
  const passed = score.graded - score.flagged;
  const heading = pc.bold(
    `Optimized ${points}: the average of ${score.graded} ${score.graded === 1 ? 'page' : 'pages'}, ${passed} without a warning`,
  );
  return [
    heading,
    ...score.content.flatMap(({ label, countLabel, why, pages }) => [
      `  ${pc.yellow('warn')} ${printable(label).padEnd(LABEL)} ${printable(countLabel)}: ${titles(pages)}`,
      pc.dim(`  fix: ${' '.repeat(LABEL)} ${printable(why)}`),
    ]),
  ];
}

function titles(pages: CheckReport['score']['content'][number]['pages']): string {
  const shown = pages.slice(0, MAX_PAGES).map(({ title }) => `"${printable(title)}"`);
  return pages.length > MAX_PAGES ? `${shown.join(', ')} …` : shown.join(', ');
}

function pendingLines({ pending }: CheckReport, pc: Colours): readonly string[] {
  if (pending === null || pending === 0) return [];
  const files =
    pending === 1 ? 'One file of the output folder is' : `${pending} files of the output folder are`;
  return [pc.yellow(`${files} out of date: run svc build.`)];
}

function judgeLines({ judges = [] }: CheckReport, pc: Colours): readonly string[] {
  return judges.flatMap((judged) => {
    const { name, version, differences } = judged;
    return [
      pc.bold(`${name}${version === null ? '' : ` ${version}`}: ${printable(judgeVerdict(judged))}`),
      ...differences.flatMap(({ check, passes, message, ours, why }) => [
        `  ${passes ? pc.green('pass') : pc.yellow('warn')} ${printable(check).padEnd(LABEL)} ${printable(message)}`,
        pc.dim(`  ours: ${' '.repeat(LABEL - 1)} ${printable(ours ?? 'none')}. ${why}`),
      ]),
    ];
  });
}

/** The verdict of an outside scanner in a few words. */
export function judgeVerdict({ problem, score, differences: { length } }: ScannerVerdict): string {
  if (problem !== null || score === null) return problem ?? `${length} difference${length === 1 ? '' : 's'}`;
  return `${score} of 100`;
}

function scoreLines(report: CheckReport, pc: Colours): readonly string[] {
  const { score, minScore, limits, url } = report;
  const colour = score.score >= 70 ? pc.green : score.score >= 50 ? pc.yellow : pc.red;
  const rungs = score.rungs.map(({ label, score: points }) => `${label} ${points ?? 'not measured'}`);
  const lines = [
    `${pc.bold(colour(`Score ${score.score}`))} ${score.band}, ${url}: ${rungs.join(', ')}`,
    ladderLine(report),
  ];
  lines.push(...firstLines(report));
  if (isBelowMinScore(report)) lines.push(pc.red(`Below the required score of ${minScore}.`));
  lines.push(...limits.map(({ ok, message }) => (ok ? pc.green : pc.red)(printable(message))));
  return lines;
}

function firstLines(report: CheckReport): readonly string[] {
  const lines = firstThings(report).map(
    ({ title, why, command }, index) =>
      `  ${index + 1}. ${printable(title)}. ${printable(command === undefined ? why : `${why} Run: ${command}`)}`,
  );
  return lines.length === 0 ? [] : ['Do first:', ...lines];
}

/** The position of the site on the ladder. */
function ladderLine({ readiness }: CheckReport): string {
  const { isUnreachable, achieved, next } = ladderPosition(readiness);
  if (isUnreachable) return 'Crawlers are kept out. Nothing else counts until you allow them.';
  if (next === undefined) return 'Every rung is complete: fully agent-ready.';
  const open = next.open.map(({ label }) => printable(label)).join(', ');
  const reached = achieved === undefined ? '' : `${GROUP_NAMES[achieved]} is complete. `;
  return `${reached}Missing for ${GROUP_NAMES[next.rung]}: ${open}.`;
}
