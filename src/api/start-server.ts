import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { BuildReport, Progress } from '../build/report.js';
import type { Config, LoadedConfig } from '../config/config.js';
import type { Environment } from '../config/env.js';
import { type Clock, systemClocks } from '../core/clock.js';
import { basePathOf } from '../core/paths.js';
import { SERVED } from '../insights/activity/guard/guard.js';
import { canStartWithout, LateSidecar, settingsOpener } from '../sidecar/compose/late-sidecar.js';
import { ServedSite } from '../sidecar/compose/served-site.js';
import { openSidecar } from '../sidecar/compose/sidecar.js';
import { createApp } from '../sidecar/server/app.js';
import { createHttpServer, listen } from '../sidecar/server/http-server.js';
import { createLog, logFailure } from '../sidecar/server/log.js';
import { missingFolder } from '../sidecar/server/public/pages.js';
import { createPublicHandler, type PublicHandler } from '../sidecar/server/public/public-handler.js';
import { DatabaseUnavailable } from '../storage/unavailable.js';

/** A running sidecar. */
export interface Serving {
  /** The address of the server. */
  readonly url: string;
  readonly report: BuildReport;
  /** Ends it after the open requests. */
  close(): Promise<void>;
}

/** The options of a starting sidecar, and the receivers of its messages. */
export interface StartOptions {
  readonly cwd: string;
  readonly env: Environment;
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly logLevel: string;
  /** Builds again when content changes. */
  readonly watch: boolean;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Reads the configuration, for each build again. */
  load(): Promise<LoadedConfig>;
  /** Receives one line of the log, a JSON object. */
  onLog(line: string): void;
  onProgress?(progress: Progress): void;
  /** Called after the first build, before the private half opens. */
  onBuilt?(report: BuildReport): void;
  /**
   * Receives the link for the first account.
   * @param local the same at the address where the server listens
   */
  onFirstLink?(link: string, local: string): void;
}

/**
 * Builds and starts to answer. The port is taken before the build, so that a port in use is reported at once; until
 * then requests get a 503. It waits for a database that does not answer yet only where the settings to serve are
 * nowhere else.
 * @throws SvcError errors of building
 */
export async function startServer(options: StartOptions): Promise<Serving> {
  const { cwd, env, host, port, signal } = options;
  const log = createLog(options.logLevel, options.onLog);
  const load = async () => withSidecar(await options.load());
  const loaded = await load();
  const { config } = loaded;
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
    onProgress: (progress) => options.onProgress?.(progress),
    onBuilt: (built) => sidecar.take(built),
  });
  let app = ownApp(config, state, { sidecar, served, log });
  /** Opens the private half: once the address of the site is known and the database answers. */
  const enter = async (): Promise<void> => {
    app = ownApp(config, state, { sidecar, served, log });
    if (state.isReady) await showFirstLink(state, { sidecar, log, ...options });
  };
  const server = createHttpServer({
    publicHandler: ownPublicHandler(served, sidecar, clock),
    app: (request, response) => app(request, response),
    log,
    limits: { connectionsPerClient: config.connectionsPerClient },
    trustedProxies: config.trustedProxies,
  });
  const running = await listen(server, { host, port });
  state.here = urlOf(host, running.port);
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
    const report = await served.start({ watch: options.watch });
    options.onBuilt?.(report);
    state.baseUrl = report.baseUrl;
    // Documents are served earlier: as soon as there are any.
    state.isReady = true;
    await enter();
    return { url: state.here, report, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The state of a starting server. */
interface ServeState {
  baseUrl: string | undefined;
  /** The address at which the server listens. */
  here?: string;
  /** True once the first build has ended. */
  isReady: boolean;
}

interface ServeParts {
  readonly sidecar: LateSidecar;
  readonly log: Logger;
}

/** The application behind the public handler, for the current address and sidecar. */
function ownApp(
  config: Config,
  state: ServeState,
  { sidecar, served, log }: ServeParts & { readonly served: ServedSite },
): RequestListener {
  const { baseUrl } = state;
  return createApp({
    basePath: baseUrl === undefined ? '' : basePathOf(baseUrl),
    restPrefix: config.restPrefix,
    trustedProxies: config.trustedProxies,
    ...(baseUrl !== undefined && sidecar.current && { routers: sidecar.current.mounts(baseUrl) }),
    isReady: () => state.isReady,
    databaseProblem: () => sidecar.problem,
    missingFolder() {
      const content = served.content();
      return content && missingFolder(content);
    },
    isBehind: () => served.isBehind,
    log,
  });
}

/** Passes on the link for the first account, if there is none yet. */
async function showFirstLink(
  { baseUrl, here }: ServeState,
  { sidecar, log, onFirstLink }: ServeParts & Pick<StartOptions, 'onFirstLink'>,
): Promise<void> {
  if (baseUrl === undefined) return;
  const link = await sidecar.current?.firstLink(baseUrl).catch((error: unknown) => {
    logFailure(log, error, {}, 'there is no link for the first account');
  });
  if (!link) return;
  const { pathname, search } = new URL(link);
  onFirstLink?.(link, new URL(pathname + search, here ?? link).href);
}

/** The public handler, with the guard and the visit log of the sidecar. */
function ownPublicHandler(served: ServedSite, sidecar: LateSidecar, clock: () => Clock): PublicHandler {
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

/** Where a browser on this machine reaches the server, also when it listens on all addresses. */
function urlOf(host: string, port: number): string {
  const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${own.includes(':') ? `[${own}]` : own}:${port}/`;
}
