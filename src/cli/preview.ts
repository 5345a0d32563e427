import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Config, LoadedConfig } from '../config/config.js';
import { findConfig, loadConfig } from '../config/load.js';
import { baseSettings } from '../config/profile.js';
import { systemClock } from '../core/clock.js';
import { type ExitCode, SvcError } from '../core/errors.js';
import { runBuild } from '../pipeline/build.js';
import { type RequestHandler, staticFiles } from '../server/static-files.js';
import { typeOfSource } from '../sources/table.js';
import { coloursOf } from './colours.js';
import { formatReport } from './format-report.js';
import type { Terminal } from './main.js';
import { createProgress } from './progress.js';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8787;

/** Flags of `svc preview`. */
export interface PreviewFlags {
  readonly config?: string;
  readonly port?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** A preview that is being served. */
export interface Preview {
  readonly url: string;
  /** Ends it, and removes what was built for it alone. */
  close(): Promise<void>;
}

/** `svc preview`: builds a browsable site and serves it until the program is interrupted. */
export async function preview(
  path: string | undefined,
  flags: PreviewFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const running = await startPreview(path, flags, terminal);
  if (flags.json === true) terminal.out(`${JSON.stringify({ url: running.url })}\n`);
  else terminal.out(`Serving ${running.url} (Ctrl-C ends it)\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
  await running.close();
  return 0;
}

/**
 * Builds a site with `html: render` under the address at which it is then served.
 * @param path an export, a folder of content, or one with a configuration; undefined for what the configuration in
 * the current folder names
 * @throws SvcError `SVC_USAGE` for the port, and everything that a build throws
 */
export async function startPreview(
  path: string | undefined,
  flags: PreviewFlags,
  terminal: Terminal,
): Promise<Preview> {
  let answer: RequestHandler = (_, response) => {
    response.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0' }).end();
  };
  const server = createServer((request, response) => answer(request, response));
  const port = await listenFor(server, readPort(flags.port, terminal));
  const url = `http://${HOST}:${port}/`;
  const temporary =
    flags.out === undefined ? realpathSync(mkdtempSync(join(tmpdir(), 'svc-preview-'))) : undefined;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  };
  try {
    const loaded = await loadForPreview(path, { ...flags, url, temporary }, terminal);
    const bases = await build(loaded, temporary, flags, terminal);
    const { config } = loaded;
    const roots = [config.out];
    const settings = baseSettings(config.profile, config.identity);
    const elsewhere = (pathname: string) => fileOfExport(pathname, bases, url);
    answer = staticFiles({ roots, settings, restPrefix: config.restPrefix, elsewhere });
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface PreviewPlace extends PreviewFlags {
  readonly url: string;
  readonly temporary: string | undefined;
}

/** The configuration as it is, but for address, output and pages. */
async function loadForPreview(
  path: string | undefined,
  { config: file, out, url, temporary }: PreviewPlace,
  { cwd, env }: Terminal,
): Promise<LoadedConfig> {
  // A folder with a configuration of its own knows best what to read in it.
  const own = path === undefined || file !== undefined ? undefined : await findConfig(resolve(cwd, path));
  const flags = {
    config: own ?? file,
    baseUrl: url,
    out: temporary === undefined ? out : join(temporary, 'out'),
    ...(path === undefined || own !== undefined ? {} : { source: [path] }),
  };
  const loaded = await loadConfig({ cwd, flags, env });
  const config = { ...loaded.config, html: 'render' as const, inPlace: false };
  const siteDir = config.siteDir ?? (await builtSite(config));
  return { ...loaded, config: { ...config, siteDir } };
}

/** The folder of built pages that is read: its pictures belong to the site. */
async function builtSite({ source }: Config): Promise<string | undefined> {
  const [only, ...others] = source;
  if (only === undefined || others.length > 0) return undefined;
  const type = only.type === 'auto' ? await typeOfSource(only.path) : only.type;
  return type === 'html' ? only.path : undefined;
}

/**
 * @param temporary a folder that goes with the preview; state goes there too, so that nothing is left behind
 * @returns the addresses of the exports
 */
async function build(
  loaded: LoadedConfig,
  temporary: string | undefined,
  { json }: PreviewFlags,
  terminal: Terminal,
): Promise<readonly (string | undefined)[]> {
  let bases: readonly (string | undefined)[] = [];
  const progress = await createProgress(terminal, json !== true);
  try {
    const report = await runBuild({
      loaded,
      cwd: terminal.cwd,
      clock: systemClock(terminal.env),
      ...(temporary !== undefined && { state: join(temporary, '.svc') }),
      onProgress: progress.update,
      onSources: (found) => {
        bases = found;
      },
    });
    progress.end();
    if (json !== true) {
      terminal.err(formatReport(report, { cwd: terminal.cwd, colours: coloursOf(terminal) }));
    }
    return bases;
  } finally {
    progress.end();
  }
}

/** Pictures of an export stay on the site that it came from, unless they were downloaded. */
function fileOfExport(
  pathname: string,
  bases: readonly (string | undefined)[],
  own: string,
): string | undefined {
  const extension = extname(pathname).toLowerCase();
  if (extension === '' || ['.html', '.htm', '.md', '.txt', '.json'].includes(extension)) return undefined;
  const base = bases.find((one) => one !== undefined && !own.startsWith(one));
  return base === undefined ? undefined : base.replace(/\/+$/, '') + pathname;
}

/** @returns undefined where nobody asked for one */
function readPort(flag: string | undefined, { env }: Terminal): number | undefined {
  const given = flag ?? env['SVC_PORT'] ?? '';
  if (given === '') return undefined;
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new SvcError('SVC_USAGE', `--port is "${given}", not a whole number from 0 to 65535`, {
    fix: 'Use 0 for any free port.',
  });
}

/** Somebody who did not ask for a port gets another one where the usual one is taken. */
async function listenFor(server: Server, port: number | undefined): Promise<number> {
  return port === undefined
    ? await listen(server, DEFAULT_PORT).catch(() => listen(server, 0))
    : await listen(server, port);
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === 'EADDRINUSE' ? 'something else listens there' : cause.message;
    throw new SvcError('SVC_USAGE', `cannot listen on ${HOST}:${port}: ${why}`, {
      fix: 'Choose another port with --port, or 0 for any free one.',
      cause,
    });
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}
