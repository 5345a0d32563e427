import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient } from '../../../support/server/admin/client.js';
import { oauthToken, type Proof } from '../../../support/server/mcp/connection.js';
import { HARBOUR, serveSite, type TestSite } from '../../../support/server/serving.js';

const PATH = '/api/svc/v1/mcp';
const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

let site: TestSite;
let token: Proof;

beforeAll(async () => {
  site = await serveSite({ files: HARBOUR, settings: { enable_mcp_server: true } });
  await new AdminClient(site).as('ada', 'administrator');
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
    ['a foreign origin', { Origin: 'https://attacker.example' }, 403],
    ['a foreign name that ends like ours', { Host: 'notharbour.example' }, 403],
    ['a foreign name that begins like an address', { Host: '192.0.2.7.attacker.example' }, 403],
    ['a foreign name in the brackets of an address', { Host: '[attacker.example]' }, 403],
    ['no name at all', { Host: ' ' }, 403],
    ['an origin that is none', { Origin: 'null' }, 403],
    ['a foreign address as origin', { Origin: 'http://203.0.113.9' }, 403],
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
  it.each<Proof>([{ Host: 'attacker.example' }, { Origin: 'https://attacker.example' }])(
    'is refused before anybody is asked who they are, and only while there is a server: %j',
    async (headers) => {
      expect([await raw(headers), await raw({ ...headers, Authorization: 'Bearer svcoa_00' })]).toEqual([
        403, 403,
      ]);
      const off = await serveSite({ files: HARBOUR });
      expect(await raw(headers, off.url)).toBe(404);
    },
    60_000,
  );
});
