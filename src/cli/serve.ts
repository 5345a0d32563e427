import { once } from 'node:events';
import { type Serving, startServer } from '../api/start-server.js';
import { loadConfig } from '../config/load.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { LOG_LEVELS } from '../sidecar/server/log.js';
import { formatReport } from './format-report.js';
import { interrupted } from './interrupted.js';
import { coloursOf } from './print.js';
import { createProgress } from './progress.js';
import { isFlagSet } from './shared-options.js';
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

/** `svc serve`: builds the site and serves it until the program is interrupted. */
export async function serve(flags: ServeFlags, terminal: Terminal): Promise<ExitCode> {
  // From the start: an interrupt during the first build ends it, and leaves nothing half-written.
  const ending = interrupted();
  const { url, report, close } = await startServe(flags, terminal, ending);
  const { baseUrl, out } = report;
  if (flags.json === true) terminal.out(`${JSON.stringify({ ok: true, url, baseUrl, out })}\n`);
  else terminal.out(`Serving ${baseUrl} at ${url} (Ctrl-C ends it)\n`);
  if (!ending.aborted) await once(ending, 'abort');
  await close();
  return 0;
}

/**
 * Starts a sidecar that prints what happens.
 * @param signal ends the waiting
 * @throws SvcError `SVC_USAGE` for flags, and errors of building
 */
export async function startServe(
  flags: ServeFlags,
  terminal: Terminal,
  signal: AbortSignal = new AbortController().signal,
): Promise<Serving> {
  const { env, cwd } = terminal;
  // IPv6 addresses have brackets in URLs.
  const host = (flags.host ?? nonEmpty(env['SVC_HOST']) ?? DEFAULT_HOST).replace(/^\[(.*)\]$/, '$1');
  const port = readPort(flags.port ?? portIn(env) ?? DEFAULT_PORT);
  const level = logLevel(env);
  const progress = await createProgress(terminal, flags.json !== true);
  try {
    return await startServer({
      ...{ cwd, env, host, port, signal },
      logLevel: level,
      watch: isFlagSet(flags.watch, env['SVC_WATCH']),
      load: () => loadConfig({ cwd, flags, env }),
      onLog: (line) => terminal.err(line),
      onProgress: progress.update,
      onBuilt(report) {
        progress.end();
        if (flags.json !== true) terminal.err(formatReport(report, { cwd, colours: coloursOf(terminal) }));
      },
      onFirstLink(link, local) {
        terminal.err(`Create the first account within the hour: ${link}\n`);
        // The site's own address may lead to another machine while the program is tried on this one.
        if (local !== link) terminal.err(`On this machine: ${local}\n`);
      },
    });
  } finally {
    progress.end();
  }
}

/** The port in the environment. For a Service named `svc`, Kubernetes writes its address there: `tcp://10.0.0.1:80`. */
export function portIn(env: Terminal['env']): string | undefined {
  const port = nonEmpty(env['SVC_PORT']);
  return port?.includes('://') === true ? undefined : port;
}

/**
 * Reads a port.
 * @throws SvcError `SVC_USAGE`
 */
export function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  const fix = 'Use 0 for any free port.';
  throw new SvcError('SVC_USAGE', `--port is "${text}", not a whole number from 0 to 65535`, { fix });
}

function logLevel(env: Terminal['env']): string {
  const level = nonEmpty(env['SVC_LOG_LEVEL']) ?? 'info';
  if (LOG_LEVELS.some((known) => known === level)) return level;
  const fix = `Use one of ${LOG_LEVELS.join(', ')}.`;
  throw new SvcError('SVC_USAGE', `SVC_LOG_LEVEL is "${level}"`, { fix });
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
