import { type CheckReport, isBelowMinScore } from '../../api/check/report.js';
import { printable } from '../../core/printable.js';

type Level = 'error' | 'warning' | 'notice';

/**
 * Annotations of a GitHub Actions job: a line for every row that does not pass, for every problem of pages, for the
 * score, and for every limit.
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function formatGithub(report: CheckReport): string {
  const { readiness, score, minScore, limits, url } = report;
  const lines = [
    ...readiness.flatMap(({ status, label, detail, fix }) =>
      status === 'pass' ? [] : annotation(status === 'fail' ? 'error' : 'warning', label, `${detail} ${fix}`),
    ),
    ...score.content.map(({ label, countLabel, why }) =>
      annotation('warning', label, `${countLabel}: ${why}`),
    ),
  ];
  const rungs = score.rungs
    .map(({ label, score: points }) => `${label} ${points ?? 'not measured'}`)
    .join(', ');
  const sum = `${score.score} of 100, ${score.band}, for ${url} (${rungs})`;
  lines.push(
    isBelowMinScore(report)
      ? annotation('error', 'Agent readiness', `${sum}: below the lowest score of ${minScore}`)
      : annotation('notice', 'Agent readiness', sum),
    ...limits.map(({ ok, label, message }) => annotation(ok ? 'notice' : 'error', label, message)),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function annotation(level: Level, title: string, message: string): string {
  return `::${level} title=${escapeProperty(printable(title))}::${escapeData(printable(message.trim()))}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
