import type { CheckReport } from '../../api/check/report.js';
import type { BuildReport } from '../../build/report.js';
import { llmsSize } from './limits.js';
import { cell, table } from './markdown-table.js';
import type { EarlierReports } from './read-reports.js';

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
  const change = before === undefined ? '' : ` (${signed(score - before.score.score)})`;
  const rows = [
    ...(before === undefined ? [] : [['Score', `${before.score.score} → ${score}${change}`]]),
    ...(build === undefined ? [] : buildRows(build)),
  ];
  const pages =
    build === undefined ? [] : [pageList('Newly public', build.published), pageList('Gone', build.withdrawn)];
  return ['### What changes for agents', table(['', ''], rows), ...pages.filter((text) => text !== '')].join(
    '\n\n',
  );
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
