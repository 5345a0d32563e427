import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { workspace } from '../build/workspace.js';
import { freePort } from '../free-port.js';
import type { Need } from '../needs.js';
import { ask } from './http.js';
import type { BuiltSite } from './site.js';

/** Servers from Debian's packages. */
export type ServerName = 'nginx' | 'caddy' | 'apache';

/** A server that runs with our rules. */
export interface RunningServer {
  readonly name: string;
  readonly origin: string;
  stop(): Promise<void>;
}

/** How a server is started with the rules of a site. */
export interface ServerOptions {
  /** The rules that pass agent files on to the sidecar too. */
  readonly live?: boolean;
  /** Where the name of the host leads, for pages that name themselves. */
  readonly port?: number;
  /** Further lines in front of the rules, for nginx. */
  readonly extra?: string;
}

const PROGRAMS: Readonly<Record<ServerName, string>> = { nginx: 'nginx', caddy: 'caddy', apache: 'apache2' };

/** Where a program is; undefined on a machine without it. Debian keeps servers where only root looks. */
export function programOf(name: ServerName): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, PROGRAMS[name])).find((path) => existsSync(path));
}

/** What a test needs that runs a server of this kind. */
export function webServer(name: ServerName): Need {
  const reason = `${PROGRAMS[name]} isn't installed (apt-get install ${PROGRAMS[name]})`;
  return { reason, isMet: programOf(name) !== undefined };
}

/** Starts a server on a port of its own, as the user of the tests. */
export async function startServer(
  name: ServerName,
  site: BuiltSite,
  options: ServerOptions = {},
): Promise<RunningServer> {
  const port = options.port ?? (await freePort());
  const folder = workspace();
  const start = { nginx: nginxCommand, caddy: caddyCommand, apache: apacheCommand }[name];
  const args = start(folder, site, { port, live: options.live ?? false, extra: options.extra ?? '' });
  return runServer(name, args, { port, folder, readable: site.folder });
}

/** Runs a server with a configuration in a folder of its own, until it answers. */
export async function runServer(
  name: ServerName,
  args: readonly string[],
  { port, folder, readable }: { readonly port: number; readonly folder: string; readonly readable: string },
): Promise<RunningServer> {
  const user = process.getuid?.() === 0 ? letNobodyIn(folder, readable) : {};
  const child = spawn(programOf(name) ?? name, args, {
    ...user,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: string[] = [];
  child.stdout.on('data', (data: Buffer) => log.push(data.toString()));
  child.stderr.on('data', (data: Buffer) => log.push(data.toString()));
  const origin = `http://127.0.0.1:${port}`;
  await answers(child, origin, () => log.join(''));
  return { name, origin, stop: () => stop(child) };
}

/** Servers run without privileges, also where the tests have them. */
function letNobodyIn(own: string, read: string): { readonly uid: number; readonly gid: number } {
  const nobody = { uid: 65_534, gid: 65_534 };
  spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, own]);
  spawnSync('chmod', ['-R', 'a+rX', read]);
  return nobody;
}

interface Place {
  readonly port: number;
  readonly live: boolean;
  readonly extra: string;
}

function nginxCommand(
  folder: string,
  { root, deploy }: BuiltSite,
  { port, live, extra }: Place,
): readonly string[] {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = [
    'daemon off;',
    'worker_processes 1;',
    `pid ${folder}/nginx.pid;`,
    'error_log stderr warn;',
    'events { worker_connections 64; }',
    'http {',
    '    access_log off;',
    ...temporary.map((one) => `    ${one}_temp_path ${folder}/${one};`),
    '    gzip on; gzip_types *; gzip_min_length 1;',
    `    include ${deploy}/nginx.http.conf;`,
    '    server {',
    `        listen 127.0.0.1:${port};`,
    `        root ${root};`,
    extra,
    `        include ${deploy}/${live ? 'nginx.live.conf' : 'nginx.server.conf'};`,
    '    }',
    '}',
    '',
  ].join('\n');
  writeFileSync(join(folder, 'nginx.conf'), config);
  return ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
}

function caddyCommand(folder: string, { root, deploy }: BuiltSite, { port, live }: Place): readonly string[] {
  const config = [
    '{',
    '    admin off',
    '    auto_https off',
    '}',
    `http://127.0.0.1:${port}, http://localhost:${port}, http://:${port} {`,
    `    root * ${root}`,
    `    import ${deploy}/${live ? 'Caddyfile.live' : 'Caddyfile.svc'}`,
    '}',
    '',
  ].join('\n');
  writeFileSync(join(folder, 'Caddyfile'), config);
  return ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
}

/** Modules of Debian's apache2 that our rules, or any server, want. */
const APACHE_MODULES = [
  'mpm_event',
  'authz_core',
  'dir',
  'mime',
  'headers',
  'rewrite',
  'setenvif',
  'proxy',
  'proxy_http',
  'negotiation',
  'deflate',
  'filter',
  'env',
];

function apacheCommand(
  folder: string,
  { root, out, deploy }: BuiltSite,
  { port, live }: Place,
): readonly string[] {
  const modules = ['/usr/lib/apache2/modules'].find((path) => existsSync(path)) ?? '';
  mkdirSync(join(folder, 'run'));
  if (live) copyFileSync(join(deploy, 'apache.live.htaccess'), join(out, '.htaccess'));
  const config = [
    `ServerRoot ${folder}`,
    `PidFile ${folder}/httpd.pid`,
    `DefaultRuntimeDir ${folder}/run`,
    `Listen 127.0.0.1:${port}`,
    'ServerName localhost',
    'ErrorLog "|/bin/cat"',
    'LogLevel warn',
    ...APACHE_MODULES.map((one) => `LoadModule ${one}_module ${modules}/mod_${one}.so`),
    'TypesConfig /etc/mime.types',
    // As Debian has them.
    'AddLanguage de .de',
    'AddEncoding x-gzip .gz',
    'AddOutputFilterByType DEFLATE text/html text/plain application/json',
    'DirectoryIndex index.html',
    `DocumentRoot ${root}`,
    `<Directory ${root}>`,
    '    AllowOverride All',
    '    Require all granted',
    '</Directory>',
    '',
  ].join('\n');
  writeFileSync(join(folder, 'httpd.conf'), config);
  return ['-X', '-d', folder, '-f', join(folder, 'httpd.conf')];
}

async function answers(child: ChildProcess, origin: string, log: () => string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`the server has ended with ${child.exitCode}:\n${log()}`);
    try {
      await ask(origin, '/robots.txt');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  child.kill('SIGKILL');
  throw new Error(`the server does not answer:\n${log()}`);
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

/** The version that a server tells, for the table. */
export function versionOf(name: ServerName): string {
  const { stdout, stderr } = spawnSync(programOf(name) ?? name, [name === 'caddy' ? 'version' : '-v'], {
    encoding: 'utf8',
  });
  return `${stdout}${stderr}`.trim().split('\n', 1)[0] ?? '';
}
