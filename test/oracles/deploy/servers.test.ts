import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { filesIn, workspace } from '../../support/build/workspace.js';
import { blockOf } from '../../support/deploy/guides.js';
import { programOf, webServer } from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { needs } from '../../support/needs.js';

let site: BuiltSite;
let folder: string;

beforeAll(async () => {
  site = await buildSite({ hosts: ['nginx', 'caddy', 'apache', 's3'] });
  folder = workspace();
});

/** The configuration of a guide, with the folders of this machine. */
function configured(guide: string, language: string): string {
  return blockOf(guide, language)
    .replaceAll('/srv/site/out', site.out)
    .replaceAll('/srv/site/deploy', site.deploy)
    .replaceAll('/etc/letsencrypt/live/example.org', folder);
}

/** A certificate for the test, made where the program for it is. */
function certificate(): void {
  if (existsSync(join(folder, 'fullchain.pem'))) return;
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
  const { status, stderr } = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=example.org', '-days', '2', ...files],
    { encoding: 'utf8' },
  );
  expect(status, stderr).toBe(0);
}

/** Exit code and messages of a check of a configuration. */
function check(program: string | undefined, args: readonly string[]): string {
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const { status, stdout, stderr } = spawnSync(program ?? '', args, { env, encoding: 'utf8' });
  return `${status}\n${stdout}${stderr}`;
}

describe('configurations of the guides, with the files that a build writes', () => {
  it('nginx takes', needs(webServer('nginx')), () => {
    certificate();
    const config = [
      `pid ${folder}/nginx.pid;`,
      'events {}',
      'http {',
      'access_log off;',
      configured('nginx', 'nginx'),
      '}',
    ].join('\n');
    writeFileSync(join(folder, 'nginx.conf'), config);
    const said = check(programOf('nginx'), [
      '-t',
      '-e',
      'stderr',
      '-p',
      folder,
      '-c',
      join(folder, 'nginx.conf'),
    ]);
    expect(said).toMatch(/^0\n/);
    expect(said).not.toContain('[warn]');
  });

  it('Caddy takes', needs(webServer('caddy')), () => {
    writeFileSync(join(folder, 'Caddyfile'), configured('caddy', 'caddyfile'));
    const args = ['validate', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')];
    expect(check(programOf('caddy'), args)).toMatch(/^0\n[\s\S]*Valid configuration/);
  });

  it('Apache takes', needs(webServer('apache')), () => {
    certificate();
    mkdirSync(join(folder, 'run'));
    const modules = [
      'mpm_event',
      'authz_core',
      'dir',
      'mime',
      'headers',
      'rewrite',
      'alias',
      'socache_shmcb',
      'ssl',
    ];
    const config = [
      `ServerRoot ${folder}`,
      `PidFile ${folder}/httpd.pid`,
      `DefaultRuntimeDir ${folder}/run`,
      'ServerName localhost',
      'Listen 127.0.0.1:8080',
      'Listen 127.0.0.1:8443',
      'ErrorLog "|/bin/cat"',
      ...modules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`),
      'TypesConfig /etc/mime.types',
      configured('apache', 'apache'),
    ].join('\n');
    writeFileSync(join(folder, 'httpd.conf'), config);
    expect(check(programOf('apache'), ['-t', '-d', folder, '-f', join(folder, 'httpd.conf')])).toMatch(
      /^0\n[\s\S]*Syntax OK/,
    );
  });
});

describe('deploy/s3-sync.sh', () => {
  /** Calls of `aws`, as words. */
  function calls(): readonly (readonly string[])[] {
    const tools = workspace({
      aws: '#!/bin/sh\nfor word in "$@"; do printf "%s\\n" "$word"; done >> "$LOG"\necho >> "$LOG"\n',
    });
    chmodSync(join(tools, 'aws'), 0o755);
    const log = join(tools, 'log');
    const { status, stderr } = spawnSync('sh', [join(site.deploy, 's3-sync.sh'), site.out, 's3://bucket'], {
      encoding: 'utf8',
      env: { PATH: `${tools}:${process.env['PATH']}`, LOG: log },
    });
    expect(status, stderr).toBe(0);
    return readFileSync(log, 'utf8')
      .trimEnd()
      .split('\n\n')
      .map((call) => call.split('\n'));
  }

  it('deletes what went, and sends the manifest last', () => {
    const all = calls();
    expect(all[0]).toEqual(expect.arrayContaining(['s3', 'sync', site.out, 's3://bucket', '--delete']));
    expect(all.at(-1)?.slice(0, 4)).toEqual([
      's3',
      'cp',
      join(site.out, 'svc-manifest.json.gz'),
      's3://bucket/svc-manifest.json.gz',
    ]);
  });

  it('gives every document the type that it is to be sent with', () => {
    const uploads = calls().filter((words) => words[1] === 'cp');
    const typeOf = (file: string): string | undefined => {
      const fits = uploads.filter((words) =>
        words.includes('--recursive')
          ? words.some((word, at) => words[at - 1] === '--include' && globFits(word, file))
          : words[3] === `s3://bucket/${file}`,
      );
      const words = fits.at(-1) ?? [];
      return words[words.indexOf('--content-type') + 1];
    };
    const files = new Set(filesIn(site.out));
    const rules = site.manifest.rules.filter(({ path }) => path !== undefined && files.has(path.slice(1)));
    expect(rules.length).toBeGreaterThan(10);
    for (const { path = '', contentType } of rules) expect(typeOf(path.slice(1)), path).toBe(contentType);
    expect(typeOf('about.md')).toBe('text/markdown; charset=UTF-8');
  });
});

/** As the AWS command line matches: `*` stands for slashes too. */
function globFits(glob: string, file: string): boolean {
  const pattern = glob.replaceAll(/[.+^${}()|\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${pattern}$`).test(file);
}
