import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { until } from '../../../support/sidecar/server/serving.js';
import {
  readyStatus,
  type SpawnedSidecar,
  spawnSidecar,
} from '../../../support/sidecar/server/spawned-sidecar.js';
import { smallDisk } from '../../../support/storage/small-disk.js';

/** A sidecar that keeps everything in a SQLite file, settings too. */
interface Site {
  readonly sidecar: SpawnedSidecar;
  readonly admin: AdminClient;
  readonly ada: Credentials;
  readonly path: string;
  /** Stores a setting. */
  write(): ReturnType<AdminClient['call']>;
}

async function site(folder?: string): Promise<Site> {
  const database = folder === undefined ? 'data/svc.db' : join(folder, 'svc.db');
  const sidecar = await spawnSidecar({ config: { database } });
  await until(async () => (await readyStatus(sidecar)) === 200, 120_000);
  const path = folder === undefined ? join(sidecar.folder, database) : database;
  const admin = new AdminClient(sidecar);
  const ada = await admin.as('ada', 'administrator', path);
  let count = 0;
  const write = () => admin.call('POST', '/settings', ada, { llms_full_posts: (count++ % 300) + 1 });
  expect((await write()).status).toBe(200);
  return { sidecar, admin, ada, path, write };
}

/** What needs the database is refused with the reason, everything else goes on, and the log says it once. */
async function expectRefused({ sidecar, write, path }: Site, message: RegExp): Promise<void> {
  const reply = await write();
  expect(reply).toMatchObject({ status: 503, code: 'svc_database_unavailable' });
  expect((reply.body as { message: string }).message).toMatch(message);
  expect((reply.body as { message: string }).message).toContain('"svc.db"');
  const { status, text } = await sidecar.ask('/svc/health/ready');
  expect(status).toBe(503);
  expect(JSON.parse(text)).toMatchObject({ database: expect.stringMatching(message) });
  for (const open of ['/llms.txt', '/about.md', '/svc/health/live']) {
    expect([open, (await sidecar.ask(open)).status]).toEqual([open, 200]);
  }
  expect(sidecar.ended()).toBeUndefined();
  const lines = sidecar.log().filter(({ msg }) => String(msg).startsWith("the database can't be used"));
  expect(lines).toHaveLength(1);
  expect(String(lines[0]?.['msg'])).toContain(path);
}

async function expectWellAgain({ sidecar, write }: Site): Promise<void> {
  await until(async () => (await readyStatus(sidecar)) === 200, 20_000);
  expect((await write()).status).toBe(200);
  expect(sidecar.log().filter(({ msg }) => msg === 'the database can be used again')).toHaveLength(1);
}

describe('a running sidecar whose SQLite file', () => {
  it('is locked by another process says so, and goes on when it is free', async () => {
    const one = await site();
    const other = new Database(one.path);
    other.exec('begin immediate');
    await expectRefused(one, /another program has locked/i);
    other.exec('rollback');
    other.close();
    await expectWellAgain(one);
  });

  it('is removed says so, and goes on when it is back', async () => {
    const one = await site();
    renameSync(one.path, `${one.path}.away`);
    await expectRefused(one, /was removed or replaced/);
    renameSync(`${one.path}.away`, one.path);
    await expectWellAgain(one);
  });

  it.each([
    ['another file', (path: string) => copyFileSync(`${path}.away`, path)],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('gives way to %s says so, and goes on when it is back', async (_, replace) => {
    const one = await site();
    renameSync(one.path, `${one.path}.away`);
    replace(one.path);
    await expectRefused(one, /was removed or replaced/);
    rmSync(one.path, { recursive: true });
    renameSync(`${one.path}.away`, one.path);
    await expectWellAgain(one);
  });

  it('is overwritten says so', async () => {
    const one = await site();
    // What is still in the journal or in memory would be read from there.
    const other = new Database(one.path);
    other.exec("update options set version = version + 1 where name = 'settings'");
    other.pragma('wal_checkpoint(truncate)');
    other.exec("update options set version = version + 1 where name = 'nonce_key'");
    other.pragma('wal_checkpoint(truncate)');
    overwrite(one.path, 4096);
    await expectRefused(one, /is damaged, or isn't a SQLite database/);
    // It is not taken for well because some of it can be read.
    expect(await readyStatus(one.sidecar)).toBe(503);
    other.close();
  });

  it('is emptied says so', async () => {
    const one = await site();
    truncateSync(one.path, 0);
    await expectRefused(one, /is damaged, or isn't a SQLite database/);
  });

  const disk = smallDisk();
  afterAll(() => disk?.remove());
  // Only where the system lets a test mount a disk of its own.
  it.each(disk === undefined ? [] : [disk])(
    'is on a full disk says so, and goes on when there is room',
    async (full) => {
      const one = await site(full.folder);
      full.fill();
      await until(async () => (await one.write()).status === 503);
      await expectRefused(one, /the disk is full/i);
      full.makeRoom();
      await expectWellAgain(one);
    },
  );
});

/** Bytes without a meaning in the place of everything from an offset on. */
function overwrite(path: string, from: number): void {
  const { size } = statSync(path);
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(size - from, 0xa5), 0, size - from, from);
  closeSync(file);
}

describe('a sidecar that starts with a SQLite file', () => {
  it.each([
    [
      'that is damaged',
      (path: string) => writeFileSync(path, 'no database '.repeat(1000)),
      /data\/svc\.db is damaged/,
    ],
    ['that is a folder', (path: string) => mkdirSync(path), /data\/svc\.db is a folder/],
  ])('%s ends and names it', async (_, make, message) => {
    const first = await spawnSidecar({ config: { database: 'data/svc.db' } });
    await first.kill('SIGKILL');
    const path = join(first.folder, 'data/svc.db');
    rmSync(join(first.folder, 'data'), { recursive: true, force: true });
    mkdirSync(join(first.folder, 'data'));
    make(path);
    const sidecar = await spawnSidecar({ folder: first.folder });
    await until(() => sidecar.ended() !== undefined, 60_000);
    expect(sidecar.ended()).toBe(1);
    expect(sidecar.text()).toMatch(message);
  });
});
