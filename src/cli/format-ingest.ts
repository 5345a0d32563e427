import type { LineCounts, LogReport } from '../insights/activity/ingest/ingest-log.js';
import type { Colours } from './colours.js';
import { count } from './format-activity.js';

/** The output of `svc activity ingest --json`. */
export interface IngestReport extends LineCounts {
  readonly ok: true;
  readonly files: readonly LogReport[];
  readonly seconds: number;
  /** Problems that did not end the run. */
  readonly problems: readonly string[];
}

const SUMS = [
  'lines',
  'recorded',
  'referrals',
  'other',
  'tooOld',
  'tooNew',
  'unreadable',
  'verified',
  'spoofed',
] as const;

/** Adds up the results of the logs. */
export function toIngestReport(
  files: readonly LogReport[],
  { seconds, problems }: { readonly seconds: number; readonly problems: readonly string[] },
): IngestReport {
  const sums = Object.fromEntries(
    SUMS.map((name) => [name, files.reduce((sum, file) => sum + file[name], 0)]),
  ) as Record<(typeof SUMS)[number], number>;
  return { ok: true, files, ...sums, seconds: Math.round(seconds * 100) / 100, problems };
}

/** The summary for people. */
export function formatIngest(report: IngestReport, colours: Colours): string {
  const { lines, recorded, referrals, verified, spoofed, seconds } = report;
  const rate = seconds > 0 ? `, ${count(Math.round(lines / seconds))} a second` : '';
  const rows = [
    `${colours.green('✓')} ${many(lines, 'new line')} read in ${seconds.toFixed(1)} s${lines > 10_000 ? rate : ''}`,
    `  ${many(recorded, 'visit')} recorded${verdicts(verified, spoofed)}`,
    ...(referrals > 0 ? [`  ${many(referrals, 'reader')} sent by assistants`] : []),
    ...leftOut(report),
    ...report.files.flatMap((file) => fileRows(file, colours)),
    ...report.problems.map((text) => `${colours.yellow('!')} ${text}`),
  ];
  return `${rows.join('\n')}\n`;
}

function verdicts(verified: number, spoofed: number): string {
  if (verified + spoofed === 0) return '';
  return `: ${count(verified)} verified, ${count(spoofed)} spoofed`;
}

function leftOut({ other, tooOld, tooNew }: IngestReport): readonly string[] {
  return [
    ...(other > 0 ? [`  ${many(other, 'line')} about pages, images, errors and the like left out`] : []),
    ...(tooOld > 0 ? [`  ${many(tooOld, 'visit')} left out, older than visits are kept`] : []),
    ...(tooNew > 0 ? [`  ${many(tooNew, 'visit')} left out, dated in the future`] : []),
  ];
}

function fileRows(
  { file, format, lines, resumed, unreadable, firstUnreadable }: LogReport,
  colours: Colours,
) {
  const rows: string[] = [];
  if (lines === 0) rows.push(`  ${file}: ${resumed ? 'nothing new' : 'no lines'}`);
  if (unreadable > 0) {
    const where = resumed ? '' : `: ${unreadable === 1 ? '' : 'the first is '}line ${firstUnreadable ?? 1}`;
    const what = `${many(unreadable, 'line')} ${unreadable === 1 ? 'is' : 'are'}`;
    rows.push(`${colours.yellow('!')} ${file}: ${what} not of the format ${format}${where}`);
  }
  return rows;
}

function many(number: number, what: string): string {
  return `${count(number)} ${what}${number === 1 ? '' : 's'}`;
}
