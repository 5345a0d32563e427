import { type CheckReport, isBelowMinScore } from '../../api/check/report.js';
import { printable } from '../../core/text.js';
import { groupRows } from '../../quality/readiness/readiness-report.js';
import { GROUP_NAMES } from './format-text.js';

/**
 * The results of `svc check` as a summary in Markdown: rungs, open rows, problems of pages.
 * @param changes what `changeSummary` returns
 */
export function formatMarkdown(report: CheckReport, changes: string): string {
  const { score, url, limits, minScore } = report;
  const details = [
    table(
      ['Rung', 'Score', 'Weight', ''],
      score.rungs.map(({ label, score: points, weight, note }) => [label, points ?? '–', weight, note]),
    ),
    openRows(report),
    contentRows(report),
    ...judgeTables(report),
  ];
  const blocks = [
    `## Agent readiness: ${score.score} of 100 (${score.band})`,
    `${cell(url)}${isBelowMinScore(report) ? `, **below the lowest score of ${minScore}**` : ''}`,
    limits.map(({ ok, message }) => `- ${ok ? '' : '❌ '}${cell(message)}`).join('\n'),
    changes,
    // A comment is about the change: what was open before stays folded.
    ...(changes === '' ? details : ['<details><summary>All checks</summary>', ...details, '</details>']),
    ...(score.next === null ? [] : [`**Next:** ${cell(score.next.title)}. ${cell(score.next.why)}`]),
    ...report.unseen.map(({ label, why }) => `Not seen: ${cell(label)}: ${cell(why)}`),
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

function openRows({ readiness }: CheckReport): string {
  const rows = groupRows(readiness).flatMap(({ key, rows: own }) =>
    own
      .filter(({ status }) => status !== 'pass')
      .map(({ label, status, detail, fix }) => [GROUP_NAMES[key], label, status, detail, fix]),
  );
  return rows.length === 0 ? '' : table(['Rung', 'Check', 'Status', 'Found', 'Fix'], rows);
}

function judgeTables({ judges = [] }: CheckReport): readonly string[] {
  return judges.flatMap(({ name, version, score, problem, differences }) => {
    const verdict = problem ?? (score === null ? '' : `${score} of 100`);
    const rows = differences.map(({ check, passes, message, ours, why }) => [
      ...[check, passes ? 'pass' : 'warn', message, ours ?? '', why],
    ]);
    const title = `**${cell(`${name} ${version ?? ''}`)}** ${cell(verdict)}`.trim();
    return rows.length === 0 ? [title] : [title, table(['Check', 'Status', 'Found', 'Ours', 'Why'], rows)];
  });
}

function contentRows({ score }: CheckReport): string {
  const rows = score.content.map(({ label, countLabel, why }) => [label, countLabel, why]);
  return rows.length === 0 ? '' : table(['Pages', 'How many', 'Fix'], rows);
}

type Cell = string | number;

/** A table of GitHub-flavoured Markdown. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.map((one) => cell(String(one))).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** Text in one line without any markup: no cell, tag, link or emphasis. */
export function cell(text: string): string {
  return printable(text)
    .replace(/\s+/g, ' ')
    .replace(/[\\|`*_[\]<>]/g, '\\$&')
    .trim();
}
