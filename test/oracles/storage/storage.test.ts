import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openExisting, openStorage } from '../../../src/storage/open.js';
import type { Database, Storage } from '../../../src/storage/port.js';
import { postgres, sqlite } from '../../support/storage/databases.js';

describe.each([sqlite(), postgres()])('storage on $name', (database) => {
  const open: Storage[] = [];
  const connect = async (address: string): Promise<Storage> => {
    const storage = await openStorage(address);
    open.push(storage);
    return storage;
  };

  beforeAll(() => database.start());
  afterAll(async () => {
    await Promise.all(open.map((storage) => storage.close()));
    await database.stop();
  });

  it('keeps what was written, numbers beyond 32 bits included', async () => {
    const address = await database.address();
    const id = 2 ** 48 - 1;
    const first = await connect(address);
    await first.db.insertInto('locks').values({ post_id: id, user_id: 1, at: 1_800_000_000 }).execute();
    const second = await connect(address);
    expect(await second.db.selectFrom('locks').selectAll().execute()).toEqual([
      { post_id: id, user_id: 1, at: 1_800_000_000 },
    ]);
  });

  it('undoes a write that fails', async () => {
    const { db, write, writeLightly = write } = await connect(await database.address());
    for (const one of [write, writeLightly, writeLightly]) {
      const work = one(async (transaction) => {
        await transaction.insertInto('options').values({ name: 'a', value: '1', version: 1 }).execute();
        throw new Error('no');
      });
      await expect(work).rejects.toThrow('no');
      expect(await db.selectFrom('options').selectAll().execute()).toEqual([]);
    }
  });

  it('waits for the disk again after a write that did not', async () => {
    const { db, write, writeLightly } = await connect(await database.address());
    expect(writeLightly === undefined).toBe(database.name === 'postgres');
    const levels: unknown[] = [];
    for (const one of writeLightly ? [writeLightly, writeLightly, write] : []) {
      await one(async (transaction) => void levels.push(...(await levelOf(transaction))));
    }
    // 1 is NORMAL, 2 is FULL.
    if (writeLightly) expect([...levels, ...(await levelOf(db))]).toEqual([2, 1, 2, 2]);
  });

  it('lets no writer come between reading and writing', async () => {
    const address = await database.address();
    const all = await Promise.all([connect(address), connect(address), connect(address)]);
    await all[0]?.db.insertInto('options').values({ name: 'n', value: '0', version: 1 }).execute();
    const add = ({ write }: Storage) =>
      write(async (db) => {
        const row = await db
          .selectFrom('options')
          .select('value')
          .where('name', '=', 'n')
          .executeTakeFirstOrThrow();
        await db
          .updateTable('options')
          .set({ value: String(Number(row.value) + 1) })
          .where('name', '=', 'n')
          .execute();
      });
    for (let round = 0; round < 5; round += 1) await Promise.all(all.map(add));
    const row = await all[0]?.db.selectFrom('options').select('value').executeTakeFirst();
    expect(row?.value).toBe('15');
  });

  it('can be brought up to date by several at once, and again', async () => {
    const address = await database.address();
    await Promise.all([connect(address), connect(address)]);
    await expect(connect(address)).resolves.toBeDefined();
  });

  it('is made by a sidecar, and not by what only reads it', async () => {
    const address = await database.address();
    expect(await openExisting(address)).toBeUndefined();
    expect(await openExisting(address)).toBeUndefined();
    await connect(address);
    const found = await openExisting(address);
    expect(found).toBeDefined();
    await found?.close();
  });

  it('of another program gets no tables', async () => {
    const address = await database.address();
    const { db } = await connect(address);
    for (const name of ['kysely_migration', 'kysely_migration_lock', 'sessions'])
      await db.schema.dropTable(name).execute();
    expect(await openExisting(address)).toBeUndefined();
    await expect(openStorage(address)).rejects.toMatchObject({
      code: 'SVC_STORAGE',
      message: expect.stringMatching(/^the database belongs to another program: it has a table "/),
      fix: expect.stringContaining('SVC_DATABASE'),
    });
    await expect(db.selectFrom('sessions').selectAll().execute()).rejects.toThrow();
  });

  it('with the history of another program that uses Kysely is not ours', async () => {
    const address = await database.address();
    const { db } = await connect(address);
    await sql`update kysely_migration set name = 'their-' || name`.execute(db);
    await expect(openStorage(address)).rejects.toThrow('belongs to another program');
  });

  it('removes the sessions of a removed account', async () => {
    const { db } = await connect(await database.address());
    const user = { name: 'ada', display_name: '', email: '', role: 'editor', password: '', created: 1 };
    const { id } = await db.insertInto('users').values(user).returning('id').executeTakeFirstOrThrow();
    const session = {
      id: 'x',
      user_id: id,
      created: 1,
      last_seen: 1,
      expires: 9,
      user_agent: '',
      address: '',
    };
    await db.insertInto('sessions').values(session).execute();
    await db.deleteFrom('users').where('id', '=', id).execute();
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});

describe('storage', () => {
  it('is a file that only its owner can read', async () => {
    const database = sqlite();
    const address = await database.address();
    const storage = await openStorage(address);
    expect(statSync(address).mode & 0o077).toBe(0);
    await storage.close();
    await database.stop();
  });

  it('that cannot be reached is an error that does not repeat the password', async () => {
    const error = await openStorage('postgres://svc:hunter2@127.0.0.1:1/none').catch(
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ code: 'SVC_STORAGE' });
    expect(JSON.stringify([String(error), (error as { fix?: string }).fix])).not.toContain('hunter2');
  });

  it('loads no driver for a command that does not need it', () => {
    const run = spawnSync(process.execPath, ['bin/svc.js', 'build', '--help'], {
      env: { ...process.env, NODE_DEBUG: 'esm' },
      encoding: 'utf8',
    });
    expect(run.status).toBe(0);
    expect(run.stderr).not.toMatch(/kysely|better-sqlite3|node_modules\/pg\//);
  });
});

async function levelOf(db: Database): Promise<readonly unknown[]> {
  const { rows } = await sql<{ synchronous: number }>`pragma synchronous`.execute(db);
  return rows.map(({ synchronous }) => synchronous);
}
