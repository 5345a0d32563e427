import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../support/sidecar/server/admin/client.js';
import { oauthToken, type Proof } from '../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../support/sidecar/server/serving.js';

let site: TestSite;
let token: Proof;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  await new AdminClient(site).as('ada', 'administrator');
  token = await oauthToken(site, 'ada', 'read');
}, 60_000);

async function post(path: string, body: Uint8Array, headers: object = {}) {
  const response = await fetch(new URL(path, site.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: Buffer.from(body),
  });
  return { status: response.status, text: await response.text() };
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const CLIENT = '{"redirect_uris":["https://a.example/cb"],"client_name":"Gr\u00fcn"}';

describe('a body', () => {
  it.each([
    ['/svc/login', '{"username":"ada","password":"x"}', 400],
    ['/api/svc/v1/mcp', PING, 415],
    ['/api/svc/v1/oauth/token', '{"grant_type":"refresh_token"}', 415],
    ['/api/svc/v1/oauth/register', CLIENT, 415],
  ])('that is compressed is refused at %s, and the answer says why', async (path, text, status) => {
    const answer = await post(path, gzipSync(text), { ...token, 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(status);
    if (status === 415) expect(answer.text).toContain('gzip');
  });

  it('that is too large to sign in with is refused as such', async () => {
    const answer = await post('/svc/login', Buffer.from(JSON.stringify({ username: 'a'.repeat(70_000) })));
    expect(answer).toEqual({ status: 413, text: expect.stringContaining('too large') });
  });

  it('that is not UTF-8 is not JSON', async () => {
    const latin = Buffer.from(CLIENT, 'latin1');
    expect((await post('/api/svc/v1/oauth/register', latin)).status).toBe(400);
    expect((await post('/api/svc/v1/oauth/register', Buffer.from(CLIENT))).status).toBe(201);
    const ping = Buffer.from(PING.replace('1,', '"\u00fc",'), 'latin1');
    expect((await post('/api/svc/v1/mcp', ping, token)).status).toBe(400);
  });

  it('may begin with a byte order mark', async () => {
    expect((await post('/api/svc/v1/oauth/register', Buffer.from(`\ufeff${CLIENT}`))).status).toBe(201);
  });
});
