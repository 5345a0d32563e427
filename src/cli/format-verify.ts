import { printable } from '../core/printable.js';
import { type CheckGroup, type Finding, GROUPS } from '../quality/verify/check.js';
import type { CheckResult, Status, VerifyReport } from '../quality/verify/report.js';
import type { Colours } from './colours.js';

/** Maximum number of addresses shown for one finding; the rest are counted. */
const MAX_URLS = 3;

const TITLES: Readonly<Record<CheckGroup, string>> = {
  address: 'Address',
  documents: 'Documents',
  headers: 'Headers',
  lists: 'Lists',
  pages: 'Pages and their Markdown',
  trust: 'Signatures',
  way: 'On the way',
  connect: 'Connecting an assistant',
};

/** The result of `svc verify` for people: a row per check in groups, and a last line with the result. */
export function formatVerification(report: VerifyReport, pc: Colours): string {
  const lines = GROUPS.flatMap((group) => {
    const rows = report.checks.filter((check) => check.group === group);
    if (rows.length === 0) return [];
    return [pc.bold(TITLES[group]), ...rows.flatMap((row) => checkLines(row, report.url, pc))];
  });
  return `${[...lines, lastLine(report, pc)].join('\n')}\n`;
}

function checkLines(
  { id, status, detail, findings }: CheckResult,
  base: string,
  pc: Colours,
): readonly string[] {
  const head = `  ${mark(status, pc)} ${id.padEnd(12)} ${pc.dim(printable(detail))}`;
  return [head, ...findings.flatMap((finding) => findingLines(finding, base, pc))];
}

function mark(status: Status, pc: Colours): string {
  switch (status) {
    case 'pass':
      return pc.green('pass');
    case 'warn':
      return pc.yellow('warn');
    case 'fail':
      return pc.red('FAIL');
    default:
      return pc.dim('skip');
  }
}

function findingLines(
  { level, hop, message, fix, urls }: Finding,
  base: string,
  pc: Colours,
): readonly string[] {
  const shown = urls.slice(0, MAX_URLS).map((url) => printable(shortened(url, base)));
  const rest = urls.length - shown.length;
  const places = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ');
  const colour = level === 'fail' ? pc.red : pc.yellow;
  return [
    `       ${colour(`${hop}:`)} ${printable(message)}`,
    `       ${pc.dim(`at:  ${places}`)}`,
    `       ${pc.dim(`fix: ${printable(fix)}`)}`,
  ];
}

function shortened(url: string, base: string): string {
  return url.startsWith(`${base}/`) ? url.slice(base.length) : url;
}

function lastLine({ ok, url, passed, warned, failed, skipped, requests }: VerifyReport, pc: Colours): string {
  const counts = [
    [passed, 'passed'],
    [warned, 'with warnings'],
    [failed, 'failed'],
    [skipped, 'skipped'],
  ] as const;
  const told = counts.filter(([count]) => count > 0).map(([count, word]) => `${count} ${word}`);
  const word = !ok ? pc.red('Problems found') : warned > 0 ? pc.yellow('Works') : pc.green('No problems');
  return `${word}: ${url}: ${told.join(', ')}; ${requests} requests`;
}
