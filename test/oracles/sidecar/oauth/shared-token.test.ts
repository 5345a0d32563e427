import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeUser } from '../../../../src/storage/tables/users.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const PATH = '/api/svc/v1/mcp-token';

describe.each([sqlite(), postgres()])('the shared token on $name', (database) => {
  let sidecar: TestSidecar;
  let owner: Browser;

  beforeAll(async () => {
    await database.start();
    sidecar = await startSidecar({ database: await database.address() });
    await sidecar.addUser('ada', 'administrator');
    owner = new Browser(sidecar);
    await owner.signIn('ada');
  });
  afterAll(async () => {
    await sidecar.close();
    await database.stop();
  });
  beforeEach(async () => {
    sidecar.now += 3600;
    await sidecar.set({ enable_mcp_server: true, enable_agent_writes: true });
    await call('DELETE');
  });

  async function call(method: string, query = '', browser = owner) {
    const { nonce } = (await (await browser.get('/api/svc/v1/nonce')).json()) as { nonce: string };
    const response = await browser.send(method, PATH + query, { 'X-Platform-Nonce': nonce });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  const make = async (scope: string) => String((await call('POST', `?scope=${scope}`)).body['plaintext']);
  const bearerOf = (token: string, userAgent = '') =>
    sidecar.services.credentials.authenticateBearer(`Bearer ${token}`, { now: sidecar.now, userAgent });

  it('[3-token-created] [4.1-mcp-token-once] [2.2-token-metadata] is shown once, when it is made', async () => {
    expect((await call('GET')).body).toEqual({ token: null });
    const { status, body } = await call('POST', '?scope=read');
    const token = { scope: 'read', created_at: sidecar.now, last_used_at: null, last_used_ua: '' };
    expect([status, body]).toEqual([
      200,
      { plaintext: expect.stringMatching(/^svcmcp_r_[0-9a-f]{40}$/), token },
    ]);
    expect((await call('GET')).body).toEqual({ token });
  });

  it('[5-shared-token-scope] says by its beginning what it may do', async () => {
    const write = await make('write');
    expect(write).toMatch(/^svcmcp_w_[0-9a-f]{40}$/);
    expect(await bearerOf(write)).toEqual({
      actor: { id: expect.any(Number), name: 'ada', role: 'administrator' },
      scope: 'write',
      credential: { kind: 'shared' },
    });
    // The stored scope counts, and a beginning that was changed is another token.
    expect(await bearerOf(write.replace('_w_', '_r_'))).toBeUndefined();
    const read = await make('anything');
    expect([read.slice(0, 9), (await bearerOf(read))?.scope]).toEqual(['svcmcp_r_', 'read']);
    expect(await bearerOf(read.replace('_r_', '_w_'))).toBeUndefined();
  });

  it('[3-token-created] stops working when another is made: there is one', async () => {
    const first = await make('read');
    const second = await make('write');
    expect([await bearerOf(first), (await bearerOf(second))?.scope]).toEqual([undefined, 'write']);
    expect(await sidecar.storage.db.selectFrom('shared_tokens').selectAll().execute()).toHaveLength(1);
  });

  it('[3-token-revoked] is revoked, and revoked again', async () => {
    const token = await make('read');
    for (const _ of [1, 2]) expect(await call('DELETE')).toEqual({ status: 200, body: { token: null } });
    expect(await bearerOf(token)).toBeUndefined();
  });

  it('[7-write-token-409] may not write while assistants may not', async () => {
    const token = await make('read');
    await sidecar.set({ enable_agent_writes: false });
    expect(await call('POST', '?scope=write')).toMatchObject({
      status: 409,
      body: { code: 'svc_writes_off' },
    });
    expect(await bearerOf(token)).toBeDefined();
    expect((await call('POST', '?scope=read')).status).toBe(200);
  });

  it('notes at most once a minute by whom it was used', async () => {
    const token = await make('read');
    const start = sidecar.now;
    const used = async () => ((await call('GET')).body as { token: Record<string, unknown> }).token;
    await bearerOf(token, `Kettle/1.0\u0007 ${'x'.repeat(200)}`);
    const first = { last_used_at: start, last_used_ua: `Kettle/1.0 ${'x'.repeat(109)}` };
    expect(await used()).toMatchObject(first);
    sidecar.now = start + 59;
    await bearerOf(token, 'Teapot');
    expect(await used()).toMatchObject(first);
    sidecar.now = start + 60;
    await bearerOf(token, 'Teapot');
    expect(await used()).toMatchObject({ last_used_at: start + 60, last_used_ua: 'Teapot' });
  });

  it('has no end, but that of the account that made it', async () => {
    await sidecar.addUser('kit', 'administrator');
    const kit = new Browser(sidecar);
    await kit.signIn('kit');
    const { body } = await call('POST', '?scope=read', kit);
    const token = String(body['plaintext']);
    sidecar.now += 3 * 365 * 86_400;
    expect((await bearerOf(token))?.actor.name).toBe('kit');
    await removeUser(sidecar.storage.db, 'kit');
    expect(await bearerOf(token)).toBeUndefined();
    owner = new Browser(sidecar);
    await owner.signIn('ada');
    expect((await call('GET')).body).toEqual({ token: null });
  });
});
