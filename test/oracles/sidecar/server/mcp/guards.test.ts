import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import {
  Connection,
  inStorage,
  oauthToken,
  type Proof,
  sharedToken,
} from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, NOW, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const CHALLENGE =
  'Bearer resource_metadata="https://harbour.example/.well-known/oauth-protected-resource/svc/mcp"';
/** The same for a token that is wrong. */
const INVALID = CHALLENGE.replace('Bearer ', 'Bearer error="invalid_token", ');
const PATH = '/api/svc/v1/mcp';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let site: TestSite;
let session: Proof;
let token: Proof;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  session = await new AdminClient(site).as('ada', 'administrator');
  token = await oauthToken(site, 'ada', 'read');
}, 60_000);

describe('nobody', () => {
  const anonymous = () => new Connection(site, {});

  it.each([
    {
      ...LIST,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
    },
    { ...LIST, method: 'ping' },
    { ...LIST, method: 'server/discover' },
    { ...LIST, method: 'nope' },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    LIST,
    [LIST],
    'this is no message',
    '',
  ])(
    '[4.1-mcp-401] [7-mcp-challenge] is told where to sign in, whatever the message: %j',
    async (message) => {
      const { status, headers, body } = await anonymous().send(message);
      expect([status, headers.get('www-authenticate')]).toEqual([401, CHALLENGE]);
      expect(body).toEqual({ code: 'rest_forbidden', message: expect.any(String), data: { status: 401 } });
    },
  );

  it.each(['GET', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'HEAD'])(
    'and whatever the method: %s',
    async (method) => {
      const { status, headers } = await anonymous().send('', {}, method);
      expect([status, headers.get('www-authenticate')]).toEqual([401, CHALLENGE]);
    },
  );

  it('is whoever brings no good credential', async () => {
    const expired = await inStorage(site, async ({ db }) => {
      const proof = await oauthToken(site, 'ada', 'write');
      await db.updateTable('oauth_tokens').set({ expires: NOW }).where('scope', '=', 'write').execute();
      return proof;
    });
    const bad: readonly Proof[] = [
      expired,
      { Cookie: session['Cookie'] ?? '' },
      { Cookie: session['Cookie'] ?? '', 'X-Platform-Nonce': 'nonsense' },
      { 'X-Platform-Nonce': session['X-Platform-Nonce'] ?? '' },
      { Authorization: 'Bearer svcoa_0000' },
      { Authorization: `Basic ${Buffer.from('ada:secret').toString('base64')}` },
      { Authorization: String(token['Authorization']).replace('Bearer', 'Token') },
      // A bad token is not made up for by a good session.
      { ...session, Authorization: 'Bearer svcoa_0000' },
    ];
    for (const proof of bad) {
      const { status, headers } = await new Connection(site, proof).send(LIST);
      const isBearer = proof['Authorization']?.startsWith('Bearer ') === true;
      expect([proof, status, headers.get('www-authenticate')]).toEqual([
        proof,
        401,
        isBearer ? INVALID : CHALLENGE,
      ]);
    }
    const query = await fetch(
      `${site.url}${PATH.slice(1)}?access_token=${token['Authorization']?.slice(7)}`,
      {
        method: 'POST',
        body: JSON.stringify(LIST),
      },
    );
    expect(query.status).toBe(401);
  });

  it('a token that was good is nobody once its account or its client is gone', async () => {
    await new AdminClient(site).as('bo', 'administrator');
    const proof = await oauthToken(site, 'bo', 'read');
    expect((await new Connection(site, proof).send(LIST)).status).toBe(200);
    await inStorage(site, ({ db }) => db.deleteFrom('users').where('name', '=', 'bo').execute());
    expect((await new Connection(site, proof).send(LIST)).status).toBe(401);
  });
});

describe('somebody signed in', () => {
  it('is let in by an OAuth token, by the shared token, and by a session with its nonce', async () => {
    for (const proof of [token, await sharedToken(site, 'ada', 'read'), session]) {
      expect((await new Connection(site, proof).send(LIST)).status).toBe(200);
    }
  });

  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('gets no stream and no session: %s', async (method) => {
    const { status, headers, text } = await new Connection(site, token).send('', {}, method);
    expect([status, headers.get('allow'), text]).toEqual([405, 'POST', '']);
  });

  it('is told what is wrong with a message, in the words of the protocol', async () => {
    const connection = new Connection(site, token);
    const codes: [unknown, number, number][] = [
      ['{"jsonrpc":', 400, -32_700],
      ['', 400, -32_700],
      [[], 400, -32_600],
    ];
    const batch = await connection.send([LIST, LIST], { 'MCP-Protocol-Version': '2025-11-25' });
    expect([batch.status, batch.body?.error?.code]).toEqual([400, -32_600]);
    for (const [message, status, code] of codes) {
      const reply = await connection.send(message);
      expect([message, reply.status, reply.body?.error?.code]).toEqual([message, status, code]);
      expect(reply.headers.get('content-type')).toBe('application/json');
    }
    const large = JSON.stringify({ ...LIST, params: { pad: 'x'.repeat(4 << 20) } });
    expect((await connection.send(large)).status).toBe(413);
    expect((await connection.send(LIST, { 'Content-Type': 'text/plain' })).status).toBe(415);
    expect((await connection.send(LIST, { 'Content-Type': '' })).status).toBe(200);
    expect((await new Connection(site, session).send(LIST, { 'Content-Type': '' })).status).toBe(415);
    expect((await connection.send(LIST, { 'MCP-Protocol-Version': '1999-01-01' })).status).toBe(400);
    expect((await connection.send({ jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
    expect((await connection.rpc('nope')).body?.error?.code).toBe(-32_601);
  });

  it('is never stored, never indexed, and names no software', async () => {
    const { headers } = await new Connection(site, token).send(LIST);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may make 300 calls a minute with a connection, which is no business of another', async () => {
    const [busy, calm] = [await oauthToken(site, 'ada', 'read'), await oauthToken(site, 'ada', 'read')];
    const connection = new Connection(site, busy);
    for (let count = 0; count < 300; count += 1) {
      const { status } = await connection.send({ jsonrpc: '2.0', id: count, method: 'ping' });
      if (status !== 200) expect([count, status]).toEqual([count, 200]);
    }
    const { status, headers, body } = await connection.send(LIST);
    expect([status, headers.get('retry-after'), body?.code]).toEqual([429, '60', 'rest_too_many_requests']);
    expect((await new Connection(site, calm).send(LIST)).status).toBe(200);
  });
});

describe('[7-mcp-off-404] [5-writes-default-off] while the server is off', () => {
  it('there is no such address, for nobody and for the administrator alike', async () => {
    site.store({});
    await until(async () => (await new Connection(site, {}).send(LIST)).status === 404);
    for (const proof of [{}, session, token, { Authorization: 'Bearer nonsense' }]) {
      for (const method of ['POST', 'GET', 'DELETE']) {
        const { status, headers, body } = await new Connection(site, proof).send(LIST, {}, method);
        expect([method, status, headers.get('www-authenticate'), body?.code]).toEqual([
          method,
          404,
          null,
          'rest_no_route',
        ]);
      }
    }
    const { available, tools } = JSON.parse((await site.ask('/.well-known/mcp.json')).text) as {
      available: boolean;
      tools: unknown[];
    };
    expect([available, tools]).toEqual([false, []]);
    site.store({ enable_mcp_server: true });
    await until(async () => (await new Connection(site, session).send(LIST)).status === 200);
  });
});
