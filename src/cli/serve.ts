import type { RequestListener } from 'node:http';
import { SERVED } from '../activity/guard/port.js';
import type { LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { basePathOf } from '../core/base-path.js';
import { systemClocks } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import type { BuildReport } from '../pipeline/report.js';
import { createApp } from '../server/app.js';
import { createHttpServer, listen } from '../server/http-server.js';
import { createLog, LOG_LEVELS, logFailure } from '../server/log.js';
import { createPublicDoor } from '../server/public/door.js';
import { coloursOf } from './colours.js';
import { formatReport } from './format-report.js';
import type { Terminal } from './main.js';
import { createProgress } from './progress.js';
import { ServedSite } from './served-site.js';
import { openSidecar, type Sidecar } from './sidecar.js';

const DEFAULT_HOST = '127.0.0.1';
const DEFAULT_PORT = '8787';

/** Flags of `svc serve`. */
export interface ServeFlags {
  readonly config?: string;
  readonly source?: readonly string[];
  readonly site?: string;
  readonly baseUrl?: string;
  readonly out?: string;
  readonly port?: string;
  readonly host?: string;
  readonly database?: string;
  readonly watch?: boolean;
  readonly json?: boolean;
}

/** A site that is being served. */
export interface Serving {
  /** Where it answers. */
  readonly url: string;
  readonly report: BuildReport;
  /** Lets open requests end. */
  close(): Promise<void>;
}

/** `svc serve`: builds the site and answers for it until the program is interrupted. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  // From the beginning: a program that is ended during its first build ends it, and leaves nothing half-written.
  const ended = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  const { url, report, close } = await startServe(flags, terminal);
  const { baseUrl, out } = report;
  if (flags.json === true) terminal.out(`${JSON.stringify({ ok: true, url, baseUrl, out })}\n`);
  else terminal.out(`Serving ${baseUrl} at ${url} (Ctrl-C ends it)\n`);
  await ended;
  await close();
  return 0;
}

/**
 * Builds and starts to answer. The port is taken before the build, so that one in use is told at once; requests are
 * then asked to come again.
 * @throws SvcError `SVC_USAGE` for flags, and everything that a build throws
 */
export async function startServe(flags: ServeFlags, terminal: Terminal): Promise<Serving> {
  const { env, cwd } = terminal;
  const host = flags.host ?? nonEmpty(env['SVC_HOST']) ?? DEFAULT_HOST;
  const port = readPort(flags.port ?? nonEmpty(env['SVC_PORT']) ?? DEFAULT_PORT);
  const log = createLog(logLevel(env), (line) => terminal.err(line));
  const load = async () => withSidecar(await loadConfig({ cwd, flags, env }));
  const loaded = await load();
  const { config } = loaded;
  const progress = await createProgress(terminal, flags.json !== true);
  const clock = systemClocks(env);
  let sidecar: Sidecar | undefined;
  let isReady = false;
  const served = new ServedSite({
    load,
    cwd,
    env,
    clock,
    log,
    onProgress: progress.update,
    onBuilt: async (built) => sidecar?.take(built),
  });
  const appFor = (baseUrl: string | undefined): RequestListener =>
    createApp({
      basePath: baseUrl === undefined ? '' : basePathOf(baseUrl),
      restPrefix: config.restPrefix,
      trustedProxies: config.trustedProxies,
      ...(baseUrl !== undefined && sidecar !== undefined && { routers: sidecar.mounts(baseUrl) }),
      isReady: () => isReady,
      log,
    });
  let app = appFor(config.site.url);
  const door = createPublicDoor({
    site: served.site,
    now: () => clock().now(),
    guard: { check: (...asked) => sidecar?.guard.check(...asked) ?? SERVED },
    onAnswer(request, answer, outcome) {
      const { settings } = served.site;
      if (settings?.enable_activity) sidecar?.activity.onAnswer(request, answer, outcome, settings);
    },
  });
  const server = createHttpServer({
    door,
    app: (request, response) => app(request, response),
    log,
    limits: { connectionsPerClient: config.connectionsPerClient },
    trustedProxies: config.trustedProxies,
  });
  const running = await listen(server, { host, port });
  const end = async (): Promise<void> => {
    await Promise.all([served.close(), running.close()]);
    await sidecar?.close();
  };
  let ending: Promise<void> | undefined;
  const close = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  try {
    sidecar = await openSidecar({
      loaded,
      site: served,
      env,
      now: () => clock().now(),
      logError: (error, what) => logFailure(log, error, { what }, 'a request failed'),
    });
    const report = await served.start({ watch: isOn(flags.watch, env['SVC_WATCH']) });
    progress.end();
    if (flags.json !== true) terminal.err(formatReport(report, { cwd, colours: coloursOf(terminal) }));
    app = appFor(report.baseUrl);
    // Documents are answered for earlier: as soon as there are any.
    isReady = true;
    const link = await sidecar.firstLink(report.baseUrl);
    if (link !== undefined) terminal.err(`Make the first account, within the hour: ${link}\n`);
    return { url: urlOf(host, running.port), report, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    progress.end();
  }
}

/** A program that answers is a sidecar, unless the configuration has one on another origin. */
function withSidecar(loaded: LoadedConfig): LoadedConfig {
  const { config, run } = loaded;
  const sidecar = typeof config.sidecar === 'string' ? config.sidecar : true;
  return { ...loaded, config: { ...config, sidecar }, run: { ...run, dryRun: false } };
}

/**
 * Reads a port.
 * @throws SvcError `SVC_USAGE`
 */
export function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SvcError('SVC_USAGE', `--port is "${text}", not a whole number from 0 to 65535`, {
    fix: 'Use 0 for any free port.',
  });
}

function logLevel(env: Terminal['env']): string {
  const level = nonEmpty(env['SVC_LOG_LEVEL']) ?? 'info';
  if (LOG_LEVELS.some((known) => known === level)) return level;
  const fix = `Use one of ${LOG_LEVELS.join(', ')}.`;
  throw new SvcError('SVC_USAGE', `SVC_LOG_LEVEL is "${level}"`, { fix });
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}

function isOn(flag: boolean | undefined, variable: string | undefined): boolean {
  return flag ?? /^(?:1|true|yes|on)$/i.test(variable?.trim() ?? '');
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
