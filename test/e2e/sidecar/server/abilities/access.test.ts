import { beforeAll, describe, expect, it } from 'vitest';
import { schemaErrors } from '../../../../../src/quality/validate/ajv.js';
import { addAccess } from '../../../../../src/storage/tables/agent-access.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import {
  Connection,
  inStorage,
  oauthToken,
  sharedToken,
} from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, NOW, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

interface Page {
  readonly events: readonly Readonly<Record<string, unknown>>[];
  readonly unseen: number;
  readonly total: number;
  readonly hasMore: boolean;
  readonly cursor: string | null;
}

let site: TestSite;
let client: AdminClient;
let ada: Credentials;
let sam: Credentials;

beforeAll(async () => {
  site = await serveSite({
    files: HARBOUR,
    settings: { enable_mcp_server: true, enable_agent_writes: true },
  });
  client = new AdminClient(site);
  ada = await client.as('ada', 'administrator');
  sam = await client.as('sam', 'subscriber');
}, 60_000);

async function page(query = ''): Promise<Page> {
  const { status, body } = await client.call('GET', `/agent-access${query}`, ada);
  expect([status, schemaErrors('admin-agent-access.schema.json', body)]).toEqual([200, []]);
  return body as Page;
}

const clear = () => client.call('DELETE', '/agent-access', ada);
const run = (path: string, credentials: Credentials = {}, method = 'GET') =>
  fetch(`${site.url}api/wp-abilities/v1/abilities/${path}/run`, { method, headers: credentials });

describe('the record of access', () => {
  it('names every run with its credential, once for all times', async () => {
    await clear();
    const token = await oauthToken(site, 'ada', 'read');
    const connection = new Connection(site, token);
    await new Connection(site, token, '2026-07-28').call('svc-edit-content', { post_id: 2 });
    await connection.call('svc-read-terms');
    await connection.call('svc-read-terms');
    await connection.call('svc-update-content', { post_id: 2, title: 'CANARY-INPUT' });
    await new Connection(site, await sharedToken(site, 'ada', 'read')).call('svc-read-terms');
    await run('svc/read-terms', ada);
    await run('svc/read-terms', sam);
    await run('svc/llms-txt');
    const { events, total, unseen } = await page();
    const short = events.map(({ kind, user, credName, subject, detail, hits }) => [
      kind,
      user,
      credName,
      subject,
      detail,
      hits,
    ]);
    expect(short).toHaveLength(7);
    expect(short).toEqual(
      expect.arrayContaining([
        ['ability_used', 'ada', 'Teapot’s connection', 'svc/read-terms', 'own', 2],
        ['ability_refused', 'ada', 'Teapot’s connection', 'svc/update-content', '403', 1],
        ['ability_refused', 'ada', 'Teapot’s connection', 'svc/edit-content', '403', 1],
        ['ability_used', 'ada', 'connection token', 'svc/read-terms', 'own', 1],
        ['ability_used', 'ada', '', 'svc/read-terms', 'own', 1],
        ['ability_refused', 'sam', '', 'svc/read-terms', '403', 1],
        ['ability_used', '', '', 'svc/llms-txt', 'own', 1],
      ]),
    );
    expect([total, unseen]).toEqual([7, 7]);
    // Neither what was sent, nor from where, nor with what.
    const text = JSON.stringify(events);
    for (const secret of ['CANARY-INPUT', '127.0.0.1', 'svcoa_', 'svcmcp_', 'node']) {
      expect([secret, text.includes(secret)]).toEqual([secret, false]);
    }
  });

  it('collapses guesses into one row', async () => {
    await clear();
    for (const name of ['svc/secrets', 'svc/other', 'x/y']) await run(name);
    await run('svc/update-content');
    await run('svc/check-page');
    await run('svc/check-page', ada);
    const { events } = await page();
    expect(events.map(({ kind, subject, hits }) => [kind, subject, hits])).toEqual([
      ['ability_probed', '', 5],
    ]);
  });

  it('is marked as seen, emptied, and paged', async () => {
    await clear();
    await run('svc/read-terms', ada);
    expect((await page()).unseen).toBe(1);
    const seen = await client.call('POST', '/agent-access/seen', ada);
    expect(seen.body).toEqual({ ok: true, unseen: 0 });
    expect((await page()).unseen).toBe(0);
    await run('svc/read-terms', ada);
    const { unseen, hasMore, cursor } = await page();
    expect([unseen, hasMore, cursor]).toEqual([1, false, null]);
    expect((await page('?before=nonsense')).events).toHaveLength(1);
    expect((await page('?before=1~1')).events).toEqual([]);
    expect((await clear()).body).toEqual({ ok: true, total: 0 });
    expect((await page()).total).toBe(0);
  });

  it('comes in pages of 100, the latest first, each row once', async () => {
    await clear();
    await inStorage(site, ({ db }) => {
      const same = { kind: 'ability_used', userId: 0, cred: '', detail: 'own', hits: 1 };
      // Several rows of one second: the place in the list has to say which.
      const at = (number: number) => NOW - Math.floor(number / 7);
      return addAccess(
        db,
        Array.from({ length: 230 }, (_, number) => ({
          ...same,
          subject: `svc/n-${number}`,
          firstAt: at(number),
          lastAt: at(number),
        })),
      );
    });
    const subjects: unknown[] = [];
    let cursor: string | null = '';
    const sizes: number[] = [];
    while (cursor !== null) {
      const found: Page = await page(cursor === '' ? '' : `?before=${encodeURIComponent(cursor)}`);
      sizes.push(found.events.length);
      subjects.push(...found.events.map(({ subject }) => subject));
      expect(found.hasMore).toBe(found.cursor !== null);
      ({ cursor } = found);
    }
    expect(sizes).toEqual([100, 100, 30]);
    expect(new Set(subjects).size).toBe(230);
  });

  it('is the administrator’s', async () => {
    for (const [method, path] of [
      ['GET', '/agent-access'],
      ['POST', '/agent-access/seen'],
      ['DELETE', '/agent-access'],
    ] as const) {
      expect((await client.call(method, path)).status).toBe(401);
      expect((await client.call(method, path, sam)).status).toBe(403);
    }
  });
});
