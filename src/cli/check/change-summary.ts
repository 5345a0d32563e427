import type { CheckReport } from '../../api/check/report.js';
import type { BuildReport } from '../../build/report.js';
import type { ReadinessRow } from '../../quality/readiness/readiness-row.js';
import { llmsSize } from './limits.js';
import { cell, table } from './markdown-table.js';
import type { EarlierReports } from './read-reports.js';

/** From the best to the worst. */
const STATUSES: readonly ReadinessRow['status'][] = ['pass', 'warn', 'fail'];
/** Maximum number of pages named. */
const MOST_PAGES = 20;

/**
 * What a change means for agents, for the comment on a pull request: score before and after, pages that became public
 * or went, lost words, broken links, size of `llms.txt`.
 * @returns Markdown; empty without any report
 */
export function changeSummary(report: CheckReport, { build, before }: EarlierReports): string {
  if (build === undefined && before === undefined) return '';
  const { score } = report.score;
  const change = score === before?.score.score ? 'unchanged' : signed(score - (before?.score.score ?? 0));
  const rows = [
    ...(before === undefined ? [] : [['Score', `${before.score.score} → ${score} (${change})`]]),
    ...(build === undefined ? [] : buildRows(build)),
  ];
  const pages =
    build === undefined ? [] : [pageList('Newly public', build.published), pageList('Gone', build.withdrawn)];
  const blocks = ['### What changes for agents', table(['', ''], rows), ...pages, worseRows(report, before)];
  return blocks.filter((text) => text !== '').join('\n\n');
}

/** The checks that found more than before. */
function worseRows({ readiness }: CheckReport, before: CheckReport | undefined): string {
  if (before === undefined) return '';
  const old = new Map(before.readiness.map(({ id, status }) => [id, STATUSES.indexOf(status)]));
  const rows = readiness.filter(({ id, status }) => STATUSES.indexOf(status) > (old.get(id) ?? 0));
  const lines = rows.map(({ label, detail, fix }) => `- ${cell(label)}: ${cell(`${detail} ${fix}`)}`);
  return lines.length === 0 ? '' : ['**Worse than before**', '', ...lines].join('\n');
}

function buildRows(build: BuildReport): readonly (readonly string[])[] {
  const { fidelity, warnings, published, withdrawn } = build;
  const broken = warnings.filter(({ code }) => code === 'links-broken').map(({ message }) => message);
  const size = llmsSize(build);
  return [
    ['Pages newly public', String(published.length)],
    ['Pages gone', String(withdrawn.length)],
    ['Words of pages lost', `${fidelity.lostPercent.toFixed(2)} %`],
    ['Broken links', broken.length === 0 ? 'none' : broken.join(' ')],
    ...(size === undefined ? [] : [['llms.txt', `${size.toFixed(1)} kB`]]),
  ];
}

function pageList(title: string, paths: readonly string[]): string {
  if (paths.length === 0) return '';
  const shown = paths.slice(0, MOST_PAGES).map((path) => `- ${cell(path)}`);
  const more = paths.length > MOST_PAGES ? [`- and ${paths.length - MOST_PAGES} more`] : [];
  return [`**${title}**`, '', ...shown, ...more].join('\n');
}

function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points);
}
