import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { oauthToken, type Proof } from '../../../../support/sidecar/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';

const PATH = '/api/svc/v1/mcp';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let site: TestSite;
let token: Proof;
let session: Proof;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  session = await new AdminClient(site).as('ada', 'administrator');
  token = await oauthToken(site, 'ada', 'read');
}, 60_000);

/** A request with any header at all, also ones that `fetch` does not let through. */
function raw(headers: Proof, at: string = site.url): Promise<number> {
  const { hostname, port } = new URL(at);
  return new Promise((resolve, reject) => {
    const fields = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      ...headers,
    };
    const asked = request(
      { host: hostname, port, path: PATH, method: 'POST', headers: fields },
      (response) => {
        response.resume();
        response.once('end', () => resolve(response.statusCode ?? 0));
      },
    );
    asked.once('error', reject).end(JSON.stringify(LIST));
  });
}

describe('somebody signed in', () => {
  it.each([
    ['a foreign name', { Host: 'attacker.example' }, 403],
    ['a foreign name that begins like ours', { Host: 'harbour.example.attacker.example' }, 403],
    ['a foreign name that ends like ours', { Host: 'notharbour.example' }, 403],
    ['a foreign name that begins like an address', { Host: '192.0.2.7.attacker.example' }, 403],
    ['a foreign name in the brackets of an address', { Host: '[attacker.example]' }, 403],
    ['no name at all', { Host: ' ' }, 403],
    ['the name of the site', { Host: 'harbour.example' }, 200],
    ['the name of the site with a port', { Host: 'harbour.example:8443' }, 200],
    ['the name of the site in capitals', { Host: 'Harbour.EXAMPLE' }, 200],
    ['the name of the site in capitals with a port', { Host: 'HARBOUR.example:443' }, 200],
    ['this machine in capitals', { Host: 'LocalHost:1234' }, 200],
    ['an IPv6 address', { Host: '[2001:db8::7]' }, 200],
    ['an IPv6 address with a port', { Host: '[2001:DB8::7]:8787' }, 200],
    ['its own page in capitals', { Host: 'harbour.example', Origin: 'HTTPS://Harbour.Example' }, 200],
    [
      'its own page on another port',
      { Host: 'harbour.example', Origin: 'https://harbour.example:8443' },
      200,
    ],
    ['an address', { Host: '192.0.2.7:8787' }, 200],
    ['this machine', { Host: 'localhost:1234', Origin: 'http://localhost:6274' }, 200],
    ['its own page', { Host: 'harbour.example', Origin: 'https://harbour.example' }, 200],
  ])('by %s: %j', async (_, headers, status) => {
    expect(await raw({ ...token, ...headers })).toBe(status);
  });

  it.each(['https://attacker.example', 'null', 'http://203.0.113.9'])(
    'is let in from a page of another origin by a token, and refused by a cookie: %s',
    async (Origin) => {
      expect(await raw({ ...token, Origin })).toBe(200);
      expect(await raw({ ...session, Origin })).toBe(403);
      // What the browser adds does not count beside the token that the page has.
      expect(await raw({ ...session, ...token, Origin })).toBe(200);
      expect(await raw({ ...session, Origin: 'https://harbour.example' })).toBe(200);
    },
  );

  it('may read the answers in a browser, wherever the page is from', async () => {
    const Origin = 'https://inspector.example';
    const ask = (headers: Proof, method = 'POST') =>
      fetch(`${site.url}api/svc/v1/mcp`, {
        method,
        headers: { 'Content-Type': 'application/json', Origin, ...headers },
        ...(method === 'POST' && { body: JSON.stringify(LIST) }),
      });
    const preflight = await ask({ 'Access-Control-Request-Method': 'POST' }, 'OPTIONS');
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
    for (const [headers, status] of [
      [token, 200],
      [{}, 401],
      [{ ...token, 'MCP-Protocol-Version': '1999-01-01' }, 400],
    ] as const) {
      const answer = await ask(headers);
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
      expect(answer.headers.get('access-control-expose-headers')).toContain('WWW-Authenticate');
    }
  });

  it('cannot claim a name by a proxy that nobody trusts', async () => {
    expect(await raw({ ...token, Host: 'attacker.example', 'X-Forwarded-Host': 'harbour.example' })).toBe(
      403,
    );
  });

  it('is known by the name that a trusted proxy passes on, whatever the proxy calls the sidecar', async () => {
    const behind = await serveSite({
      files: HARBOUR,
      config: { trustedProxies: ['127.0.0.1'] },
      settings: { enable_mcp_server: true },
    });
    const proof = await new AdminClient(behind).as('ada', 'administrator');
    const status = (forwarded: Proof) => raw({ ...proof, Host: 'upstream_svc', ...forwarded }, behind.url);
    expect(await status({})).toBe(403);
    expect(await status({ 'X-Forwarded-Host': 'harbour.example' })).toBe(200);
    expect(await status({ 'X-Forwarded-Host': 'HARBOUR.example:443, upstream_svc' })).toBe(200);
    expect(await status({ 'X-Forwarded-Host': 'attacker.example' })).toBe(403);
    expect(await status({ 'X-Forwarded-Host': 'attacker.example, harbour.example' })).toBe(403);
  }, 60_000);

  it('is let in by the name of the site and by that of the sidecar, where they differ', async () => {
    const split = await serveSite({
      files: HARBOUR,
      config: { sidecar: 'https://agents.example' },
      settings: { enable_mcp_server: true },
    });
    const proof = await new AdminClient(split).as('ada', 'administrator');
    for (const [Host, status] of [
      ['agents.example', 200],
      ['harbour.example', 200],
      ['attacker.example', 403],
    ] as const) {
      const own = { ...proof, Host, Origin: `https://${Host}` };
      expect([Host, await raw(own, split.url)]).toEqual([Host, status]);
    }
  }, 60_000);
});

describe('a foreign name or origin', () => {
  it.each<Proof>([
    { Host: 'attacker.example' },
    { Host: 'attacker.example', Authorization: 'Bearer svcoa_00' },
    { Origin: 'https://attacker.example', Cookie: 'svc_session=x' },
  ])(
    'is refused before anybody is asked who they are, and only while there is a server: %j',
    async (headers) => {
      expect(await raw(headers)).toBe(403);
      const off = await serveSite({ files: HARBOUR });
      expect(await raw(headers, off.url)).toBe(404);
    },
    60_000,
  );
});
