import { Resolver } from 'node:dns/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import type { FetchFailure } from '../../../../src/core/net/fetch-error.js';
import {
  type FetchOptions,
  type GuardOptions,
  guardedFetch,
} from '../../../../src/core/net/guarded-fetch.js';
import { startDnsServer } from '../../../support/core/net/dns-server.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const open: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

interface Host {
  readonly port: number;
  readonly address: string;
  /** Requests that arrived. */
  readonly requests: IncomingMessage[];
  readonly connections: () => number;
}

/** A server on an address of loopback of its own. */
async function host(answer: Answer, address = '127.0.0.1'): Promise<Host> {
  const requests: IncomingMessage[] = [];
  let connections = 0;
  const server: Server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => void server.listen(0, address, resolve));
  open.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { port, address, requests, connections: () => connections };
}

const LOOPBACK: GuardOptions = { allowPrivate: ['127.0.0.1'] };

/** Why a fetch failed; `fetched` when it did not. */
async function outcome(
  url: string,
  options: FetchOptions = {},
  guard: GuardOptions = LOOPBACK,
): Promise<FetchFailure | 'fetched'> {
  return guardedFetch(guard)(url, options).then(
    () => 'fetched' as const,
    (error: { reason: FetchFailure }) => error.reason,
  );
}

const text: Answer = (_, response) => void response.end('harbour');

describe('an answer', () => {
  it('comes with status, headers, content and final address', async () => {
    const { port, requests } = await host((_, response) => {
      response.writeHead(203, { 'Content-Type': 'text/plain', 'X-Tide': 'low' }).end('harbour');
    });
    const url = `http://127.0.0.1:${port}/a?b=c`;
    const fetched = await guardedFetch({ ...LOOPBACK, userAgent: 'svc-test/1' })(url);
    expect({ ...fetched, body: fetched.body.toString(), headers: fetched.headers['x-tide'] }).toEqual({
      status: 203,
      headers: 'low',
      body: 'harbour',
      url,
    });
    expect(requests[0]?.headers['user-agent']).toBe('svc-test/1');
    expect(requests[0]?.headers.cookie).toBeUndefined();
  });

  it.each([
    ['gzip', gzipSync('harbour')],
    ['br', brotliCompressSync('harbour')],
    ['deflate', deflateSync('harbour')],
  ])('is decompressed: %s', async (coding, bytes) => {
    const { port } = await host((_, response) => response.setHeader('Content-Encoding', coding).end(bytes));
    const { body } = await guardedFetch(LOOPBACK)(`http://127.0.0.1:${port}/`);
    expect(body.toString()).toBe('harbour');
  });

  it('of HEAD has no content', async () => {
    const { port } = await host(text);
    const { status, body } = await guardedFetch(LOOPBACK)(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
    expect([status, body.length]).toEqual([200, 0]);
  });
});

describe('addresses of the own network', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.8.9.10/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://0.0.0.0/',
    'http://10.1.2.3/',
    'http://100.64.0.1/',
    'http://100.100.100.200/latest/meta-data/',
    'http://168.63.129.16/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://172.31.255.255/',
    'http://192.0.0.192/',
    'http://192.168.1.1/',
    'http://198.18.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://[::]/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:7f00:1::]/',
    'http://[2001:0:7f00:1::]/',
    'http://[fc00::1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[fec0::1]/',
    'http://[ff02::1]/',
    'http://[2001:db8::1]/',
  ])('are refused as they stand: %s', async (url) => {
    expect(await outcome(url, {}, {})).toBe('internal-address');
  });

  it.each([
    ['one of them', ['127.0.0.1']],
    ['one of them beside a public one', ['93.184.216.34', '10.0.0.7']],
    ['a public one first, loopback of IPv6 second', ['93.184.216.34', '::1']],
    ['one with a zone', ['fe80::1%eth0']],
    ['something that is no address', ['harbour']],
  ])('are refused behind a name: %s', async (_, addresses) => {
    const guard = { resolve: async () => addresses };
    expect(await outcome('http://trap.example/', {}, guard)).toBe('internal-address');
  });

  it('are refused behind a name of a real name server', async () => {
    const dns = await startDnsServer();
    open.push(dns.close);
    dns.set('A', 'trap.example', ['10.9.8.7']);
    const resolver = new Resolver();
    resolver.setServers([dns.address]);
    const guard = { resolve: (name: string) => resolver.resolve4(name) };
    expect(await outcome('http://trap.example/', {}, guard)).toBe('internal-address');
    expect(await outcome('http://nobody.example/', {}, guard)).toBe('unresolvable');
  });

  it('are refused behind a redirect, without a connection to them', async () => {
    const inner = await host(text, '127.0.0.2');
    const outer = await host((_, response) => {
      response.writeHead(302, { Location: `http://127.0.0.2:${inner.port}/secret` }).end();
    });
    expect(await outcome(`http://127.0.0.1:${outer.port}/`)).toBe('internal-address');
    expect(outer.requests).toHaveLength(1);
    expect(inner.connections()).toBe(0);
  });

  it('cannot be slipped in by a name server that changes its mind', async () => {
    const inner = await host(text, '127.0.0.2');
    const outer = await host(text);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    let asked = 0;
    const resolve = async () => answers[Math.min(asked++, 1)] ?? [];
    const guard = { ...LOOPBACK, resolve };
    expect(await outcome(`http://turning.example:${outer.port}/`, {}, guard)).toBe('fetched');
    expect(asked).toBe(1);
    expect(outer.requests[0]?.headers.host).toBe(`turning.example:${outer.port}`);
    // The next request asks again, and is judged by what it hears.
    expect(await outcome(`http://turning.example:${inner.port}/`, {}, guard)).toBe('internal-address');
    expect(inner.connections()).toBe(0);
  });

  it('are never let in by the permission for one of them', async () => {
    const { port } = await host(text, '127.0.0.2');
    expect(await outcome(`http://127.0.0.2:${port}/`)).toBe('internal-address');
    const both = { ...LOOPBACK, resolve: async () => ['127.0.0.1', '127.0.0.2'] };
    expect(await outcome(`http://two.example:${port}/`, {}, both)).toBe('internal-address');
  });
});

describe('addresses that are not fetched', () => {
  const guard = { resolve: async () => ['93.184.216.34'] };

  it.each<readonly [string, FetchFailure]>([
    ['ftp://example.org/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,harbour', 'scheme'],
    ['gopher://example.org/', 'scheme'],
    ['/relative', 'bad-url'],
    ['http://', 'bad-url'],
    ['http://[fe80::1%25eth0]/', 'bad-url'],
    ['http://user@example.org/', 'bad-url'],
    ['http://user:secret@example.org/', 'bad-url'],
    ['http://example.org:22/', 'port'],
    ['https://example.org:80/', 'port'],
    ['http://example.org:443/', 'port'],
  ])('%s: %s', async (url, reason) => {
    expect(await outcome(url, {}, guard)).toBe(reason);
  });

  it('are those by http, where https is asked for', async () => {
    expect(await outcome('http://example.org/', { httpsOnly: true }, guard)).toBe('scheme');
  });

  it('do not show what is secret in them', async () => {
    const failure = await guardedFetch(guard)('http://user:secret@example.org/').catch(String);
    expect(failure).not.toContain('secret');
  });
});

describe('redirects', () => {
  it('are followed, a few of them', async () => {
    const { port, requests } = await host((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('harbour');
      else response.writeHead(307, { Location: `/${left - 1}` }).end();
    });
    const { url } = await guardedFetch(LOOPBACK)(`http://127.0.0.1:${port}/2`);
    expect(url).toBe(`http://127.0.0.1:${port}/0`);
    expect(requests).toHaveLength(3);
    expect(await outcome(`http://127.0.0.1:${port}/3`)).toBe('redirects');
    expect(await outcome(`http://127.0.0.1:${port}/1`, { maxRedirects: 0 })).toBe('redirects');
  });

  it.each<readonly [string, FetchFailure]>([
    ['file:///etc/passwd', 'scheme'],
    ['http://user:secret@127.0.0.1/', 'bad-url'],
    ['http://[::ffff:127.0.0.2]/', 'internal-address'],
    ['http://169.254.169.254/', 'internal-address'],
    ['http://', 'bad-url'],
  ])('to %s: %s', async (location, reason) => {
    const { port } = await host((_, response) => response.writeHead(301, { Location: location }).end());
    expect(await outcome(`http://127.0.0.1:${port}/`)).toBe(reason);
  });
});

describe('limits', () => {
  it('on content hold whatever its length is said to be', async () => {
    const { port } = await host((request, response) => {
      if (request.url === '/said') response.setHeader('Content-Length', '5000');
      response.write('x'.repeat(3000));
      response.end('x'.repeat(2000));
    });
    for (const path of ['said', 'streamed']) {
      expect(await outcome(`http://127.0.0.1:${port}/${path}`, { maxBytes: 4999 })).toBe('too-big');
      expect(await outcome(`http://127.0.0.1:${port}/${path}`, { maxBytes: 5000 })).toBe('fetched');
    }
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50_000_000))],
    ['br', brotliCompressSync(Buffer.alloc(50_000_000))],
  ])('on content hold after decompression: %s', async (coding, bomb) => {
    const { port } = await host((_, response) => response.setHeader('Content-Encoding', coding).end(bomb));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await outcome(`http://127.0.0.1:${port}/`, { maxBytes: 100_000 })).toBe('too-big');
  });

  it.each(['headers', 'rest'])('on time hold while the %s are waited for', async (part) => {
    const { port, connections } = await host((_, response) => {
      if (part === 'rest') response.write('x');
    });
    expect(await outcome(`http://127.0.0.1:${port}/`, { timeoutMs: 150 })).toBe('timeout');
    expect(connections()).toBe(1);
  });

  it('on time hold over drops that never end', async () => {
    const timers: NodeJS.Timeout[] = [];
    const { port } = await host((_, response) => {
      timers.push(setInterval(() => response.write('x'), 20));
    });
    expect(await outcome(`http://127.0.0.1:${port}/`, { timeoutMs: 250 })).toBe('timeout');
    for (const timer of timers) clearInterval(timer);
  });

  it('on time hold while a name is looked up', async () => {
    const resolve = () => new Promise<never>(() => undefined);
    expect(await outcome('http://slow.example/', { timeoutMs: 50 }, { resolve })).toBe('timeout');
  });

  it('are those of whoever asks, who may give up at any time', async () => {
    const { port, connections } = await host(() => undefined);
    const control = new AbortController();
    const asked = outcome(`http://127.0.0.1:${port}/`, { signal: control.signal });
    await expect.poll(connections).toBe(1);
    control.abort();
    expect(await asked).toBe('aborted');
    expect(await outcome(`http://127.0.0.1:${port}/`, { signal: control.signal })).toBe('aborted');
    expect(connections()).toBe(1);
  });

  it('on header fields hold', async () => {
    const { port } = await host((_, response) => {
      response.setHeader('X-Long', 'x'.repeat(20_000)).end();
    });
    expect(await outcome(`http://127.0.0.1:${port}/`)).toBe('connection');
  });
});

describe('content', () => {
  it.each<readonly [readonly string[], string, FetchFailure | 'fetched']>([
    [['application/json'], 'application/json; charset=utf-8', 'fetched'],
    [['application/json'], 'APPLICATION/JSON', 'fetched'],
    [['application/json'], 'text/html', 'content-type'],
    [['application/json'], '', 'content-type'],
    [['image/*'], 'image/avif', 'fetched'],
    [['image/*'], 'text/html', 'content-type'],
    [['application/*+json'], 'application/jwk-set+json', 'fetched'],
    [['application/*+json'], 'application/json', 'content-type'],
  ])('%j takes "%s": %s', async (accept, type, expected) => {
    const { port, requests } = await host((_, response) => {
      if (type !== '') response.setHeader('Content-Type', type);
      response.end('{}');
    });
    expect(await outcome(`http://127.0.0.1:${port}/`, { accept })).toBe(expected);
    expect(requests[0]?.headers.accept).toBe(accept.join(', '));
  });

  it('in an unknown or broken coding is refused', async () => {
    const { port } = await host((request, response) => {
      response.setHeader('Content-Encoding', request.url?.slice(1) ?? '').end('harbour');
    });
    expect(await outcome(`http://127.0.0.1:${port}/zstd`)).toBe('encoding');
    expect(await outcome(`http://127.0.0.1:${port}/gzip`)).toBe('encoding');
  });

  it('that breaks off is no answer', async () => {
    const { port } = await host((_, response) => {
      response.setHeader('Content-Length', '10');
      response.write('x');
      setImmediate(() => response.destroy());
    });
    expect(await outcome(`http://127.0.0.1:${port}/`)).toBe('connection');
  });

  it('of nobody is a failed connection', async () => {
    const { port } = await host(text);
    await open.pop()?.();
    expect(await outcome(`http://127.0.0.1:${port}/`)).toBe('connection');
    // By https to somebody who does not speak it.
    const plain = await host(text);
    expect(await outcome(`https://127.0.0.1:${plain.port}/`)).toBe('connection');
  });
});
