import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openStorage } from '../../../../src/storage/open.js';
import { runSvc } from '../../../support/cli/run-svc.js';
import { AdminClient } from '../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../support/sidecar/server/serving.js';

const READY = '/svc/health/ready';

async function readiness({ ask }: TestSite): Promise<{ readonly status: number; readonly text: string }> {
  const { status, text } = await ask(READY);
  return { status, text };
}

function linesAbout({ log }: TestSite, text: string): readonly Readonly<Record<string, unknown>>[] {
  const lines = log
    .join('')
    .split('\n')
    .filter((line) => line.startsWith('{'));
  return lines
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg.includes(text)) as never;
}

describe('a server whose SQLite file is removed', () => {
  it('refuses what needs it, names the file, and goes on when it is back', async () => {
    const site = await serveSite({ files: HARBOUR });
    const admin = new AdminClient(site);
    const ada = await admin.as('ada', 'administrator');
    const path = join(site.folder, '.svc/svc.db');
    expect(await readiness(site)).toMatchObject({ status: 200 });
    renameSync(path, `${path}.elsewhere`);
    for (const method of ['GET', 'POST']) {
      const reply = await admin.call(
        method,
        '/settings',
        ada,
        method === 'POST' ? { topics_max: 7 } : undefined,
      );
      expect(reply).toMatchObject({ status: 503, code: 'svc_database_unavailable' });
      expect((reply.body as { message: string }).message).toContain('"svc.db"');
      expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const { status, text } = await readiness(site);
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({
      status: 'database unavailable',
      database: expect.stringContaining('"svc.db" was removed or replaced'),
      fix: expect.stringContaining('svc restore FILE'),
    });
    // What strangers are told has no folder in it; the log has.
    expect(text).not.toContain(site.folder);
    expect((await site.ask('/llms.txt')).status).toBe(200);
    expect((await site.ask('/svc/health/live')).status).toBe(200);
    renameSync(`${path}.elsewhere`, path);
    await until(async () => (await readiness(site)).status === 200);
    expect((await admin.call('POST', '/settings', ada, { topics_max: 7 })).status).toBe(200);
    const lost = linesAbout(site, "the database can't be used");
    expect(lost).toHaveLength(1);
    expect(lost[0]?.['msg']).toContain(path);
    expect(linesAbout(site, 'the database can be used again')).toHaveLength(1);
  });

  it('answers browsers with a page, and assistants with an error that they can read', async () => {
    const files = { ...HARBOUR, 'svc.settings.json': '{"enable_mcp_server": true}' };
    const site = await serveSite({ files });
    renameSync(join(site.folder, '.svc/svc.db'), join(site.folder, '.svc/elsewhere.db'));
    const headers = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    const cookie = { Cookie: `svc_session=${'a'.repeat(43)}` };
    const page = await site.ask('/svc/connections', { headers: { ...headers, ...cookie } });
    expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=UTF-8']);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': expect.any(String) });
    expect(page.text).toContain('was removed or replaced');
    expect(page.text).not.toContain(site.folder);
    const token = await fetch(new URL('api/svc/v1/oauth/token', site.url), {
      method: 'POST',
      headers: { Origin: 'https://kettle.example' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: 'svcor_x',
        client_id: 'kettle',
      }),
    });
    expect(token.status).toBe(503);
    expect(token.headers.get('retry-after')).not.toBeNull();
    expect(token.headers.get('access-control-allow-origin')).toBe('*');
    expect(await token.json()).toMatchObject({
      error: 'temporarily_unavailable',
      error_description: expect.stringContaining('"svc.db"'),
      code: 'svc_database_unavailable',
    });
  });

  it('notices without a request, and refuses another file in its place', async () => {
    const site = await serveSite({ files: HARBOUR });
    const admin = new AdminClient(site);
    const ada = await admin.as('ada', 'administrator');
    const path = join(site.folder, '.svc/svc.db');
    renameSync(path, `${path}.old`);
    await (await openStorage(path)).close();
    await until(async () => (await readiness(site)).status === 503);
    expect((await admin.call('POST', '/settings', ada, { topics_max: 7 })).status).toBe(503);
    expect(linesAbout(site, "the database can't be used")).toHaveLength(1);
  });
});

describe('a service that is not set up', () => {
  it('is one line of information in the log, without a stack', async () => {
    const site = await serveSite({ files: HARBOUR });
    const admin = new AdminClient(site);
    const ada = await admin.as('ada', 'administrator');
    const reply = await admin.call('POST', '/suggest', ada, { post: 2, field: 'description' });
    expect(reply.status).toBe(503);
    const lines = linesAbout(site, (reply.body as { message: string }).message);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: 30, code: reply.code, what: '/suggest' });
    expect(lines[0]).not.toHaveProperty('err');
  });
});

describe('a SQLite file that cannot be opened', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-database-'));
  const list = async (path: string) => {
    const { code, stdout } = await runSvc(['user', 'list', '--json', '--database', path], { cwd: folder });
    return { code, error: (JSON.parse(stdout) as { error?: unknown }).error };
  };

  it('is said to be damaged, with the way to restore it', async () => {
    const path = join(folder, 'damaged.db');
    writeFileSync(path, 'This is no database, but a letter to the harbour master.\n'.repeat(100));
    expect(await list(path)).toEqual({
      code: 1,
      error: {
        code: 'SVC_STORAGE',
        field: 'database',
        message: `the file ${path} is damaged, or isn't a SQLite database`,
        fix: expect.stringContaining('svc restore FILE'),
      },
    });
  });

  it('is said to be a folder', async () => {
    expect((await list(folder)).error).toMatchObject({
      message: `${folder} is a folder, not the file of a database`,
    });
  });

  it('is said to be of a newer version', async () => {
    const path = join(folder, 'newer.db');
    const storage = await openStorage(path);
    await storage.db
      .insertInto('kysely_migration' as never)
      .values({ name: '9999-tomorrow', timestamp: '2030-01-01T00:00:00.000Z' } as never)
      .execute();
    await storage.close();
    expect((await list(path)).error).toMatchObject({
      message: 'the database was written by a newer version of this program',
    });
    rmSync(folder, { recursive: true });
  });
});
