import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import type { Config, LoadedConfig } from '../config/config.js';
import { findConfig, loadConfig } from '../config/load.js';
import { systemClocks } from '../core/clock.js';
import type { ExitCode } from '../core/errors.js';
import { ServedSite } from '../sidecar/compose/served-site.js';
import { createApp } from '../sidecar/server/app.js';
import { createHttpServer, listen, type Running } from '../sidecar/server/http-server.js';
import { silentLog } from '../sidecar/server/log.js';
import { PREVIEW_PAGES, previewPages } from '../sidecar/server/preview-pages.js';
import { createPublicHandler } from '../sidecar/server/public/public-handler.js';
import { traitsOf, typeOfSource } from '../sources/table.js';
import { formatReport } from './format-report.js';
import { interrupted } from './interrupted.js';
import { coloursOf } from './print.js';
import { createProgress } from './progress.js';
import { portIn, readPort } from './serve.js';
import type { Terminal } from './terminal.js';

const HOST = '127.0.0.1';
const DEFAULT_PORT = 8787;
/** Grace period of open requests at the end in milliseconds. */
const GRACE = 1000;

/** Flags of `svc preview`. */
export interface PreviewFlags {
  readonly config?: string;
  readonly port?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** A running preview. */
export interface Preview {
  readonly url: string;
  /** Ends it, and removes its temporary files. */
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
  else {
    const pages = running.url + PREVIEW_PAGES.slice(1);
    terminal.out(`Pages next to their Markdown: ${pages}\nServing ${running.url} (Ctrl-C ends it)\n`);
  }
  await once(interrupted(), 'abort');
  await running.close();
  return 0;
}

/**
 * Builds a site with `html: render` under the address at which it is then served.
 * @param path an export, a folder of content, or one with a configuration; undefined for the configuration in
 * the current folder
 * @throws SvcError `SVC_USAGE` for the port, and errors of building
 */
export async function startPreview(
  path: string | undefined,
  flags: PreviewFlags,
  terminal: Terminal,
): Promise<Preview> {
  const { env, cwd } = terminal;
  const isQuiet = flags.json === true;
  const place = new PreviewPort();
  const temporary =
    flags.out === undefined ? realpathSync(mkdtempSync(join(tmpdir(), 'svc-preview-'))) : undefined;
  const progress = await createProgress(terminal, !isQuiet);
  const clock = systemClocks(env);
  const log = silentLog();
  const served = new ServedSite({
    load: () => loadForPreview(path, { ...flags, url: place.url, temporary }, terminal),
    cwd,
    env,
    clock,
    log,
    ...(temporary !== undefined && { state: join(temporary, '.svc') }),
    onProgress: progress.update,
    onSources: (found) => {
      place.bases = found;
    },
  });
  const elsewhere = (pathname: string) => fileOfExport(pathname, place.bases, place.url);
  const publicHandler = createPublicHandler({ site: served.site, now: () => clock().now(), elsewhere });
  const isReady = () => served.content() !== undefined;
  const routers = [{ path: PREVIEW_PAGES, router: previewPages(() => served.site.snapshot) }];
  const app = createApp({ basePath: '', restPrefix: 'api', routers, trustedProxies: [], isReady, log });
  const close = async (): Promise<void> => {
    await Promise.all([served.close(), place.running?.close()]);
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  };
  try {
    const asked = flags.port ?? portIn(env) ?? '';
    const server = createHttpServer({ publicHandler, app, log });
    place.running = await listenFor(server, asked === '' ? undefined : readPort(asked));
    const report = await served.start({ watch: false });
    progress.end();
    if (!isQuiet) terminal.err(formatReport(report, { cwd, colours: coloursOf(terminal), base: place.url }));
    return { url: place.url, close };
  } catch (error) {
    await close();
    throw error;
  } finally {
    progress.end();
  }
}

/** The facts that are known only when the preview listens, and when the sources have been read. */
class PreviewPort {
  running: Running | undefined;
  /** Addresses of the exports. */
  bases: readonly (string | undefined)[] = [];

  get url(): string {
    return `http://${HOST}:${this.running?.port ?? DEFAULT_PORT}/`;
  }
}

interface PreviewPlace extends PreviewFlags {
  readonly url: string;
  readonly temporary: string | undefined;
}

/** The configuration with another address, output and pages. */
async function loadForPreview(
  path: string | undefined,
  { config: file, out, url, temporary }: PreviewPlace,
  { cwd, env }: Terminal,
): Promise<LoadedConfig> {
  // A folder's own configuration decides what to read in it.
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

/** The source folder of built pages: its pictures belong to the site. */
async function builtSite({ source }: Config): Promise<string | undefined> {
  const [only, ...others] = source;
  if (only === undefined || others.length > 0) return undefined;
  const type = only.type === 'auto' ? await typeOfSource(only.path) : only.type;
  if (type === 'project') {
    const { builtFolderOf } = await import('../sources/project/open-project.js');
    return builtFolderOf(only);
  }
  return type !== undefined && traitsOf(type).isBuilt ? only.path : undefined;
}

/** Pictures of an export stay on the original site, unless they were downloaded. */
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

/** Without an explicit port, another one is used where the usual one is taken. */
async function listenFor(server: Server, port: number | undefined): Promise<Running> {
  const at = (number: number) => listen(server, { host: HOST, port: number }, GRACE);
  return port === undefined ? await at(DEFAULT_PORT).catch(() => at(0)) : await at(port);
}
