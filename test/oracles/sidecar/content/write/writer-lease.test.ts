import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WriterLease } from '../../../../../src/sidecar/content/write/writer-lease.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { until } from '../../../../support/sidecar/server/serving.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

describe.each([sqlite(), postgres()])('the lease of the writer in $name', (database) => {
  beforeAll(() => database.start(), 60_000);
  afterAll(() => database.stop());

  it('is held by one of several, until it ends or is silent for a minute', async () => {
    const address = await database.address();
    const storages = await Promise.all([openStorage(address), openStorage(address)]);
    let now = 1000;
    const fail = (error: unknown) => {
      throw error;
    };
    const [first, second] = storages.map((storage) => new WriterLease(storage, () => now, fail));
    const both = await Promise.all([first?.holds(), second?.holds()]);
    expect(both.filter(Boolean)).toHaveLength(1);
    const [holder, other] = both[0] ? [first, second] : [second, first];
    expect([await holder?.holds(), await other?.holds()]).toEqual([true, false]);
    now += 50;
    expect([await other?.holds(), await holder?.holds()]).toEqual([false, true]);
    now += 61;
    expect([await other?.holds(), await holder?.holds()]).toEqual([true, false]);
    await other?.close();
    expect(await holder?.holds()).toBe(true);
    await holder?.close();
    await Promise.all(storages.map((storage) => storage.close()));
  });
});

const HOLDER = fileURLToPath(
  new URL('../../../../support/sidecar/content/write/lease-holder.ts', import.meta.url),
);

describe('the lease of a writer that is killed', () => {
  const database = postgres();
  beforeAll(() => database.start(), 60_000);
  afterAll(() => database.stop());

  it('is taken over within five seconds, and not before', async () => {
    const address = await database.address();
    const storage = await openStorage(address);
    const now = () => Math.floor(Date.now() / 1000);
    const lease = new WriterLease(storage, now, () => undefined);
    const child = spawn(process.execPath, ['--import', 'tsx', HOLDER, address], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    expect(said.toString()).toBe('true\n');
    expect([await lease.holds(), await lease.holds()]).toEqual([false, false]);
    child.kill('SIGKILL');
    await once(child, 'close');
    await until(() => lease.holds(), 5000);
    await lease.close();
    await storage.close();
  });

  it('is lost with the connection that shows it, and goes to the first that asks for it again', async () => {
    const address = await database.address();
    const storages = await Promise.all([openStorage(address), openStorage(address)]);
    const leases = storages.map(
      (storage) =>
        new WriterLease(
          storage,
          () => 1000,
          () => undefined,
        ),
    );
    const [first, second] = leases;
    expect([await first?.holds(), await second?.holds()]).toEqual([true, false]);
    await database.end('SIGQUIT');
    await database.again();
    // All connections have ended: the first to ask has it, and the other one no longer holds it.
    await until(async () => (await second?.holds().catch(() => false)) === true, 5000);
    expect(await first?.holds()).toBe(false);
    await Promise.all(leases.map((lease) => lease.close()));
    await Promise.all(storages.map((storage) => storage.close()));
  });
});
