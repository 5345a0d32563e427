import { symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

let site: TestSite;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR });
  symlinkSync(join(site.folder, 'secret.txt'), join(site.folder, 'out/link.txt'));
});

/** Sends bytes and collects what comes back until the connection ends. */
function raw(bytes: string): Promise<string> {
  const { hostname, port } = new URL(site.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('close', () => resolve(text)).on('error', reject);
  });
}

describe('an address that could be read in two ways', () => {
  it.each([
    ['/../secret.txt', 400],
    ['/%2e%2e/secret.txt', 400],
    ['/a/%2E%2E/%2e%2e/secret.txt', 400],
    ['/..%2fsecret.txt', 400],
    ['/..%5csecret.txt', 400],
    ['/..\\secret.txt', 400],
    ['/./llms.txt', 400],
    ['/about%2f', 400],
    ['/%00', 400],
    ['/about%00.md', 400],
    ['/%E0%A4%A', 400],
    ['/about%0d%0aX-Injected:%20yes', 400],
    ['/.well-known/..%2f..%2fsecret.txt', 400],
    ['/.well-known/../secret.txt', 400],
    ['//llms.txt', 404],
    ['//example.com/%2f..', 404],
    ['/posts//ropes/', 404],
    ['/%252e%252e/secret.txt', 404],
    ['/%252e%252e%252fsecret.txt', 404],
    ['/link.txt', 404],
    ['/.env', 404],
    ['/.svc/signing-key.jwk', 404],
    ['/about/index.html/x', 404],
    ['/.well-known/%252e%252e/discovery.json', 404],
  ])('is refused: %s', async (path, status) => {
    const answer = await site.ask(path);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('CANARY');
    expect(answer.headers).not.toHaveProperty('x-injected');
    expect(answer.headers['cache-control']).toBe('no-store, max-age=0');
  });

  it('is refused in absolute form too', async () => {
    const answer = await raw('GET http://x/../secret.txt HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('a request that is too long', () => {
  it('has its address refused with 414', async () => {
    expect((await site.ask(`/${'a'.repeat(9000)}`)).status).toBe(414);
    expect((await site.ask(`/llms.txt?${'a'.repeat(9000)}`)).status).toBe(414);
    expect((await site.ask(`/llms.txt?${'a'.repeat(4000)}`)).status).toBe(200);
  });

  it('has its header refused with 431', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 431 /);
  });

  it('is no HTTP and is told so', async () => {
    expect(await raw('HELLO\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  });
});

describe('a method', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'other than GET and HEAD is 405: %s [4.2-get-head-only]',
    async (method) => {
      for (const path of ['/llms.txt', '/about.md', '/', '/.well-known/discovery.json', '/nowhere']) {
        const answer = await site.ask(path, { method });
        expect([path, answer.status, answer.headers['allow'], answer.text]).toEqual([
          path,
          405,
          'GET, HEAD',
          '',
        ]);
      }
    },
  );

  it('HEAD has the headers of GET and no body', async () => {
    for (const path of [
      '/llms.txt',
      '/about.md',
      '/',
      '/.well-known/discovery.json',
      '/nowhere',
      '/.well-known/x',
    ]) {
      const get = await site.ask(path);
      const head = await site.ask(path, { method: 'HEAD' });
      const { date: _a, ...one } = get.headers;
      const { date: _b, ...two } = head.headers;
      expect([head.status, two, head.text]).toEqual([get.status, one, '']);
    }
  });
});

describe('what belongs to the application', () => {
  it('is not answered by documents [8.2-not-for-platform]', async () => {
    for (const [path, status] of [
      ['/api/svc/v1/settings', 401],
      ['/api/nobody', 404],
      ['/svc/nobody', 404],
      ['/api/content/v1/nobody', 404],
    ] as const) {
      const answer = await site.ask(path);
      expect([path, answer.status]).toEqual([path, status]);
      expect(answer.headers['content-type']).not.toContain('html');
    }
    expect(JSON.parse((await site.ask('/api/nobody')).text)).toMatchObject({
      code: 'rest_no_route',
      data: { status: 404 },
    });
    const preflight = await site.ask('/api/svc/v1/settings', { method: 'OPTIONS' });
    expect(preflight.status).toBeGreaterThanOrEqual(400);
    expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('has signs of life', async () => {
    expect((await site.ask('/svc/health/live')).text).toBe('{"status":"ok"}');
    expect((await site.ask('/svc/health/ready')).status).toBe(200);
  });
});
