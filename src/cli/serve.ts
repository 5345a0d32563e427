import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { BuildReport } from '../build/report.js';
import type { Config, LoadedConfig } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { basePathOf } from '../core/base-path.js';
import { type Clock, systemClocks } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { SERVED } from '../insights/activity/guard/port.js';
import { LateSidecar } from '../sidecar/compose/late-sidecar.js';
import { canStartWithout, settingsOpener } from '../sidecar/compose/served-settings.js';
import { ServedSite } from '../sidecar/compose/served-site.js';
import { openSidecar } from '../sidecar/compose/sidecar.js';
import { createApp } from '../sidecar/server/app.js';
import { createHttpServer, listen } from '../sidecar/server/http-server.js';
import { createLog, LOG_LEVELS, logFailure } from '../sidecar/server/log.js';
import { createPublicHandler, type PublicHandler } from '../sidecar/server/public/public-handler.js';
import { DatabaseUnavailable } from '../storage/unavailable.js';
import { coloursOf } from './colours.js';
import { formatReport } from './format-report.js';
import { createProgress } from './progress.js';
import type { Terminal } from './terminal.js';

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

/** A running sidecar. */
export interface Serving {
  /** Its address. */
  readonly url: string;
  readonly report: BuildReport;
  /** Ends it after the open requests. */
  close(): Promise<void>;
}

/** `svc serve`: builds the site and serves it until the program is interrupted. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  // From the start: an interrupt during the first build ends it, and leaves nothing half-written.
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort());
  const { url, report, close } = await startServe(flags, terminal, ending.signal);
  const { baseUrl, out } = report;
  if (flags.json === true) terminal.out(`${JSON.stringify({ ok: true, url, baseUrl, out })}\n`);
  else terminal.out(`Serving ${baseUrl} at ${url} (Ctrl-C ends it)\n`);
  if (!ending.signal.aborted) await once(ending.signal, 'abort');
  await close();
  return 0;
}

/**
 * Builds and starts to answer. The port is taken before the build, so that a port in use is reported at once; until
 * then requests get a 503. It waits for a database that does not answer yet only where the settings are nowhere else.
 * to be served.
 * @param signal ends the waiting
 * @throws SvcError `SVC_USAGE` for flags, and errors of building
 */
export async function startServe(
  flags: ServeFlags,
  terminal: Terminal,
  signal = new AbortController().signal,
): Promise<Serving> {
  const { env, cwd } = terminal;
  const host = flags.host ?? nonEmpty(env['SVC_HOST']) ?? DEFAULT_HOST;
  const port = readPort(flags.port ?? nonEmpty(env['SVC_PORT']) ?? DEFAULT_PORT);
  const log = createLog(logLevel(env), (line) => terminal.err(line));
  const load = async () => withSidecar(await loadConfig({ cwd, flags, env }));
  const loaded = await load();
  const { config } = loaded;
  const progress = await createProgress(terminal, flags.json !== true);
  const clock = systemClocks(env);
  const sidecar = new LateSidecar({
    open: () =>
      openSidecar({
        loaded,
        site: served,
        env,
        now: () => clock().now(),
        logError: (error, what) => logFailure(log, error, { what }, 'a request failed'),
      }),
    onLate: () => void enter(),
    log,
  });
  const state: ServeState = { baseUrl: config.site.url, isReady: false };
  const served = new ServedSite({
    load,
    cwd,
    env,
    clock,
    log,
    openSettings: settingsOpener(loaded, sidecar),
    onProgress: progress.update,
    onBuilt: (built) => sidecar.take(built),
  });
  let app = ownApp(config, state, { sidecar, log });
  /** Opens the private half: once the address of the site is known and the database answers. */
  const enter = async (): Promise<void> => {
    app = ownApp(config, state, { sidecar, log });
    if (state.isReady) await showFirstLink(state, { sidecar, log, terminal });
  };
  const server = createHttpServer({
    door: ownDoor(served, sidecar, clock),
    app: (request, response) => app(request, response),
    log,
    limits: { connectionsPerClient: config.connectionsPerClient },
    trustedProxies: config.trustedProxies,
  });
  const running = await listen(server, { host, port });
  const end = async (): Promise<void> => {
    await Promise.all([served.close(), running.close()]);
    await sidecar.close();
  };
  let ending: Promise<void> | undefined;
  const close = (): Promise<void> => {
    ending ??= end();
    return ending;
  };
  try {
    await sidecar.start();
    if (!canStartWithout(loaded, sidecar)) await untilOpen(sidecar, signal);
    const report = await served.start({ watch: isOn(flags.watch, env['SVC_WATCH']) });
    progress.end();
    if (flags.json !== true) terminal.err(formatReport(report, { cwd, colours: coloursOf(terminal) }));
    state.baseUrl = report.baseUrl;
    // Documents are served earlier: as soon as there are any.
    state.isReady = true;
    await enter();
    return { url: urlOf(host, running.port), report, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    progress.end();
  }
}

/** The state of a starting server. */
interface ServeState {
  baseUrl: string | undefined;
  /** True once the first build has ended. */
  isReady: boolean;
}

interface ServeParts {
  readonly sidecar: LateSidecar;
  readonly log: Logger;
}

/** The application behind the public handler, for the current address and sidecar. */
function ownApp(config: Config, state: ServeState, { sidecar, log }: ServeParts): RequestListener {
  const { baseUrl } = state;
  return createApp({
    basePath: baseUrl === undefined ? '' : basePathOf(baseUrl),
    restPrefix: config.restPrefix,
    trustedProxies: config.trustedProxies,
    ...(baseUrl !== undefined && sidecar.current && { routers: sidecar.current.mounts(baseUrl) }),
    isReady: () => state.isReady,
    databaseProblem: () => sidecar.problem,
    log,
  });
}

/** Shows the link for the first account, if there is none yet. */
async function showFirstLink(
  { baseUrl }: ServeState,
  { sidecar, log, terminal }: ServeParts & { readonly terminal: Terminal },
): Promise<void> {
  if (baseUrl === undefined) return;
  const link = await sidecar.current?.firstLink(baseUrl).catch((error: unknown) => {
    logFailure(log, error, {}, 'there is no link for the first account');
  });
  if (link) terminal.err(`Create the first account within the hour: ${link}\n`);
}

/** The public handler, with the guard and the visit log of the sidecar. */
function ownDoor(served: ServedSite, sidecar: LateSidecar, clock: () => Clock): PublicHandler {
  return createPublicHandler({
    site: served.site,
    now: () => clock().now(),
    guard: { check: (...asked) => sidecar.current?.guard.check(...asked) ?? SERVED },
    onAnswer(request, answer, outcome) {
      const { settings } = served.site;
      if (settings?.enable_activity) {
        sidecar.current?.activity.onAnswer(request, answer, outcome, settings);
      }
    },
  });
}

/** @throws SvcError the database's fault, when the program ends meanwhile */
async function untilOpen(sidecar: LateSidecar, signal: AbortSignal): Promise<void> {
  const { problem } = sidecar;
  const ending = signal.aborted ? Promise.resolve() : once(signal, 'abort');
  await Promise.race([sidecar.opened, ending]);
  if (signal.aborted && problem !== undefined) throw new DatabaseUnavailable(problem);
}

/** A running server is a sidecar, unless the configuration has one on another origin. */
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
