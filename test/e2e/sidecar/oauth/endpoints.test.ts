import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Assistant, CALLBACK } from '../../../support/sidecar/oauth/assistant.js';
import { Browser, startSidecar, type TestSidecar } from '../../../support/sidecar/server/auth/harness.js';

let sidecar: TestSidecar;
let assistant: Assistant;
let owner: Browser;

beforeAll(async () => {
  sidecar = await startSidecar();
  await sidecar.addUser('ada', 'administrator');
});
afterAll(() => sidecar.close());
beforeEach(async () => {
  // A minute without registrations, sessions that last.
  sidecar.now += 3600;
  await sidecar.set({ enable_mcp_server: true, enable_agent_writes: false });
  assistant = new Assistant(sidecar);
  // Once: a session outlives the tests.
  if (owner?.cookies.has('svc_session')) return;
  owner = new Browser(sidecar);
  await owner.signIn('ada');
});

const API = '/api/svc/v1';
const post = (path: string, body: string, type?: string) =>
  sidecar.send(API + path, { method: 'POST', body, ...(type && { headers: { 'Content-Type': type } }) });
const JSON_TYPE = 'application/json';
const FORM = 'application/x-www-form-urlencoded';

describe('registration', () => {
  it('[4.1-oauth-register] [5-public-exceptions] [5-dcr-public-clients] [5-token-prefixes] gives an id and no secret', async () => {
    const asked = { client_name: '  Kettle\u202e\n 3 ', token_endpoint_auth_method: 'client_secret_basic' };
    const { status, headers, body } = await assistant.register(asked);
    expect([status, body]).toEqual([
      201,
      {
        client_id: expect.stringMatching(/^svcoc_[0-9a-f]{32}$/),
        client_id_issued_at: sidecar.now,
        client_name: 'Kettle 3',
        redirect_uris: [CALLBACK],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      },
    ]);
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      'no-store',
      '*',
    ]);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('takes what is allowed of a list, each once', async () => {
    const redirect_uris = [CALLBACK, 'javascript://x', 7, CALLBACK, 'kettle://back', ` ${CALLBACK}`];
    expect((await assistant.register({ redirect_uris })).body['redirect_uris']).toEqual([
      CALLBACK,
      'kettle://back',
    ]);
  });

  it.each([
    [undefined, 'MCP client'],
    ['', 'MCP client'],
    [['x'], 'MCP client'],
    ['\u200b\u202e', 'MCP client'],
    ['🫖'.repeat(81), '🫖'.repeat(80)],
  ])('knows a client that calls itself %j as %s', async (client_name, name) => {
    expect((await assistant.register({ client_name })).body['client_name']).toBe(name);
  });

  it('takes ten addresses and no more', async () => {
    const uris = (count: number) => Array.from({ length: count }, (_, index) => `${CALLBACK}/${index}`);
    expect((await assistant.register({ redirect_uris: uris(10) })).status).toBe(201);
    expect(await assistant.register({ redirect_uris: uris(11) })).toMatchObject({
      status: 400,
      body: { error: 'invalid_redirect_uri' },
    });
  });

  it.each([
    ['no addresses', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['no list', { redirect_uris: CALLBACK }, 'invalid_redirect_uri'],
    ['nothing', { redirect_uris: null }, 'invalid_redirect_uri'],
    ['only bad ones', { redirect_uris: ['data://x', 'file:///x'] }, 'invalid_redirect_uri'],
    ['a list', [], 'invalid_client_metadata'],
    ['a text', 'kettle', 'invalid_client_metadata'],
  ])('is refused with %s, in the words of RFC 7591 and of the admin API', async (_, metadata, error) => {
    expect(await assistant.register(metadata)).toMatchObject({
      status: 400,
      body: {
        error,
        error_description: expect.any(String),
        code: error,
        message: expect.any(String),
        data: { status: 400 },
      },
    });
  });

  it('is refused with what is no JSON, or too long', async () => {
    const form = await post('/oauth/register', `redirect_uris=${CALLBACK}`, FORM);
    expect([form.status, await form.json()]).toMatchObject([400, { error: 'invalid_client_metadata' }]);
    expect((await post('/oauth/register', '{"broken', JSON_TYPE)).status).toBe(400);
    const long = JSON.stringify({ redirect_uris: [CALLBACK], client_name: 'x'.repeat(70_000) });
    expect((await post('/oauth/register', long, JSON_TYPE)).status).toBe(413);
  });

  it('is possible 30 times a minute for an address', async () => {
    for (let count = 0; count < 30; count += 1) expect((await assistant.register()).status).toBe(201);
    const { status, headers, body } = await assistant.register();
    expect([status, body]).toMatchObject([429, { error: 'temporarily_unavailable' }]);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    sidecar.now += 60;
    expect((await assistant.register()).status).toBe(201);
  });
});

describe('the token endpoint', () => {
  it('[4.1-oauth-token] [4.1-oauth-no-store] [5-public-exceptions] takes a form or JSON, from any page, and is never kept', async () => {
    await assistant.register();
    const code = await assistant.approvedBy(owner);
    const { headers } = await assistant.redeem(code);
    expect([headers.get('cache-control'), headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    const refused = await assistant.redeem(code);
    expect(refused.headers.get('cache-control')).toBe('no-store');
    const again = await assistant.approvedBy(owner);
    const fields = {
      grant_type: 'authorization_code',
      code: again,
      client_id: assistant.clientId,
      redirect_uri: CALLBACK,
      code_verifier: 'the-kettle-knows-when-the-tea-is-ready~2026.ok',
      resource: [`${sidecar.url}${API}/mcp`, `${sidecar.url}${API}/mcp/`],
    };
    const json = await post('/oauth/token', JSON.stringify(fields), JSON_TYPE);
    expect([json.status, json.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
  });

  it.each([
    [{}, 'unsupported_grant_type'],
    [{ grant_type: 'password', username: 'ada', password: 'x' }, 'unsupported_grant_type'],
    [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token' }, 'invalid_grant'],
    [{ grant_type: 'refresh_token', refresh_token: 'svcor_x' }, 'invalid_grant'],
  ])('[5-token-errors] answers %j with the words of RFC 6749', async (fields, error) => {
    const { status, body, headers } = await assistant.token(fields as Record<string, string>);
    expect([status, Object.keys(body), body['error']]).toEqual([400, ['error', 'error_description'], error]);
    expect(headers.get('www-authenticate')).toBeNull();
  });

  it.each([
    ['a parameter twice', 'grant_type=refresh_token&grant_type=refresh_token', FORM, 400],
    ['a text', 'grant_type=refresh_token', 'text/plain', 400],
    ['no type', 'grant_type=refresh_token', undefined, 400],
    ['broken JSON', '{"grant_type', JSON_TYPE, 400],
    ['a list', '["refresh_token"]', JSON_TYPE, 400],
    ['too much', `x=${'x'.repeat(70_000)}`, FORM, 413],
    ['far too much', `x=${'x'.repeat(3_000_000)}`, FORM, 413],
  ])('refuses %s', async (_, body, type, status) => {
    const response = await post('/oauth/token', body, type);
    expect([response.status, await response.json()]).toMatchObject([status, { error: 'invalid_request' }]);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('reads nothing of the address', async () => {
    await assistant.register();
    const { refresh } = await assistant.connect(owner);
    const inAddress = await post(`/oauth/token?grant_type=refresh_token&refresh_token=${refresh}`, '', FORM);
    expect([inAddress.status, await inAddress.json()]).toMatchObject([
      400,
      { error: 'unsupported_grant_type' },
    ]);
    expect((await assistant.refresh(refresh)).status).toBe(200);
  });
});

describe('revocation', () => {
  const bearerOf = (token: string) =>
    sidecar.services.credentials.authenticateBearer(`Bearer ${token}`, { now: sidecar.now });

  it('ends an access token alone, and a refresh token with its access token', async () => {
    const { access, refresh } = await assistant.connect(owner);
    const revoke = (token: string, more: Record<string, string> = {}) =>
      assistant.post('revoke', { token, client_id: assistant.clientId, ...more });
    const revoked = await revoke(access, { token_type_hint: 'refresh_token' });
    expect([
      revoked.status,
      revoked.headers.get('cache-control'),
      revoked.headers.get('content-length'),
    ]).toEqual([200, 'no-store', '0']);
    expect(await bearerOf(access)).toBeUndefined();
    const next = await assistant.refresh(refresh);
    const tokens = { access: String(next.body['access_token']), refresh: String(next.body['refresh_token']) };
    expect((await revoke(tokens.refresh, { client_id: '' })).status).toBe(200);
    expect(await bearerOf(tokens.access)).toBeUndefined();
    expect((await assistant.refresh(tokens.refresh)).status).toBe(400);
    // The approval has stayed.
    expect((await owner.get(assistant.request())).status).toBe(200);
  });

  it('says the same of tokens that nobody knows, and leaves those of others alone', async () => {
    const { access } = await assistant.connect(owner);
    const other = new Assistant(sidecar);
    await other.register();
    for (const token of ['svcoa_00', 'nonsense'])
      expect((await other.post('revoke', { token })).status).toBe(200);
    expect(await other.post('revoke', { token: access, client_id: other.clientId })).toMatchObject({
      status: 400,
      body: { error: 'invalid_client' },
    });
    expect(await bearerOf(access)).toBeDefined();
    expect(await other.post('revoke', {})).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });
});

describe('every endpoint', () => {
  it.each(['register', 'token', 'revoke'])(
    '%s lets pages of other sites ask, and knows POST alone',
    async (name) => {
      const path = `${API}/oauth/${name}`;
      const preflight = await sidecar.send(path, {
        method: 'OPTIONS',
        headers: { Origin: 'https://kettle.example' },
      });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST');
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const response = await sidecar.send(path, { method });
        expect([response.status, await response.json()]).toMatchObject([404, { code: 'rest_no_route' }]);
      }
    },
  );

  it('[7-mcp-off-404] is 404 for everybody while the MCP server is off, before anybody is asked who they are', async () => {
    const tokens = await assistant.connect(owner);
    const { nonce } = (await (await owner.get(`${API}/nonce`)).json()) as { nonce: string };
    await sidecar.set({ enable_mcp_server: false });
    const calls: readonly (readonly [string, string])[] = [
      ['POST', '/oauth/register'],
      ['OPTIONS', '/oauth/register'],
      ['POST', '/oauth/token'],
      ['POST', '/oauth/revoke'],
      ['GET', '/oauth/grants'],
      ['DELETE', '/oauth/grants?clientId=x'],
      ['GET', '/mcp-token'],
      ['POST', '/mcp-token'],
      ['DELETE', '/mcp-token'],
    ];
    for (const [method, path] of calls) {
      for (const headers of [{}, { 'X-Platform-Nonce': 'wrong' }, { 'X-Platform-Nonce': nonce }]) {
        for (const asker of [owner, new Browser(sidecar)]) {
          const response = await asker.send(method, API + path, headers);
          expect([method, path, response.status]).toEqual([method, path, 404]);
          expect(await response.json()).toMatchObject({ code: 'rest_no_route' });
        }
      }
    }
    for (const asker of [owner, new Browser(sidecar)]) {
      expect((await asker.get(assistant.request())).status).toBe(404);
      expect((await asker.send('POST', '/svc/connect')).status).toBe(404);
    }
    // Switched on again, what was approved works on.
    await sidecar.set({ enable_mcp_server: true });
    expect((await assistant.refresh(tokens.refresh)).status).toBe(200);
  });
});

describe('grants', () => {
  it('[4.1-grants-list] [2.2-grant-row] are names and times, in the order of registration', async () => {
    const nonce = ((await (await owner.get(`${API}/nonce`)).json()) as { nonce: string }).nonce;
    const list = async () => {
      const response = await owner.send('GET', `${API}/oauth/grants`, { 'X-Platform-Nonce': nonce });
      return ((await response.json()) as { grants: readonly { clientId: string }[] }).grants;
    };
    const before = (await list()).length;
    const [first, second, never] = [new Assistant(sidecar), new Assistant(sidecar), new Assistant(sidecar)];
    await first.register({ client_name: 'First', redirect_uris: ['kettle://tea.time/back', CALLBACK] });
    await second.register({ client_name: 'Second', redirect_uris: ['http://127.0.0.1:3000/'] });
    await never.register({ client_name: 'Never' });
    await second.approvedBy(owner, 'read', { redirect_uri: 'http://127.0.0.1:3000/' });
    sidecar.now += 5;
    await first.approvedBy(owner, 'read', { redirect_uri: 'kettle://tea.time/back' });
    expect((await list()).slice(before)).toEqual([
      {
        clientId: first.clientId,
        name: 'First',
        host: 'tea.time',
        scope: 'read',
        approved: sidecar.now,
        lastUsed: null,
      },
      {
        clientId: second.clientId,
        name: 'Second',
        host: '127.0.0.1',
        scope: 'read',
        approved: sidecar.now - 5,
        lastUsed: null,
      },
    ]);
    await sidecar.set({ enable_agent_writes: true });
    await second.approvedBy(owner, 'write', { redirect_uri: 'http://127.0.0.1:3000/' });
    expect((await list()).at(-1)).toMatchObject({ name: 'Second', scope: 'write', approved: sidecar.now });
  });
});
