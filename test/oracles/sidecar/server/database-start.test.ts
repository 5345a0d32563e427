import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStorage } from '../../../../src/storage/open.js';
import { AdminClient } from '../../../support/sidecar/server/admin/client.js';
import { until } from '../../../support/sidecar/server/serving.js';
import { readyStatus, spawnSidecar } from '../../../support/sidecar/server/spawned-sidecar.js';
import { postgres } from '../../../support/storage/databases.js';

const database = postgres();
beforeAll(() => database.start());
afterAll(() => database.stop());

describe('a server that starts while its PostgreSQL is away', () => {
  it('waits where it cannot know the settings, serves the public files where it does, and recovers', async () => {
    const address = await database.address();
    await database.end('SIGINT');
    const first = await spawnSidecar({ config: { database: address } });
    await until(() => first.text().includes("doesn't respond"), 60_000);
    expect((await first.ask('/llms.txt')).status).toBe(503);
    expect((await first.ask('/svc/health/ready')).text).toContain('PostgreSQL');
    await database.again();
    await until(async () => (await readyStatus(first)) === 200, 60_000);
    expect((await first.ask('/llms.txt')).status).toBe(200);
    const ada = await new AdminClient(first).as('ada', 'administrator', address);
    const off = { enable_llms_full: false };
    expect((await new AdminClient(first).call('POST', '/settings', ada, off)).status).toBe(200);
    await until(async () => (await first.ask('/llms-full.txt')).status === 404);
    await first.kill('SIGKILL');
    await database.end('SIGINT');
    const again = await spawnSidecar({ folder: first.folder });
    await until(
      async () => (await again.ask('/llms.txt').catch(() => ({ status: 0 }))).status === 200,
      60_000,
    );
    // What the owner has switched off stays so.
    expect((await again.ask('/llms-full.txt')).status).toBe(404);
    for (const path of ['/api/svc/v1/settings', '/svc/login', '/svc/health/ready']) {
      const { status, headers } = await again.ask(path);
      expect([path, status, Number(headers['retry-after']) > 0]).toEqual([path, 503, true]);
    }
    await database.again();
    await until(async () => (await readyStatus(again)) === 200, 5000);
    expect((await new AdminClient(again).call('GET', '/settings', ada)).status).toBe(200);
    await again.kill('SIGTERM');
    expect(again.ended()).toBe(0);
  });

  it('ends when it is told to while it waits', async () => {
    const sidecar = await spawnSidecar({ config: { database: 'postgres://svc:secret@127.0.0.1:1/svc' } });
    await until(() => sidecar.text().includes("doesn't respond"), 60_000);
    await sidecar.kill('SIGTERM');
    expect(sidecar.ended()).toBe(1);
    expect(sidecar.text()).toContain("PostgreSQL at 127.0.0.1:1 doesn't respond");
    expect(sidecar.text()).not.toContain('secret');
  });
});

it('a server whose PostgreSQL hangs logs nothing but JSON, and recovers', async () => {
  const { hostname, port, pathname } = new URL(await database.address());
  let isFrozen = false;
  const held: (() => void)[] = [];
  const pass = (from: Socket, to: Socket) => {
    from.on('data', (piece) => (isFrozen ? held.push(() => to.write(piece)) : to.write(piece)));
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
  };
  const between = createServer((client) => {
    const server = connect(Number(port), hostname);
    pass(client, server);
    pass(server, client);
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  const { port: own } = between.address() as AddressInfo;
  const sidecar = await spawnSidecar({
    config: { database: `postgres://svc:svc@127.0.0.1:${own}${pathname}` },
  });
  await until(async () => (await readyStatus(sidecar)) === 200, 60_000);
  isFrozen = true;
  await until(async () => (await readyStatus(sidecar)) === 503, 30_000);
  isFrozen = false;
  for (const send of held) send();
  await until(async () => (await readyStatus(sidecar)) === 200, 20_000);
  await sidecar.kill('SIGTERM');
  between.close();
  expect(sidecar.text()).not.toMatch(/DeprecationWarning/);
});

describe('a PostgreSQL database that cannot be opened', () => {
  const messageOf = (address: string) =>
    openStorage(address).then(
      () => 'none',
      ({ message, fix }: Error & { fix?: string }) => `${message}. ${fix}`,
    );

  it('says whether it is the account or the database', async () => {
    const address = await database.address();
    const { port } = new URL(address);
    expect(await messageOf(address.replace('svc:svc@', 'svc:wrong@'))).toMatch(
      new RegExp(
        `^PostgreSQL at 127.0.0.1:${port} refuses the account "svc" .*Check the user name and the password`,
      ),
    );
    expect(await messageOf(address.replace(/\/[^/]*$/, '/harbour'))).toMatch(
      new RegExp(
        `^there is no database "harbour" on PostgreSQL at 127.0.0.1:${port}. Create it with "createdb`,
      ),
    );
  });
});
