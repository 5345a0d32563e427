import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { removeUser } from '../../../../src/storage/tables/users.js';
import {
  Assistant,
  CALLBACK,
  type Tokens,
  tokensOf,
  VERIFIER,
} from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';
import { postgres, sqlite } from '../../../support/storage/databases.js';

const HOUR = 3600;
const DAY = 86_400;

describe.each([sqlite(), postgres()])('on $name', (database) => {
  let sidecar: TestSidecar;
  let owner: Browser;
  let assistant: Assistant;
  let start: number;

  beforeAll(async () => {
    await database.start();
    sidecar = await startSidecar({ database: await database.address() });
    await sidecar.addUser('ada', 'administrator');
    await sidecar.set({ enable_mcp_server: true, enable_agent_writes: true });
  });
  afterAll(async () => {
    await sidecar.close();
    await database.stop();
  });
  beforeEach(async () => {
    // Everything that was before has expired.
    sidecar.now += 365 * DAY;
    start = sidecar.now;
    owner = new Browser(sidecar);
    await owner.signIn('ada');
    assistant = new Assistant(sidecar);
    await assistant.register();
  });

  const at = (seconds: number) => {
    sidecar.now = start + seconds;
  };
  const bearerOf = (token: string) =>
    sidecar.services.credentials.authenticateBearer(`Bearer ${token}`, { now: sidecar.now });
  const isAlive = async ({ access }: Pick<Tokens, 'access'>) => (await bearerOf(access)) !== undefined;

  describe('a code', () => {
    it('[3-code-60-seconds] [3-code-issues-pair] [5-token-prefixes] is good for 59 seconds', async () => {
      const code = await assistant.approvedBy(owner, 'write');
      expect(code).toMatch(/^[0-9a-f]{64}$/);
      at(59);
      const reply = await assistant.redeem(code);
      expect([reply.status, reply.body]).toEqual([
        200,
        {
          access_token: expect.stringMatching(/^svcoa_[0-9a-f]{64}$/),
          token_type: 'Bearer',
          expires_in: 3600,
          refresh_token: expect.stringMatching(/^svcor_[0-9a-f]{64}$/),
          scope: 'write',
        },
      ]);
      expect(await isAlive(tokensOf(reply))).toBe(true);
    });

    it.each([60, 61])('[3-code-60-seconds] is dead after %i seconds', async (seconds) => {
      const code = await assistant.approvedBy(owner);
      at(seconds);
      expect(await assistant.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      at(0);
      expect(await assistant.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it('[3-code-single-use] works once; a second use ends its own tokens, and the connection stays in the list', async () => {
      const other = new Assistant(sidecar);
      const others = await other.connect(owner);
      const earlier = await assistant.connect(owner);
      const pending = await assistant.approvedBy(owner);
      const code = await assistant.approvedBy(owner);
      const tokens = tokensOf(await assistant.redeem(code));
      expect([await isAlive(tokens), await isAlive(earlier)]).toEqual([true, true]);
      at(30);
      expect(await assistant.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      // Another device of the same client has an authorization of its own, and so has the code that waits.
      expect([await isAlive(tokens), await isAlive(earlier), await isAlive(others)]).toEqual([
        false,
        true,
        true,
      ]);
      expect((await assistant.refresh(tokens.refresh)).status).toBe(400);
      expect((await assistant.refresh(earlier.refresh)).status).toBe(200);
      expect((await assistant.redeem(pending)).status).toBe(200);
      expect((await other.refresh(others.refresh)).status).toBe(200);
      expect(await grantIds()).toEqual(expect.arrayContaining([assistant.clientId, other.clientId]));
      // The registration has stayed: the owner can approve again.
      expect(await isAlive(tokensOf(await assistant.redeem(await assistant.approvedBy(owner))))).toBe(true);
    });

    it('[3-code-single-use] that is used again long after ends its tokens too', async () => {
      const code = await assistant.approvedBy(owner);
      const tokens = tokensOf(await assistant.redeem(code));
      at(20 * DAY);
      const { refresh } = tokensOf(await assistant.refresh(tokens.refresh));
      at(29 * DAY);
      expect((await assistant.redeem(code)).status).toBe(400);
      expect((await assistant.refresh(refresh)).status).toBe(400);
    });

    it.each([
      ['the wrong verifier', { code_verifier: VERIFIER.replace('tea', 'pot') }, 'invalid_grant'],
      ['a short verifier', { code_verifier: 'short' }, 'invalid_grant'],
      ['no verifier', { code_verifier: '' }, 'invalid_grant'],
      ['another redirect URI', { redirect_uri: `${CALLBACK}/` }, 'invalid_grant'],
      ['no redirect URI', { redirect_uri: '' }, 'invalid_grant'],
      ['no client', { client_id: '' }, 'invalid_grant'],
      ['another resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
    ])('[3-code-bound] [5-pkce-s256] [5-token-errors] dies with %s', async (_, change, error) => {
      const code = await assistant.approvedBy(owner);
      expect(await assistant.redeem(code, change)).toMatchObject({
        status: 400,
        body: { error, error_description: expect.any(String) },
      });
      // Burned before it was judged: there is no second try.
      expect(await assistant.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it('[3-code-bound] [5-token-errors] dies with another client, and with one that is not known', async () => {
      const other = new Assistant(sidecar);
      await other.register();
      for (const [client_id, status, error] of [
        [other.clientId, 400, 'invalid_grant'],
        ['svcoc_00000000000000000000000000000000', 401, 'invalid_client'],
      ] as const) {
        const code = await assistant.approvedBy(owner);
        expect(await assistant.redeem(code, { client_id })).toMatchObject({ status, body: { error } });
        expect(await assistant.redeem(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      }
    });

    it('[3-code-bound] is good for the port that was asked for', async () => {
      await assistant.register({ redirect_uris: ['http://127.0.0.1:3000/back'] });
      const change = { redirect_uri: 'http://127.0.0.1:50123/back' };
      const code = await assistant.approvedBy(owner, 'read', change);
      expect((await assistant.redeem(code, change)).status).toBe(200);
    });

    it('dies with the account that gave it', async () => {
      await sidecar.addUser('kit', 'administrator');
      const kit = new Browser(sidecar);
      await kit.signIn('kit');
      const tokens = await assistant.connect(kit);
      const code = await assistant.approvedBy(kit);
      await removeUser(sidecar.storage.db, 'kit');
      expect([await isAlive(tokens), (await assistant.redeem(code)).status]).toEqual([false, 400]);
      expect((await assistant.refresh(tokens.refresh)).status).toBe(400);
    });
  });

  describe('tokens', () => {
    it('[5-token-lifetimes] last an hour and 30 days', async () => {
      const tokens = await assistant.connect(owner);
      at(HOUR - 1);
      expect(await isAlive(tokens)).toBe(true);
      at(HOUR);
      expect(await isAlive(tokens)).toBe(false);
      at(30 * DAY - 1);
      expect((await assistant.refresh(tokens.refresh)).status).toBe(200);
    });

    it('[5-token-lifetimes] of 30 days and more are dead', async () => {
      const tokens = await assistant.connect(owner);
      at(30 * DAY);
      expect(await assistant.refresh(tokens.refresh)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
    });

    it('[3-refresh-rotates] are replaced by a new pair of the same scope, with lives of their own', async () => {
      const first = await assistant.connect(owner, 'write');
      at(1800);
      const reply = await assistant.refresh(first.refresh, { scope: 'read' });
      const second = tokensOf(reply);
      expect(reply.body).toMatchObject({ scope: 'write', expires_in: 3600 });
      expect([await isAlive(first), await isAlive(second)]).toEqual([false, true]);
      at(1800 + HOUR - 1);
      expect(await isAlive(second)).toBe(true);
      at(1800 + 30 * DAY - 1);
      expect((await assistant.refresh(second.refresh)).status).toBe(200);
    });

    it('[3-refresh-rotates] end their authorization when an old one is used again after the grace', async () => {
      const other = new Assistant(sidecar);
      const others = await other.connect(owner);
      const device = await assistant.connect(owner);
      const first = await assistant.connect(owner);
      const second = tokensOf(await assistant.refresh(first.refresh));
      const third = tokensOf(await assistant.refresh(second.refresh));
      expect(await isAlive(third)).toBe(true);
      at(61);
      expect(await assistant.refresh(first.refresh)).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect([await isAlive(third), await isAlive(device), await isAlive(others)]).toEqual([
        false,
        true,
        true,
      ]);
      expect((await assistant.refresh(third.refresh)).status).toBe(400);
      expect((await assistant.refresh(device.refresh)).status).toBe(200);
      expect(await grantIds()).toContain(assistant.clientId);
    });

    it.each([0, 59, 60])(
      '[3-refresh-rotates] live on when an old one comes again %i seconds after its use',
      async (seconds) => {
        const first = await assistant.connect(owner);
        at(DAY);
        const second = tokensOf(await assistant.refresh(first.refresh));
        at(DAY + seconds);
        expect(await assistant.refresh(first.refresh)).toMatchObject({
          status: 400,
          body: { error: 'invalid_grant' },
        });
        expect(await isAlive(second)).toBe(true);
        expect((await assistant.refresh(second.refresh)).status).toBe(200);
      },
    );

    it('[3-refresh-rotates] of which several are asked for at once are given once, and live', async () => {
      const { refresh } = await assistant.connect(owner);
      const replies = await Promise.all([1, 2, 3, 4].map(() => assistant.refresh(refresh)));
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
      const won = replies.find(({ status }) => status === 200);
      expect(won && (await isAlive(tokensOf(won)))).toBe(true);
    });

    it('of one client are apart for each account that has approved it', async () => {
      await sidecar.addUser('eve', 'administrator');
      const eve = new Browser(sidecar);
      await eve.signIn('eve');
      const [mine, hers] = [await assistant.connect(owner), await assistant.connect(eve)];
      await assistant.refresh(mine.refresh);
      at(61);
      expect((await assistant.refresh(mine.refresh)).status).toBe(400);
      expect(await isAlive(hers)).toBe(true);
    });

    it.each([
      ['another client', () => ({ client_id: 'other' }), 400, 'invalid_grant'],
      [
        'an unknown client',
        () => ({ client_id: 'svcoc_00000000000000000000000000000000' }),
        401,
        'invalid_client',
      ],
      ['a client that no database can name', () => ({ client_id: 'a\0b' }), 401, 'invalid_client'],
      ['another resource', () => ({ resource: 'https://elsewhere.example/mcp' }), 400, 'invalid_target'],
    ] as const)('are not given to %s, and stay', async (_, change, status, error) => {
      const other = new Assistant(sidecar);
      await other.register();
      const tokens = await assistant.connect(owner);
      const fields: Record<string, string> = change();
      if (fields['client_id'] === 'other') fields['client_id'] = other.clientId;
      expect(await assistant.refresh(tokens.refresh, fields)).toMatchObject({ status, body: { error } });
      expect(await isAlive(tokens)).toBe(true);
      expect((await assistant.refresh(tokens.refresh)).status).toBe(200);
    });

    it('are refreshed without the id of their client, which they name', async () => {
      const { refresh } = await assistant.connect(owner);
      expect((await assistant.refresh(refresh, { client_id: '' })).status).toBe(200);
    });

    it('are of one kind each', async () => {
      const { access, refresh } = await assistant.connect(owner);
      expect(await bearerOf(refresh)).toBeUndefined();
      expect((await assistant.refresh(access)).status).toBe(400);
      expect(await bearerOf(access.replace('svcoa_', 'svcmcp_r_'))).toBeUndefined();
    });

    it('of one site are nobody on another', async () => {
      const { access } = await assistant.connect(owner);
      const { createCredentials } = await import('../../../../src/sidecar/oauth/authenticate.js');
      const elsewhere = createCredentials(sidecar.storage, 'https://elsewhere.example/api/svc/v1/mcp');
      expect(await elsewhere.authenticateBearer(`Bearer ${access}`, { now: sidecar.now })).toBeUndefined();
    });
  });

  describe('a bearer', () => {
    it('is read from the header alone, and says who approved and what', async () => {
      const { access } = await assistant.connect(owner, 'write');
      const { credentials } = sidecar.services;
      const ask = (header: string | undefined) =>
        credentials.authenticateBearer(header, { now: sidecar.now });
      expect(await ask(`bEaReR   ${access}  `)).toEqual({
        actor: { id: expect.any(Number), name: 'ada', role: 'administrator' },
        scope: 'write',
        credential: { kind: 'oauth', clientId: assistant.clientId, name: 'Kettle' },
      });
      for (const bad of [
        undefined,
        '',
        'Bearer',
        access,
        `Basic ${access}`,
        `Bearer ${access}x`,
        `Bearer ${access} x`,
      ]) {
        expect(await ask(bad)).toBeUndefined();
      }
    });

    it('is noted as used at most once a minute', async () => {
      const { access } = await assistant.connect(owner);
      expect(await lastUsed()).toBeNull();
      await bearerOf(access);
      at(59);
      await bearerOf(access);
      expect(await lastUsed()).toBe(start);
      at(60);
      await bearerOf(access);
      expect(await lastUsed()).toBe(start + 60);
    });
  });

  describe('a client', () => {
    it('[3-grant-revoked] [3-grant-refreshed-list] is removed with everything it has, and nothing else', async () => {
      const other = new Assistant(sidecar);
      const others = await other.connect(owner);
      const tokens = await assistant.connect(owner);
      const code = await assistant.approvedBy(owner);
      const nonce = await nonceOf();
      const remove = () =>
        owner.send('DELETE', `/api/svc/v1/oauth/grants?clientId=${assistant.clientId}`, {
          'X-Platform-Nonce': nonce,
        });
      const removed = await remove();
      const { grants } = (await removed.json()) as { grants: { clientId: string }[] };
      const ids = grants.map(({ clientId }) => clientId);
      expect([removed.status, ids.includes(assistant.clientId), ids.includes(other.clientId)]).toEqual([
        200,
        false,
        true,
      ]);
      expect([await isAlive(tokens), await isAlive(others)]).toEqual([false, true]);
      // Told apart from an old token, so that it registers anew.
      const unknown = { status: 401, body: { error: 'invalid_client' } };
      expect(await assistant.redeem(code)).toMatchObject(unknown);
      expect(await assistant.refresh(tokens.refresh)).toMatchObject(unknown);
      expect((await owner.get(assistant.request())).status).toBe(400);
      expect((await other.refresh(others.refresh)).status).toBe(200);
      const again = await remove();
      expect([again.status, await again.json()]).toMatchObject([404, { code: 'svc_unknown_grant' }]);
    });

    it('or an account whose name holds NUL is unknown at every door', async () => {
      const id = 'svcoc_a\0b';
      expect((await owner.get(assistant.request({ client_id: id }))).status).toBe(400);
      const known = { status: 401, body: { error: 'invalid_client' } };
      expect(await assistant.redeem('0'.repeat(64), { client_id: id })).toMatchObject(known);
      expect((await assistant.post('revoke', { token: 'svcor_x', client_id: id })).status).toBe(200);
      const headers = { 'X-Platform-Nonce': await nonceOf() };
      const path = `/api/svc/v1/oauth/grants?clientId=${encodeURIComponent(id)}`;
      expect((await owner.send('DELETE', path, headers)).status).toBe(400);
      const stranger = new Browser(sidecar);
      const refused = await stranger.submit('/svc/login', { username: 'a\0da', password: 'x' });
      expect([400, 401]).toContain(refused.status);
    });

    it('that nobody approves goes after a day; one that was approved stays', async () => {
      const idle = new Assistant(sidecar);
      await idle.register();
      await assistant.connect(owner);
      at(DAY);
      await new Assistant(sidecar).register();
      expect((await owner.get(idle.request())).status).toBe(200);
      at(DAY + 1);
      await new Assistant(sidecar).register();
      expect((await owner.get(idle.request())).status).toBe(400);
      expect(await idle.redeem('0'.repeat(64))).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
      expect((await owner.get(assistant.request())).status).toBe(200);
    });

    it('that nobody approves is one of a thousand at most: the newest', async () => {
      await assistant.connect(owner);
      const facts = { name: 'x', redirect_uris: '[]', created: sidecar.now, fresh_until: 0, scope: '' };
      const row = { ...facts, approved: 0, approved_by: 0, last_used: 0 };
      const rows = Array.from({ length: 1100 }, (_, index) => ({ ...row, id: `svcoc_${index}` }));
      const { db } = sidecar.storage;
      for (let from = 0; from < rows.length; from += 100) {
        await db
          .insertInto('oauth_clients')
          .values(rows.slice(from, from + 100))
          .execute();
      }
      const newest = new Assistant(sidecar);
      await newest.register();
      const left = await db.selectFrom('oauth_clients').select('id').where('approved', '=', 0).execute();
      const ids = left.map(({ id }) => id);
      expect([ids.length, ids.includes('svcoc_0'), ids.includes('svcoc_1099')]).toEqual([1000, false, true]);
      expect(ids).toContain(newest.clientId);
      expect((await owner.get(assistant.request())).status).toBe(200);
    });

    it('that nobody approves goes after an hour where there are many', async () => {
      const first = new Assistant(sidecar);
      await first.register();
      for (let count = 0; count < 50; count += 1) {
        // The limit of registrations is for each minute.
        at(Math.floor(count / 20) * 60);
        expect((await new Assistant(sidecar).register()).status).toBe(201);
      }
      expect((await owner.get(first.request())).status).toBe(200);
      at(HOUR + 1);
      await new Assistant(sidecar).register();
      expect((await owner.get(first.request())).status).toBe(400);
    });
  });

  async function nonceOf(): Promise<string> {
    const { nonce } = (await (await owner.get('/api/svc/v1/nonce')).json()) as { nonce: string };
    return nonce;
  }

  async function grants(): Promise<readonly { clientId: string; lastUsed: number | null }[]> {
    const headers = { 'X-Platform-Nonce': await nonceOf() };
    const response = await owner.send('GET', '/api/svc/v1/oauth/grants', headers);
    return ((await response.json()) as { grants: { clientId: string; lastUsed: number | null }[] }).grants;
  }

  const grantIds = async () => (await grants()).map(({ clientId }) => clientId);
  const lastUsed = async () =>
    (await grants()).find(({ clientId }) => clientId === assistant.clientId)?.lastUsed;
});
