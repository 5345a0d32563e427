import type { Config } from '../config/config.js';
import type { Hooks } from '../config/hooks/hooks.js';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { type ExitCode, errorMessage, SvcError } from '../core/errors.js';
import { guardedFetch } from '../core/net/guarded-fetch.js';
import { documentTable } from '../documents/table.js';
import { endpointFinder } from '../insights/activity/endpoints.js';
import { ingestLogs } from '../insights/activity/ingest/ingest.js';
import type { LineCounts, LogReport } from '../insights/activity/ingest/ingest-log.js';
import { dnsClient, resolveWith } from '../insights/activity/verify/dns.js';
import { databaseRanges } from '../insights/activity/verify/range-refresh.js';
import { Verification } from '../insights/activity/verify/verification.js';
import { openStorage } from '../storage/open.js';
import { databaseAddress } from '../storage/open-settings.js';
import type { Storage } from '../storage/port.js';
import { count } from './format-activity.js';
import { openLogs } from './log-files.js';
import { type Colours, coloursOf, printNotices } from './print.js';
import { createProgress } from './progress.js';
import type { DatabaseFlags } from './shared-options.js';
import { type ActivitySetup, activitySetup } from './site-settings.js';
import type { Terminal } from './terminal.js';

/** Flags of `svc activity ingest`. */
export interface IngestFlags extends DatabaseFlags {
  readonly baseUrl?: string;
  readonly format?: string;
  /** `field=key`. */
  readonly map?: readonly string[];
  /** True when known logs are read from their beginning. */
  readonly again?: boolean;
  /** True when logs count although they hardly contain any User-Agent. */
  readonly withoutAgents?: boolean;
  readonly host?: string;
}

/**
 * `svc activity ingest`.
 * @param names files; `-` is standard input
 * @throws SvcError `SVC_USAGE`, `SVC_SOURCE_MISSING`, `SVC_SOURCE_UNKNOWN` before anything is written
 */
export async function activityIngest(
  names: readonly string[],
  flags: IngestFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const { env } = terminal;
  const loaded = await loadConfig({ ...terminal, flags });
  const setup = await activitySetup(loaded);
  if (!setup.settings.enable_activity) throw switchedOff();
  const logs = await openLogs(names, flags, terminal);
  const clock = systemClock(env);
  const began = performance.now();
  const progress = await createProgress(terminal, flags.json !== true);
  const total = logs.reduce((sum, { source }) => sum + source.size, 0);
  let read = 0;
  const storage = await openStorage(databaseAddress(loaded.config, loaded.folder));
  const problems: string[] = [];
  const verification = verificationFor(loaded.config, storage, setup, {
    now: () => clock.now(),
    onProblem: (text) => problems.push(text),
  });
  try {
    await verification.refreshRanges();
    const reports = await ingestLogs(logs, {
      ...setup,
      storage,
      verification,
      endpoints: endpointFinder(documentTable, loaded.config.restPrefix),
      baseUrl: loaded.config.site.url,
      onlyHost: flags.host,
      again: flags.again === true,
      restPrefix: loaded.config.restPrefix,
      now: () => clock.now(),
      onRead(bytes) {
        read += bytes;
        progress.update({ stage: 'read', done: read, total });
      },
    });
    progress.end();
    const report = toIngestReport(reports, { seconds: (performance.now() - began) / 1000, problems });
    if (flags.json === true) terminal.out(`${JSON.stringify(report, null, 2)}\n`);
    else terminal.err(formatIngest(report, coloursOf(terminal)));
    return 0;
  } finally {
    progress.end();
    await verification.close();
    await storage.close();
    await setup.hooks.close();
    printNotices(setup.hooks, terminal.err);
  }
}

/** Lookups allowed per minute, and slow lookups after which a run pauses: no client waits for the result. */
const RUN_LIMITS: Readonly<Record<string, number>> = {
  svc_verify_lookup_budget: 100_000,
  svc_verify_trip_strikes: 50,
};

function verificationFor(
  config: Config,
  storage: Storage,
  { hooks, settings }: ActivitySetup,
  { now, onProblem }: { now(): number; onProblem(text: string): void },
): Verification {
  const relaxed: Pick<Hooks, 'apply'> = {
    apply: (name, value, ...args) =>
      hooks.apply(name, (RUN_LIMITS[name] as typeof value | undefined) ?? value, ...args),
  };
  const { dnsServers, allowNetworks } = config;
  return new Verification({
    settings: () => Promise.resolve(settings),
    hooks: relaxed,
    dns: dnsClient(dnsServers),
    fetch: guardedFetch({
      allowPrivate: allowNetworks,
      ...(dnsServers.length > 0 && { resolve: resolveWith(dnsServers) }),
    }),
    store: databaseRanges(storage),
    origins: async () => [],
    now,
    logError: (error) => onProblem(errorMessage(error)),
  });
}

function switchedOff(): SvcError {
  const fix = 'Run: svc settings set enable_activity true';
  return new SvcError('SVC_USAGE', 'the visit log is switched off', { field: 'enable_activity', fix });
}

/** The output of `svc activity ingest --json`. */
interface IngestReport extends LineCounts {
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
function toIngestReport(
  files: readonly LogReport[],
  { seconds, problems }: { readonly seconds: number; readonly problems: readonly string[] },
): IngestReport {
  const sums = Object.fromEntries(
    SUMS.map((name) => [name, files.reduce((sum, file) => sum + file[name], 0)]),
  ) as Record<(typeof SUMS)[number], number>;
  return { ok: true, files, ...sums, seconds: Math.round(seconds * 100) / 100, problems };
}

/** The summary for people. */
function formatIngest(report: IngestReport, colours: Colours): string {
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
