import type { LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { type Clock, systemClock } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import type { BuildReport } from '../pipeline/report.js';
import { createApp } from '../server/app.js';
import { createHttpServer, listen } from '../server/http-server.js';
import { createLog, LOG_LEVELS } from '../server/log.js';
import { createPublicDoor } from '../server/public/door.js';
import { coloursOf } from './colours.js';
import { formatReport } from './format-report.js';
import type { Terminal } from './main.js';
import { createProgress } from './progress.js';
import { ServedSite } from './serve-site.js';

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
  close(): Promise<void>;
}

/** `svc serve`: builds the site and answers for it until the program is interrupted. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  const isJson = flags.json === true;
  const serving = await startServe(flags, terminal);
  const { url, report } = serving;
  if (isJson)
    terminal.out(`${JSON.stringify({ ok: true, url, baseUrl: report.baseUrl, out: report.out })}\n`);
  else terminal.out(`Serving ${report.baseUrl} at ${url} (Ctrl-C ends it)\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await serving.close();
  return 0;
}

/**
 * Builds and starts to answer. The address is taken before the build, so that a port in use is told at once;
 * requests are then asked to come again.
 * @throws SvcError `SVC_USAGE` for flags, and everything that a build throws
 */
export async function startServe(flags: ServeFlags, terminal: Terminal): Promise<Serving> {
  const { env, cwd } = terminal;
  const host = flags.host ?? env['SVC_HOST'] ?? DEFAULT_HOST;
  const port = readPort(flags.port ?? nonEmpty(env['SVC_PORT']) ?? DEFAULT_PORT);
  const loaded = withSidecar(await loadConfig({ cwd, flags, env }), flags, env);
  const log = createLog(logLevel(env), (line) => terminal.err(line));
  const progress = await createProgress(terminal, flags.json !== true);
  const clock = liveClock(env);
  const served = new ServedSite({ loaded, cwd, env, clock, log, onProgress: progress.update });
  const { config } = loaded;
  const door = createPublicDoor({ site: served.site, now: () => clock().now() });
  const app = createApp({
    basePath: config.site.url === undefined ? '' : new URL(config.site.url).pathname.replace(/\/$/, ''),
    restPrefix: config.restPrefix,
    trustedProxies: config.trustedProxies,
    isReady: () => served.site.content !== undefined,
    log,
  });
  const running = await listen(createHttpServer({ door, app, log }), { host, port });
  const close = async (): Promise<void> => {
    await Promise.all([served.close(), running.close()]);
  };
  try {
    const report = await served.start();
    progress.end();
    if (flags.json !== true) terminal.err(formatReport(report, { cwd, colours: coloursOf(terminal) }));
    if (isOn(flags.watch, env['SVC_WATCH'])) served.watch(watched(loaded));
    return { url: urlOf(host, running.port), report, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    progress.end();
  }
}

/** A program that answers is a sidecar, unless the configuration has one on another origin. */
function withSidecar(loaded: LoadedConfig, flags: ServeFlags, env: Terminal['env']): LoadedConfig {
  const { config } = loaded;
  const sidecar = typeof config.sidecar === 'string' ? config.sidecar : true;
  const database = flags.database ?? nonEmpty(env['SVC_DATABASE']) ?? config.database;
  return { ...loaded, config: { ...config, sidecar, database }, run: { ...loaded.run, dryRun: false } };
}

/** What a build reads: sources, the site's own files, the configuration. */
function watched({ config, file }: LoadedConfig): readonly string[] {
  const { source, siteDir, publicDir, plugins } = config;
  const paths = [...source.map(({ path }) => path), siteDir, publicDir, file, ...plugins];
  return [...new Set(paths.filter((path) => path?.startsWith('/')))] as string[];
}

/** The time of the system, unless it is fixed for reproducible answers. */
function liveClock(env: Terminal['env']): () => Clock {
  return () => systemClock(env);
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SvcError('SVC_USAGE', `--port is "${text}", not a whole number from 0 to 65535`, {
    fix: 'Use 0 for any free port.',
  });
}

function logLevel(env: Terminal['env']): string {
  const level = nonEmpty(env['SVC_LOG_LEVEL']) ?? 'info';
  if (LOG_LEVELS.some((known) => known === level)) return level;
  throw new SvcError('SVC_USAGE', `SVC_LOG_LEVEL is "${level}"`, {
    fix: `Use one of ${LOG_LEVELS.join(', ')}.`,
  });
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
