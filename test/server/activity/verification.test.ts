import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createReader } from '../../../src/activity/read/reader.js';
import { defaultSettings } from '../../../src/config/settings.js';
import { Hooks } from '../../../src/hooks/hooks.js';
import { openStorage } from '../../../src/storage/open.js';
import { type DnsServer, reverseName, startDnsServer } from '../../net/dns-server.js';
import { HARBOUR, NOW, serveSite, type TestSite, until } from '../serving.js';

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
  const reader = createReader({ storage, hooks: new Hooks(), settings, now: () => NOW });
  const { rows: found } = await reader.log({ perPage: 200 });
  await storage.close();
  return found.map(({ ua, verdict, network }) => ({ ua, verdict, network }));
}

const visit = (agent: string, from: string) =>
  site.ask('/llms.txt', { headers: { 'User-Agent': agent, 'X-Forwarded-For': from } });

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
