import { printable } from '../core/printable.js';
import type { Warning } from '../core/warnings.js';
import type { BuildReport } from '../pipeline/report.js';
import type { Colours } from './colours.js';
import { locationText, shownPath } from './shown-path.js';

/** Warnings of one kind that are shown; the rest are counted. */
const MAX_PER_CODE = 5;
/** Pages below this share of words are worth a look. */
const LOW_PARITY = 0.95;

const HIDDEN: Readonly<Record<string, string>> = {
  status: 'not published',
  scheduled: 'scheduled',
  expired: 'expired',
  protected: 'protected',
  noindex: 'noindex',
  type: 'of a type that agents do not see',
};

/** How a report is shown. */
export interface ReportStyle {
  /** Paths below it are shown short. */
  readonly cwd: string;
  readonly colours: Colours;
}

/** The end of a build for people. */
export function formatReport(report: BuildReport, style: ReportStyle): string {
  const { cwd, colours: pc } = style;
  const lines = [
    ...report.sources.map(
      ({ type, path, entries, media }) =>
        `${pc.dim(type.padEnd(6))} ${shownPath(path, cwd)}: ${count(entries, 'entry', 'entries')}${media > 0 ? `, ${count(media, 'media file')}` : ''}`,
    ),
    `${pc.dim('public')} ${contents(report)}${pc.dim(hidden(report))}`,
    `${pc.dim('files ')} ${fileCounts(report)}`,
    ...parity(report, pc),
    ...reserved(report, pc),
    ...warningLines(report.warnings, style),
    ...report.notices.map(
      ({ level, message, fix }) =>
        `${level === 'error' ? pc.red('error ') : pc.yellow('notice')} ${printable(message)}\n       ${pc.dim(printable(fix))}`,
    ),
    ...report.limits.map(
      ({ host, what, why, fix }) =>
        `${pc.yellow('limit ')} ${host}: ${printable(`${what}: ${why}.`)}\n       ${pc.dim(printable(fix))}`,
    ),
    `${pc.green(report.dryRun ? 'Nothing was written (--dry-run)' : 'Done')}: ${report.baseUrl} → ${shownPath(report.out, cwd)} in ${seconds(report)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function contents({ entries, twins, converted }: BuildReport): string {
  const types = Object.entries(entries).map(
    ([type, number]) => `${number} ${type}${number === 1 ? '' : 's'}`,
  );
  return `${types.join(', ')}; ${count(twins, 'Markdown twin')}, ${converted} converted`;
}

function hidden({ hidden: reasons, skipped }: BuildReport): string {
  const parts = Object.entries(reasons).map(([reason, number]) => `${number} ${HIDDEN[reason] ?? reason}`);
  if (skipped > 0) parts.push(`${skipped} left out`);
  return parts.length === 0 ? '' : ` (held back: ${parts.join(', ')})`;
}

function fileCounts({ added, changed, removed, unchanged }: BuildReport): string {
  return `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`;
}

function parity({ parity: { average, worst }, twins }: BuildReport, pc: Colours): readonly string[] {
  if (twins === 0) return [];
  const low = worst.filter((page) => page.parity < LOW_PARITY);
  return [
    `${pc.dim('text  ')} ${percent(average)} of the words of a page are in its twin`,
    ...low.map((page) => `       ${pc.yellow(percent(page.parity))} ${page.url}`),
  ];
}

const USES: Readonly<Record<string, string>> = {
  search: 'search',
  ai_input: 'answers of assistants',
  ai_train: 'training',
};

function reserved({ reservations }: BuildReport, pc: Colours): readonly string[] {
  if (reservations === undefined) return [];
  const { turnedAway, reserved: uses } = reservations;
  const parts = [
    ...(turnedAway.length > 0 ? [`turns away ${turnedAway.join(', ')} (blocked_trainers)`] : []),
    ...(uses.length > 0
      ? [`reserves ${uses.map((use) => USES[use] ?? use).join(', ')} (content_signal)`]
      : []),
  ];
  const example =
    turnedAway.length > 0 ? "svc settings set blocked_trainers '[]'" : 'svc settings get content_signal';
  return [`${pc.dim('robots')} robots.txt ${parts.join(' and ')}; to change it: ${example}`];
}

/** Warnings in the order of their codes, the first few of each. */
export function warningLines(warnings: readonly Warning[], style: ReportStyle): readonly string[] {
  const groups = new Map<string, Warning[]>();
  for (const warning of warnings) groups.set(warning.code, [...(groups.get(warning.code) ?? []), warning]);
  return [...groups.values()].flatMap((group) => [
    ...group.slice(0, MAX_PER_CODE).map((warning) => warningLine(warning, style)),
    ...(group.length > MAX_PER_CODE
      ? [
          style.colours.dim(
            `        … and ${group.length - MAX_PER_CODE} more of the kind ${group[0]?.code}; --json lists all`,
          ),
        ]
      : []),
  ]);
}

function warningLine(warning: Warning, { cwd, colours: pc }: ReportStyle): string {
  const where = locationText(warning, cwd);
  const fix = warning.fix === undefined ? '' : pc.dim(` ${printable(warning.fix)}`);
  return `${pc.yellow('warning')} ${printable(`${where === '' ? '' : `${where}: `}${warning.message}`)}${fix}`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function percent(share: number): string {
  return `${(Math.floor(share * 1000) / 10).toFixed(1)} %`;
}

function seconds({ timings }: BuildReport): string {
  const sum = Object.values(timings).reduce((total, ms) => total + ms, 0);
  return `${(sum / 1000).toFixed(1)} s`;
}
