import { resolve } from 'node:path';
import { endpointFinder } from '../activity/endpoints.js';
import { firstTime } from '../activity/ingest/first-time.js';
import { detectFormat, logFormats } from '../activity/ingest/formats/table.js';
import { ingestLogs, type Log } from '../activity/ingest/ingest.js';
import type { LogFormat } from '../activity/ingest/line.js';
import { type LogSource, openLogFile, openLogStream } from '../activity/ingest/log-source.js';
import { dnsClient, resolveWith } from '../activity/verify/dns.js';
import { databaseRanges } from '../activity/verify/range-store.js';
import { Verification } from '../activity/verify/verification.js';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { systemClock } from '../core/clock.js';
import { didYouMean } from '../core/did-you-mean.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import type { Hooks } from '../hooks/hooks.js';
import { guardedFetch } from '../net/guarded-fetch.js';
import { openStorage } from '../storage/open.js';
import { databaseAddress } from '../storage/open-settings.js';
import type { Storage } from '../storage/port.js';
import { surfaces } from '../surfaces/table.js';
import { type ActivitySetup, activitySetup } from './activity-setup.js';
import { coloursOf } from './colours.js';
import { formatIngest, toIngestReport } from './format-ingest.js';
import { keepHeapFlat } from './keep-heap-small.js';
import type { Terminal } from './main.js';
import { createProgress } from './progress.js';
import { tellNotices } from './tell-notices.js';

/** Flags of `svc activity ingest`. */
export interface IngestFlags {
  readonly config?: string;
  readonly baseUrl?: string;
  readonly database?: string;
  readonly format?: string;
  readonly host?: string;
  readonly json?: boolean;
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
  keepHeapFlat();
  const { env, cwd } = terminal;
  const { config: file, baseUrl, database } = flags;
  const loaded = await loadConfig({ cwd, flags: { config: file, baseUrl, database }, env });
  const setup = await activitySetup(loaded);
  if (!setup.settings.enable_activity) throw switchedOff();
  const logs = await openLogs(names, formatOf(flags.format), terminal);
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
      endpoints: endpointFinder(surfaces, loaded.config.restPrefix),
      baseUrl: loaded.config.site.url,
      onlyHost: flags.host,
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
    tellNotices(setup.hooks, terminal.err);
  }
}

/** Look-ups that a run may make in a minute, and slow ones after which it pauses: nobody waits for an answer here. */
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
    logError: (error) => onProblem(error instanceof Error ? error.message : String(error)),
  });
}

/** Opens every log and tells its format, before anything is written. The oldest comes first. */
async function openLogs(
  names: readonly string[],
  wanted: LogFormat | undefined,
  terminal: Terminal,
): Promise<readonly Log[]> {
  const logs: (Log & { readonly first: number })[] = [];
  for (const name of new Set(names)) {
    const source = await openLog(name, terminal);
    const format = wanted ?? detectFormat(source.start.toString('latin1'));
    if (format !== undefined) logs.push({ source, format, first: firstTime(format, source.start) });
    else if (source.start.length > 0) throw unknownFormat(source);
  }
  return logs.sort((a, b) => a.first - b.first);
}

function openLog(name: string, { cwd, stdin }: Terminal): Promise<LogSource> {
  return name === '-'
    ? openLogStream(stdin ?? process.stdin, 'standard input')
    : openLogFile(resolve(cwd, name), name);
}

function formatOf(name: string | undefined): LogFormat | undefined {
  if (name === undefined) return undefined;
  const known = logFormats.map((format) => format.name);
  const found = logFormats.find((format) => format.name === name);
  if (found !== undefined) return found;
  const near = didYouMean(name, known);
  throw new SvcError('SVC_USAGE', `--format is "${name}"`, {
    fix: near === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean "${near}"?`,
  });
}

function unknownFormat({ name, start }: LogSource): SvcError {
  const [line = ''] = start.toString('latin1').split('\n');
  const shown = JSON.stringify(line.length > 100 ? `${line.slice(0, 100)}…` : line);
  return new SvcError('SVC_SOURCE_UNKNOWN', `no format of access logs fits its lines, such as ${shown}`, {
    file: name,
    line: 1,
    fix: `Use --format with one of: ${logFormats.map((format) => format.name).join(', ')}.`,
  });
}

function switchedOff(): SvcError {
  return new SvcError('SVC_USAGE', 'the visit log is switched off', {
    field: 'enable_activity',
    fix: 'Run: svc settings set enable_activity true',
  });
}
