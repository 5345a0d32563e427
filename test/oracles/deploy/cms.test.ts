import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workspace } from '../../support/build/workspace.js';
import { blocks } from '../../support/deploy/guides.js';
import { freePort } from '../../support/free-port.js';
import { ask } from '../../support/hosts/http.js';
import { type RunningServer, runServer, webServer } from '../../support/hosts/servers.js';
import { type BuiltSite, buildSite } from '../../support/hosts/site.js';
import { needs } from '../../support/needs.js';

/** The rules that WordPress writes, with a copy of `agents/` above them. */
const WORDPRESS = [
  '# BEGIN WordPress',
  'RewriteEngine On',
  'RewriteBase /',
  'RewriteRule ^index\\.php$ - [L]',
  'RewriteCond %{REQUEST_FILENAME} !-f',
  'RewriteCond %{REQUEST_FILENAME} !-d',
  'RewriteRule . /index.php [L]',
  '# END WordPress',
];

/** A stand-in for a program of the CMS. */
const SCRIPT = '#!/bin/sh\nprintf "Content-Type: text/html\\n\\ncms $REQUEST_METHOD $REQUEST_URI"\n';

const running: RunningServer[] = [];
let cms: Server;
let site: BuiltSite;

beforeAll(async () => {
  site = await buildSite({ hosts: ['nginx', 'apache'] });
  cms = createServer((request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end(`cms ${request.method} ${request.url}`);
  });
  await new Promise<void>((resolve) => cms.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  for (const server of running) await server.stop();
  cms.close();
});

function guideBlock(language: string, including: string): string {
  return (
    blocks(language).find((block) => block.guide === 'cms' && block.text.includes(including))?.text ?? ''
  );
}

async function nginx(): Promise<RunningServer> {
  const [port, inner] = [await freePort(), await freePort()];
  const folder = workspace();
  const block = (including: string): string =>
    guideBlock('nginx', including)
      .replaceAll('/srv/agents/out', site.out)
      .replaceAll('/srv/agents/deploy', site.deploy)
      .replaceAll('8786', String(inner));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const config = [
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}`,
    `http { access_log off; gzip on; gzip_types text/plain; gzip_min_length 0; gzip_vary on; ${temporary.map((one) => `${one}_temp_path ${folder}/${one};`).join(' ')}`,
    block('variables_hash_max_size'),
    `server { listen 127.0.0.1:${port};`,
    `location / { proxy_pass http://127.0.0.1:${(cms.address() as AddressInfo).port}; }`,
    'location ~ /\\. { deny all; }',
    block('svc-agents'),
    '}',
    '}',
  ];
  writeFileSync(join(folder, 'nginx.conf'), config.join('\n'));
  const args = ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')];
  return runServer('nginx', args, { port, folder, readable: site.folder });
}

async function apache(): Promise<RunningServer> {
  const port = await freePort();
  const folder = workspace();
  const root = join(folder, 'www');
  for (const name of ['index.php', 'wp-login.php', 'wp-admin/index.php']) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), SCRIPT);
    chmodSync(join(root, name), 0o755);
  }
  cpSync(site.out, join(root, 'agents'), { recursive: true });
  writeFileSync(join(root, '.htaccess'), [guideBlock('apache', 'agents'), ...WORDPRESS, ''].join('\n'));
  const modules = [
    'mpm_prefork',
    'authz_core',
    'dir',
    'mime',
    'headers',
    'rewrite',
    'cgi',
    'filter',
    'deflate',
  ];
  const config = [
    `ServerRoot ${folder}`,
    `PidFile ${folder}/httpd.pid`,
    `DefaultRuntimeDir ${folder}`,
    `Listen 127.0.0.1:${port}`,
    'ServerName localhost',
    'ErrorLog "|/bin/cat"',
    ...modules.map((one) => `LoadModule ${one}_module /usr/lib/apache2/modules/mod_${one}.so`),
    'TypesConfig /etc/mime.types',
    'DirectoryIndex index.php',
    `DocumentRoot ${root}`,
    `<Directory ${root}>`,
    'AllowOverride All',
    'Options +ExecCGI',
    'AddHandler cgi-script .php',
    'AddOutputFilterByType DEFLATE text/plain',
    'Require all granted',
    '</Directory>',
  ];
  writeFileSync(join(folder, 'httpd.conf'), `${config.join('\n')}\n`);
  return runServer('apache', ['-X', '-d', folder, '-f', join(folder, 'httpd.conf')], {
    port,
    folder,
    readable: site.folder,
  });
}

describe.each([
  ['nginx', nginx],
  ['apache', apache],
] as const)('a CMS behind %s, with the lines of the guide', (name, start) => {
  it(
    'answers its pages and forms as before, and the files for agents come first',
    needs(webServer(name)),
    async () => {
      const server = await start();
      running.push(server);
      const text = async (path: string, method = 'GET') => {
        const { status, body } = await ask(server.origin, path, { method });
        return `${status} ${body}`;
      };
      // `about/` and `visit/` are folders of the output too.
      for (const path of ['/', '/about/', '/visit/', '/visit/hours/', '/posts/', '/nothing/here/']) {
        expect(await text(path), path).toMatch(/^200 cms GET/);
      }
      for (const path of ['/wp-login.php', '/wp-admin/', '/about/']) {
        expect(await text(path, 'POST'), path).toMatch(/^200 cms POST/);
      }
      for (const { path = '', file, contentType, headers } of site.manifest.rules) {
        if (path !== `/${file}` && path !== '/api/') continue;
        const answer = await ask(server.origin, path);
        expect(answer.status, path).toBe(200);
        expect(answer.headers['content-type'], path).toEqual([contentType]);
        for (const [field, value] of Object.entries(headers)) {
          if (field.toLowerCase() === 'x-accel-expires') continue;
          const sent = answer.headers[field.toLowerCase()] ?? [];
          const values = field === 'Vary' ? sent.join().split(/, */) : sent;
          expect(values, `${path} ${field}`).toContain(value);
        }
      }
      const discovery = await ask(server.origin, '/.well-known/discovery.json');
      expect(discovery.headers['signature-input']).toHaveLength(1);
      expect(await text('/about.md')).toContain('The dome turns by hand');
      expect(await text('/visit/%E6%98%9F.md')).toContain('星を見る');
      expect(await text('/api/')).toMatch(/^200 \{/);
      expect(await text('/.htaccess')).not.toContain('Rewrite');
      const preflight = await ask(server.origin, '/.well-known/discovery.json', { method: 'OPTIONS' });
      expect(preflight.status).toBe(204);
      expect((await ask(server.origin, '/api/', { method: 'OPTIONS' })).status).toBe(204);
      // Caches keep compressed copies apart.
      const packed = await ask(server.origin, '/llms.txt', { headers: { 'accept-encoding': 'gzip' } });
      expect(packed.headers['content-encoding']).toEqual(['gzip']);
      expect(packed.headers['vary']?.join().split(/, */).sort()).toEqual(['Accept', 'Accept-Encoding']);
    },
  );
});
