import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings } from '../../../../../src/config/settings.js';
import { ActivityReader } from '../../../../../src/insights/activity/read/reader.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { type DnsServer, reverseName, startDnsServer } from '../../../../support/core/net/dns-server.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, NOW, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

let dns: DnsServer;
let site: TestSite;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.set('PTR', reverseName('198.51.100.7'), ['one.tea.example']);
  dns.set('A', 'one.tea.example', ['198.51.100.7']);
  dns.set('PTR', reverseName('203.0.113.9'), ['host-9.isp.example']);
  site = await serveSite({
    files: {
      ...HARBOUR,
      'plugin.js': `export function register(svc) {
        svc.filter('svc_verifier_registry', () => [
          { token: 'tea', label: 'Tea', ua: 'teabot', domains: ['.tea.example'], url: '' },
        ]);
      }`,
    },
    config: {
      plugins: ['./plugin.js'],
      dnsServers: [dns.address],
      trustedProxies: ['127.0.0.1'],
    },
    settings: { verify_bots: true, identify_bots: true },
  });
}, 60_000);

afterAll(() => dns.close());

async function rows() {
  const storage = await openStorage(join(site.folder, '.svc/svc.db'));
  const settings = async () => defaultSettings();
  const reader = new ActivityReader({ storage, hooks: new Hooks(), settings, now: () => NOW });
  const { rows: found } = await reader.log({ perPage: 200 });
  await storage.close();
  return found.map(({ ua, verdict, network }) => ({ ua, verdict, network }));
}

const visit = (agent: string, from: string) =>
  site.ask('/llms.txt', { headers: { 'User-Agent': agent, 'X-Forwarded-For': from } });

describe('a look that the owner takes', () => {
  let client: AdminClient;
  let ada: Credentials;

  beforeAll(async () => {
    client = new AdminClient(site);
    ada = await client.as('ada', 'administrator');
  });

  const look = (path: string, body: unknown) => client.call('POST', path, ada, body);

  it('at an address tells who it belongs to', async () => {
    expect(await look('/activity/check-ip', { ip: '198.51.100.7' })).toMatchObject({
      status: 200,
      body: {
        ip: '198.51.100.7',
        host: 'one.tea.example',
        network: 'tea.example',
        engine: 'tea',
        verdict: 1,
        slow: false,
      },
    });
    expect(await look('/activity/check-ip', { ip: 'harbour' })).toMatchObject({
      status: 400,
      code: 'svc_bad_ip',
    });
  });

  it('at a client needs one who can be verified', async () => {
    const { status, body } = await look('/activity/reverify', { ua: 'TeaBot/1.0' });
    expect([status, body]).toMatchObject([200, { status: 'no-ip', verdict: 0, perIp: [] }]);
    expect(await look('/activity/reverify', { ua: 'CupBot/1.0' })).toMatchObject({
      status: 422,
      code: 'svc_not_verifiable',
    });
  });

  it.each([
    ['http://198.51.100.7/', "The address isn't on the internet."],
    ['http://8.8.8.8/', 'The address must begin with https.'],
    ['https://169.254.169.254/latest/meta-data/', "The address isn't on the internet."],
    ['https://one.tea.example/', "The address isn't on the internet."],
    ['https://nobody.example/', 'The host of the address is unknown.'],
    ['https://8.8.8.8:22/', 'The address must use the default port of https.'],
    ['ranges.json', "This isn't an address."],
  ])('at ranges at %s: %s', async (url, message) => {
    expect((await look('/verifier/probe-ranges', { url })).body).toEqual({ ok: false, message });
  });

  it('is one of twenty a minute', async () => {
    const ada2 = await client.as('bea', 'administrator');
    const ask = () => client.call('POST', '/activity/check-ip', ada2, { ip: '198.51.100.7' });
    for (let i = 0; i < 20; i += 1) expect((await ask()).status).toBe(200);
    const refused = await ask();
    expect([refused.status, refused.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'svc_reverify_throttled',
      '60',
    ]);
  });
});

describe('a visit that is recorded', () => {
  it('[3-verdict-values] carries what was found out about it, which nobody had to wait for', async () => {
    await visit('TeaBot/1.0', '198.51.100.7');
    await visit('TeaBot/1.0 (fake)', '203.0.113.9');
    await visit('Kettle/1.0', '203.0.113.9');
    await until(async () => (await rows()).length === 3);
    expect(await rows()).toEqual(
      expect.arrayContaining([
        { ua: 'TeaBot/1.0', verdict: 1, network: 'tea.example' },
        { ua: 'TeaBot/1.0 (fake)', verdict: 2, network: 'isp.example' },
        { ua: 'Kettle/1.0', verdict: 0, network: 'isp.example' },
      ]),
    );
  });

  it('leaves no address behind', async () => {
    const storage = await openStorage(join(site.folder, '.svc/svc.db'));
    const flagged = await storage.db.selectFrom('flagged_addresses').selectAll().execute();
    await storage.close();
    expect(flagged).toEqual([]);
    expect(site.log.join('')).not.toContain('203.0.113.9');
  });
});
