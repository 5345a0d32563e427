import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../src/storage/open.js';
import { readOption, writeOption } from '../../../src/storage/tables/options.js';
import { type Run, runSvc } from '../../support/cli/run-svc.js';

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'svc-backup-'));
}

const DATABASE = '.svc/svc.db';

async function put(folder: string, value: string): Promise<void> {
  const storage = await openStorage(join(folder, DATABASE));
  await storage.write((db) => writeOption(db, 'word', value));
  await storage.close();
}

async function wordOf(path: string): Promise<unknown> {
  const storage = await openStorage(path);
  const found = await readOption(storage.db, 'word');
  await storage.close();
  return found?.value;
}

function errorOf({ stdout }: Run): Readonly<Record<string, unknown>> {
  return (JSON.parse(stdout) as { error: Readonly<Record<string, unknown>> }).error;
}

describe('svc backup and svc restore', () => {
  it('make the folder of the backup', async () => {
    const cwd = newFolder();
    await put(cwd, 'before');
    expect(await runSvc(['backup', 'backups/2026/monday.db'], { cwd })).toMatchObject({ code: 0 });
    expect(await wordOf(join(cwd, 'backups/2026/monday.db'))).toBe('before');
  });

  it('bring back what was there, and keep what is', async () => {
    const cwd = newFolder();
    await put(cwd, 'before');
    expect(await runSvc(['backup', 'monday.db'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Backed up \.svc\/svc\.db to monday\.db \(\d+ bytes\)\.\n$/),
    });
    expect(statSync(join(cwd, 'monday.db')).mode & 0o777).toBe(0o600);
    await put(cwd, 'after');
    const { code, stdout } = await runSvc(['restore', 'monday.db', '--json'], { cwd });
    expect(code).toBe(0);
    const kept = join(cwd, `${DATABASE}.before-restore-20260702T100000Z`);
    expect(JSON.parse(stdout)).toEqual({
      ok: true,
      database: join(cwd, DATABASE),
      file: join(cwd, 'monday.db'),
      kept,
    });
    expect(await wordOf(join(cwd, DATABASE))).toBe('before');
    expect(await wordOf(kept)).toBe('after');
    // A second one finds another name for what is there.
    await put(cwd, 'later');
    expect((await runSvc(['restore', 'monday.db'], { cwd })).stdout).toBe(
      'Restored .svc/svc.db from monday.db.\n' +
        'The previous database is kept as .svc/svc.db.before-restore-20260702T100000Z-2.\n',
    );
    expect(readdirSync(cwd).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('take what is written while it is open, journal included', async () => {
    const cwd = newFolder();
    await put(cwd, 'first');
    const storage = await openStorage(join(cwd, DATABASE));
    await storage.write((db) => writeOption(db, 'word', 'in the journal'));
    expect(statSync(join(cwd, `${DATABASE}-wal`)).size).toBeGreaterThan(0);
    expect((await runSvc(['backup', 'open.db'], { cwd })).code).toBe(0);
    await storage.write((db) => writeOption(db, 'word', 'later'));
    expect(await wordOf(join(cwd, 'open.db'))).toBe('in the journal');
    const refused = await runSvc(['restore', 'open.db', '--json'], { cwd });
    expect(refused.code).toBe(1);
    expect(errorOf(refused)).toMatchObject({
      message: `the database ${join(cwd, DATABASE)} is in use`,
      fix: expect.stringContaining('Stop "svc serve"'),
    });
    await storage.close();
    expect(await wordOf(join(cwd, DATABASE))).toBe('later');
    expect((await runSvc(['restore', 'open.db'], { cwd })).code).toBe(0);
    expect(await wordOf(join(cwd, DATABASE))).toBe('in the journal');
  });

  it('restore over a damaged file, with its journal out of the way, and where there is none', async () => {
    const cwd = newFolder();
    await put(cwd, 'good');
    await runSvc(['backup', 'good.db'], { cwd });
    const path = join(cwd, DATABASE);
    writeFileSync(path, Buffer.alloc(8192, 7));
    writeFileSync(`${path}-wal`, Buffer.alloc(4096, 7));
    expect((await runSvc(['restore', 'good.db'], { cwd })).code).toBe(0);
    expect(await wordOf(path)).toBe('good');
    const kept = `${path}.before-restore-20260702T100000Z`;
    expect([statSync(kept).size, statSync(`${kept}-wal`).size]).toEqual([8192, 4096]);
    rmSync(path);
    expect(await runSvc(['restore', 'good.db', '--json'], { cwd })).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"kept":null'),
    });
    expect(await wordOf(path)).toBe('good');
  });

  it('leave everything as it was when the file is no backup', async () => {
    const cwd = newFolder();
    await put(cwd, 'mine');
    const restore = async (file: string) =>
      errorOf(await runSvc(['restore', file, '--json'], { cwd }))['message'];
    const at = (name: string) => join(cwd, name);
    writeFileSync(at('letter.db'), 'no database');
    const other = await openStorage(at('other.db'));
    await other.db.schema.dropTable('kysely_migration').execute();
    await other.close();
    const newer = await openStorage(at('newer.db'));
    const tomorrow = { name: '9999-tomorrow', timestamp: '2030-01-01T00:00:00.000Z' };
    await newer.db
      .insertInto('kysely_migration' as never)
      .values(tomorrow as never)
      .execute();
    await newer.close();
    expect(await restore('absent.db')).toBe(`${at('absent.db')} doesn't exist`);
    expect((await runSvc(['restore', 'absent.db'], { cwd })).code).toBe(2);
    expect(await restore('.svc')).toBe(`${at('.svc')} is a folder`);
    expect(await restore('letter.db')).toBe(`${at('letter.db')} isn't a SQLite database`);
    expect(await restore('other.db')).toBe(`${at('other.db')} is the database of another program`);
    expect(await restore('newer.db')).toBe('the database was written by a newer version of this program');
    expect(await restore(DATABASE)).toBe('the file is the database itself');
    expect(await wordOf(at(DATABASE))).toBe('mine');
    expect(readdirSync(at('.svc')).filter((name) => name !== 'svc.db')).toEqual([]);
  });

  it('make no backup over another file, of nothing, or of a damaged database', async () => {
    const cwd = newFolder();
    const backup = async (file: string) =>
      errorOf(await runSvc(['backup', file, '--json'], { cwd }))['message'];
    expect(await backup('a.db')).toBe(`there is no database at ${join(cwd, DATABASE)}`);
    await put(cwd, 'mine');
    writeFileSync(join(cwd, 'svc.yaml'), 'precious\n');
    expect(await backup('svc.yaml')).toBe(`${join(cwd, 'svc.yaml')} isn't a backup, so it isn't overwritten`);
    expect(readFileSync(join(cwd, 'svc.yaml'), 'utf8')).toBe('precious\n');
    expect(await backup(DATABASE)).toBe('the file is the database itself');
    await runSvc(['backup', 'good.db'], { cwd });
    const bytes = readFileSync(join(cwd, DATABASE));
    writeFileSync(
      join(cwd, DATABASE),
      Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(bytes.length - 4096, 7)]),
    );
    expect(await backup('good.db')).toBe(
      `the file ${join(cwd, DATABASE)} is damaged, or isn't a SQLite database`,
    );
    expect(await wordOf(join(cwd, 'good.db'))).toBe('mine');
    expect(existsSync(join(cwd, 'a.db'))).toBe(false);
    expect(readdirSync(cwd).filter((name) => name.includes('.tmp'))).toEqual([]);
  });

  it('leave PostgreSQL to its own tools', async () => {
    const args = ['--json', '--database', 'postgres://svc:secret@127.0.0.1:1/svc'];
    const { code, stdout } = await runSvc(['backup', 'a.db', ...args], { cwd: newFolder() });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ error: { fix: expect.stringContaining('pg_dump') } });
    expect(stdout).not.toContain('secret');
  });
});
