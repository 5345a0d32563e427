import type { RequestListener, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SvcError } from '../../../../src/core/errors.js';
import { AdminProblem, problemResponse } from '../../../../src/sidecar/server/admin/problem.js';
import { ClientGone } from '../../../../src/sidecar/server/http/request.js';
import { createHttpServer, listen, type Running } from '../../../../src/sidecar/server/http-server.js';
import { createLog, failureFacts, logFailure, silentLog } from '../../../../src/sidecar/server/log.js';
import type { PublicHandler } from '../../../../src/sidecar/server/public/public-handler.js';
import { ask } from '../../../support/sidecar/server/http.js';
import { until } from '../../../support/sidecar/server/serving.js';

const open: Running[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

interface Setup {
  readonly publicHandler?: PublicHandler;
  readonly app?: RequestListener;
  readonly limits?: Parameters<typeof createHttpServer>[0]['limits'];
  readonly trustedProxies?: readonly string[];
  readonly log?: string[];
  readonly grace?: number;
}

async function start({
  publicHandler = () => false,
  app = answerAll,
  limits = {},
  trustedProxies = [],
  log,
  grace = 200,
}: Setup) {
  const lines = log === undefined ? silentLog() : createLog('info', (line) => log.push(line));
  const server: Server = createHttpServer({ publicHandler, app, log: lines, limits, trustedProxies });
  const running = await listen(server, { host: '127.0.0.1', port: 0 }, grace);
  open.push(running);
  return { running, url: `http://127.0.0.1:${running.port}/` };
}

const answerAll: RequestListener = (_, response) => void response.end('app');

/** Connections that send nothing, opened one after the other. */
async function connected(port: number, count: number): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    await new Promise((resolve) => socket.once('connect', resolve));
    sockets.push(socket);
  }
  return sockets;
}

/** What comes back on a connection until it ends. */
function conversation(port: number, say: (socket: Socket) => void): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => say(socket));
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('close', () => resolve(text)).on('error', () => undefined);
  });
}

describe('a request', () => {
  it.each(['Host: a.example\r\nHost: b.example', 'Host: a.example\r\nhOST: a.example'])(
    'that names its host twice is refused: %j',
    async (fields) => {
      const { running } = await start({});
      const say = (head: string) =>
        conversation(running.port, (socket) => {
          socket.write(`GET / HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`);
        });
      expect(await say(fields)).toMatch(/^HTTP\/1.1 400 /);
      expect(await say('Host: a.example')).toMatch(/^HTTP\/1.1 200 /);
    },
  );
});

describe('limits', () => {
  it('end a request whose header never comes to its end', async () => {
    const { running } = await start({ limits: { headerTimeout: 200, requestTimeout: 400 } });
    const answer = await conversation(running.port, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
      const drip = setInterval(() => socket.write('X-Drip: 1\r\n'), 50);
      socket.once('close', () => clearInterval(drip));
    });
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
  });

  it('end a request whose body never comes to its end', async () => {
    const { running } = await start({
      app: (request, response) => {
        request.resume().once('end', () => response.end('done'));
      },
      limits: { requestTimeout: 300 },
    });
    const answer = await conversation(running.port, (socket) => {
      socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\nabc');
    });
    expect(answer).not.toContain('done');
  });

  it.each([
    ['of all clients', { connections: 4 }],
    ['of one client', { connectionsPerClient: 4 }],
  ])('end the connection that kept the server waiting for the longest, of too many %s', async (_, limits) => {
    const { running, url } = await start({ limits });
    const slow = await connected(running.port, 4);
    expect((await ask(url, '/')).status).toBe(200);
    await until(() => slow.filter((socket) => socket.destroyed).length > 0);
    expect(slow.map((socket) => socket.destroyed)).toEqual([true, false, false, false]);
    for (const socket of slow) socket.destroy();
  });

  it.each([
    ['of all clients', { connections: 2 }],
    ['of one client', { connectionsPerClient: 2 }],
  ])('let answers in the making end, and leave who comes too late outside: %s', async (_, limits) => {
    const finish: (() => void)[] = [];
    const { running, url } = await start({
      app: (_, response) => void finish.push(() => response.end('late')),
      limits,
    });
    const answers = [ask(url, '/'), ask(url, '/')];
    await until(() => finish.length === 2);
    expect(
      await conversation(running.port, (socket) => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')),
    ).toBe('');
    for (const end of finish) end();
    expect((await Promise.all(answers)).map(({ text }) => text)).toEqual(['late', 'late']);
  });

  it('count slow bodies as waiting', async () => {
    const { running, url } = await start({
      app: (request, response) => void request.resume().once('end', () => response.end('done')),
      limits: { connectionsPerClient: 2 },
    });
    const slow = await connected(running.port, 2);
    for (const socket of slow) socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc');
    expect((await ask(url, '/')).text).toBe('done');
    for (const socket of slow) socket.destroy();
  });

  it('do not count what a trusted proxy brings', async () => {
    const { running, url } = await start({
      limits: { connectionsPerClient: 2 },
      trustedProxies: ['127.0.0.0/8'],
    });
    const idle = await connected(running.port, 5);
    expect((await ask(url, '/')).status).toBe(200);
    expect(idle.some((socket) => socket.destroyed)).toBe(false);
    for (const socket of idle) socket.destroy();
  });

  it('answer while a thousand connections of one client send nothing', async () => {
    const { running, url } = await start({});
    const slow = Array.from({ length: 1000 }, () =>
      connect(running.port, '127.0.0.1').on('error', () => undefined),
    );
    const statuses = await Promise.all(
      Array.from({ length: 44 }, () => ask(url, '/').then(({ status }) => status)),
    );
    expect(statuses).toEqual(Array(44).fill(200));
    for (const socket of slow) socket.destroy();
  });
});

describe('a failure', () => {
  it('of the public handler is 500 without a word, and is logged without the query', async () => {
    const log: string[] = [];
    const { url } = await start({
      publicHandler: () => Promise.reject(new Error('the disk is gone: /srv/secret')),
      log,
    });
    const answer = await ask(url, '/llms.txt?token=hush');
    expect([answer.status, answer.text]).toEqual([500, '']);
    expect(log.join()).toContain('the disk is gone');
    expect(log.join()).not.toContain('hush');
  });

  it('to open a file is 503, and is logged with the way to fix it', async () => {
    const facts = { code: 'EMFILE', syscall: 'open', path: '/srv/secret' };
    const log: string[] = [];
    const publicHandler = () => Promise.reject(Object.assign(new Error('EMFILE'), facts));
    const { url } = await start({ publicHandler, log });
    const { status, text, headers } = await ask(url, '/llms.txt');
    expect([status, text, Number(headers['retry-after']) > 0]).toEqual([503, '', true]);
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ level: 50, fix: 'Allow more with "ulimit -n".' });
    expect(log.join()).not.toContain('stack');
  });

  it('that is thrown is no other', async () => {
    const { url } = await start({
      publicHandler: () => {
        throw new Error('oh');
      },
    });
    expect((await ask(url, '/')).status).toBe(500);
    expect((await ask(url, '/')).status).toBe(500);
  });
});

describe('the log', () => {
  it('is not filled by clients that go away', () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => lines.push(line));
    logFailure(log, new ClientGone('gone'), { id: 1 }, 'request failed');
    expect(lines).toEqual([]);
    logFailure(log, new Error('the disk is full'), { id: 1 }, 'request failed');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, id: 1, msg: 'request failed' });
  });

  it('names the cause of an error once', () => {
    const lines: string[] = [];
    const error = new Error('no settings', { cause: new Error('the file is damaged') });
    logFailure(
      createLog('info', (line) => lines.push(line)),
      error,
      {},
      'failed',
    );
    expect(lines.join().split('the file is damaged')).toHaveLength(2);
  });

  it('has one line and no stack for a service that is not set up', () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => lines.push(line));
    logFailure(log, new AdminProblem(503, 'svc_ai_unavailable', 'No language model.'), { id: 1 }, 'failed');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { level: 30, time: expect.any(String), id: 1, code: 'svc_ai_unavailable', msg: 'No language model.' },
    ]);
    logFailure(log, new AdminProblem(500, 'internal_server_error', 'Oh.'), { id: 2 }, 'failed');
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 50, err: { stack: expect.any(String) } });
  });

  it('names the file and the fix, without a stack, for what its owner can fix', () => {
    const code = { code: 'EROFS', syscall: 'rename', path: '/site/.stage/a', dest: '/site/out/a' };
    const error = Object.assign(new Error('EROFS: read-only file system, rename'), code);
    expect(failureFacts(error)).toEqual({
      code: 'SVC_INTERNAL',
      message: 'the file system is read-only (EROFS, rename)',
      fix: expect.stringContaining('rights'),
      file: '/site/out/a',
    });
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      ...{ code: 'ENOSPC', syscall: 'write' },
    });
    expect(failureFacts(full)).toMatchObject({ message: 'the disk is full (ENOSPC, write)' });
    expect(failureFacts(new Error('oh'))).toEqual({ err: expect.any(Error) });
  });

  it('tells clients of a full disk, also as the cause of another error', () => {
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write', path: '/srv/x' });
    const error = new SvcError('SVC_SETTINGS_INVALID', "the settings file can't be written", { cause: full });
    expect(problemResponse(error)).toMatchObject({
      status: 503,
      code: 'svc_files_unavailable',
      message: "A file of the site can't be used: the disk is full (ENOSPC, write). Free space on the disk.",
      headers: { 'Retry-After': expect.any(String) },
    });
    expect(problemResponse(new Error('oh'))).toMatchObject({ status: 500, code: 'internal_server_error' });
  });

  it('holds no secrets', () => {
    const lines: string[] = [];
    const log = createLog('info', (line) => lines.push(line));
    log.info(
      { authorization: 'Bearer hush', headers: { cookie: 'sid=hush' }, token: 'hush', path: '/a' },
      'x',
    );
    expect(lines.join()).not.toContain('hush');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ path: '/a', msg: 'x' });
  });
});

describe('the end', () => {
  it('lets open requests end, and takes no more', async () => {
    let finish = (): void => undefined;
    const { running, url } = await start({
      app: (_, response) => {
        finish = () => void response.end('late');
      },
      grace: 5000,
    });
    const answer = ask(url, '/');
    await new Promise((resolve) => setTimeout(resolve, 100));
    const closed = running.close();
    await new Promise((resolve) => setTimeout(resolve, 300));
    await expect(ask(url, '/')).rejects.toThrow();
    finish();
    expect((await answer).text).toBe('late');
    await closed;
    open.length = 0;
  });

  it('answers what has been sent, and waits for no connection that its client keeps', async () => {
    const { running } = await start({ grace: 5000 });
    let closed: Promise<void> | undefined;
    const begun = performance.now();
    const text = await conversation(running.port, (socket) => {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      closed = running.close();
    });
    expect(text).toMatch(/^HTTP\/1\.1 200 OK[\s\S]+Connection: close[\s\S]+app/);
    await closed;
    expect(performance.now() - begun).toBeLessThan(2000);
    open.length = 0;
  });

  it('does not wait for ever', async () => {
    const { running, url } = await start({ app: () => undefined, grace: 100 });
    const answer = ask(url, '/').catch(() => 'cut off');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await running.close();
    open.length = 0;
    expect(await answer).toBe('cut off');
  });
});
