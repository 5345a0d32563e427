import { symlinkSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { staticFiles } from '../../src/server/static-files.js';
import { workspace } from '../pipeline/workspace.js';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

let server: Server;
let port = 0;

/** A request whose path nothing tidies up on the way. */
function ask(path: string, method = 'GET'): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        body += piece;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
      );
    });
    asked.on('error', reject).end();
  });
}

beforeAll(async () => {
  const cwd = workspace({
    'out/index.html': 'home',
    'out/a/index.html': 'a',
    'out/b.html': 'b',
    'out/b.md': '# b',
    'out/größe/index.html': 'size',
    'out/llms.txt': '# Tea',
    'out/api/content/v1/posts.json': '[]',
    'out/404.html': 'nothing here',
    'out/.env': 'SECRET',
    'public/logo.svg': '<svg/>',
    'secret.txt': 'SECRET',
  });
  symlinkSync(join(cwd, 'secret.txt'), join(cwd, 'out/link.txt'));
  const elsewhere = (path: string) => (path.endsWith('.jpg') ? `https://old.example${path}` : undefined);
  const settings = { bypass_shared_cache: false };
  const roots = [join(cwd, 'out'), join(cwd, 'public')];
  server = createServer(staticFiles({ roots, settings, restPrefix: 'api', elsewhere }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('files', () => {
  it.each([
    ['/', 'home', 'text/html; charset=UTF-8'],
    ['/a/', 'a', 'text/html; charset=UTF-8'],
    ['/a/?x=1', 'a', 'text/html; charset=UTF-8'],
    ['/b', 'b', 'text/html; charset=UTF-8'],
    ['/b.md', '# b', 'text/markdown; charset=UTF-8'],
    ['/gr%C3%B6%C3%9Fe/', 'size', 'text/html; charset=UTF-8'],
    ['/llms.txt', '# Tea', 'text/plain; charset=UTF-8'],
    ['/api/content/v1/posts.json', '[]', 'application/json; charset=UTF-8'],
    ['/logo.svg', '<svg/>', 'image/svg+xml'],
  ])('are found as static hosts find them: %s', async (path, body, type) => {
    const answer = await ask(path);
    expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([200, body, type]);
    const head = await ask(path, 'HEAD');
    expect([head.status, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      String(Buffer.byteLength(body)),
    ]);
  });

  it('of the surfaces carry the headers of their rows', async () => {
    expect((await ask('/b.md')).headers).toMatchObject({ 'x-robots-tag': 'noindex', vary: 'Accept' });
    expect((await ask('/llms.txt')).headers).toMatchObject({ 'access-control-allow-origin': '*' });
  });

  it('in a folder are led to by its name, also with two slashes in front', async () => {
    const answer = await ask('/a?x=1');
    expect([answer.status, answer.headers['location']]).toEqual([301, '/a/?x=1']);
    expect((await ask('//a')).headers['location']).toBe('/a/');
  });

  it('that stayed elsewhere are redirected to', async () => {
    const answer = await ask('/uploads/cup.jpg');
    expect([answer.status, answer.headers['location']]).toEqual([302, 'https://old.example/uploads/cup.jpg']);
  });
});

describe('nothing', () => {
  it.each([
    '/missing',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/..%2fsecret.txt',
    '/a/%2e%2e/%2e%2e/secret.txt',
    '/..\\secret.txt',
    '/link.txt',
    '/.env',
    '/a/index.html/x',
    '/%00',
    '/%E0%A4%A',
    '/a%2f',
  ])('is what leads outside or nowhere: %s', async (path) => {
    const answer = await ask(path);
    expect([answer.status, answer.body]).toEqual([404, 'nothing here']);
    expect(answer.headers['content-type']).toBe('text/html; charset=UTF-8');
  });

  it('is changed by anybody', async () => {
    const answer = await ask('/', 'POST');
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'GET, HEAD']);
  });
});
