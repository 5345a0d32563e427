import { resolve } from 'node:path';
import type { BuildReport, Progress } from '../build/report.js';
import { SvcError } from '../core/errors.js';
import { openProject, type SiteOptions } from './project.js';
import type { Serving } from './start-server.js';

export type { Serving };

/** The options of `createServer`, named like the flags of `svc serve`. */
export interface ServerOptions extends SiteOptions {
  /** Address to listen on. By default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** 0 for any free port. By default 8787. */
  readonly port?: number | undefined;
  /** A `postgres://` address or the path of a SQLite file. */
  readonly database?: string | undefined;
  /** True builds again when content changes. */
  readonly watch?: boolean | undefined;
  /** By default `info`. Lines go to `onLog` only. */
  readonly logLevel?: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'silent' | undefined;
  /** Ends the waiting for a database that doesn't answer. */
  readonly signal?: AbortSignal | undefined;
  /** Receives a line of the log, which is a JSON object. */
  readonly onLog?: ((line: string) => void) | undefined;
  /** Receives the progress of each build. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Receives the report of the first build. */
  readonly onBuilt?: ((report: BuildReport) => void) | undefined;
  /**
   * Receives the link that creates the first account, and the same link at the address where the server listens. Without
   * an account, sign-in isn't possible.
   */
  readonly onFirstLink?: ((link: string, local: string) => void) | undefined;
}

const KEYS = [
  ...['host', 'port', 'database', 'watch', 'logLevel', 'signal'],
  ...['onLog', 'onProgress', 'onBuilt', 'onFirstLink'],
];

/**
 * Builds a site and serves it live, like `svc serve`.
 * @returns a server that answers; `close` ends it
 * @throws SvcError `SVC_USAGE` for options, and errors of building
 */
export async function createServer(options: ServerOptions = {}): Promise<Serving> {
  const { host = '127.0.0.1', port = 8787, database, watch = false, logLevel = 'info' } = options;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    const message = `port is ${port}, not a whole number from 0 to 65535`;
    throw new SvcError('SVC_USAGE', message, { field: 'port', fix: 'Use 0 for any free port.' });
  }
  const { env = process.env, signal = new AbortController().signal, onLog = () => undefined } = options;
  const { startServer } = await import('./start-server.js');
  return startServer({
    cwd: resolve(options.cwd ?? '.'),
    ...{ env, host, port, watch, logLevel, signal, onLog },
    load: async () => (await openProject(options, KEYS, { database })).loaded,
    ...(options.onProgress && { onProgress: options.onProgress }),
    ...(options.onBuilt && { onBuilt: options.onBuilt }),
    ...(options.onFirstLink && { onFirstLink: options.onFirstLink }),
  });
}
