import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings } from '../../../../../src/config/settings.js';
import { ActivityReader } from '../../../../../src/insights/activity/read/reader.js';
import { openStorage } from '../../../../../src/storage/open.js';
import { type DnsServer, reverseName, startDnsServer } from '../../../../support/core/net/dns-server.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, NOW, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const TEA = 'TeaBot/1.0 (+https://tea.example/bot)';
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const NOKIA = 'Nokia6630/1.0 SymbianOS/8.0 Series60/2.6 Profile/MIDP-2.0';
const REAL = '66.249.66.1';
const FAKE = '203.0.113.66';

let dns: DnsServer;
let site: TestSite;

beforeAll(async () => {
  dns = await startDnsServer();
  dns.set('PTR', reverseName(REAL), ['crawl-66-249-66-1.googlebot.com']);
  dns.set('A', 'crawl-66-249-66-1.googlebot.com', [REAL]);
  dns.set('PTR', reverseName(FAKE), ['vps-66.hosting.example']);
  site = await serveSite({
    files: {
      ...HARBOUR,
      'public/.well-known/acme-challenge/tea-token': 'tea-token.thumbprint\n',
      'public/.well-known/security.txt': 'Contact: mailto:harbour@harbour.example\n',
      'plugin.js': `export function register(svc) {
        svc.wellKnown({ name: 'boats.txt', callback: () => 'three boats' });
        svc.wellKnown({ name: 'change-password', redirect: '/about/' });
      }`,
    },
    config: { dnsServers: [dns.address], trustedProxies: ['127.0.0.1'], plugins: ['./plugin.js'] },
    settings: { block_agents: true, verify_bots: true, blocked_agents: ['teabot'], blocked_trainers: [] },
  });
});

afterAll(() => dns.close());

const as = (agent: string, path: string, from = FAKE, headers: Readonly<Record<string, string>> = {}) =>
  site.ask(path, { headers: { 'User-Agent': agent, 'X-Forwarded-For': from, ...headers } });

describe('[7-blocked-403] a blocked client', () => {
  it('is refused in a word', async () => {
    const refused = await as(TEA, '/llms.txt');
    expect([refused.status, refused.text]).toEqual([403, '403 Forbidden\n']);
    expect(refused.headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
    });
    const head = await site.ask('/llms.txt', { method: 'HEAD', headers: { 'User-Agent': TEA } });
    expect([head.status, head.text]).toEqual([403, '']);
  });

  it.each([
    '/llms.txt',
    '/llms-full.txt',
    '/index.md',
    '/about.md',
    '/svc-changes.json',
    '/svc-changes.json?since=2026-01-01',
    '/.well-known/discovery.json',
    '/.well-known/openapi.json',
    '/.well-known/api-catalog',
    '/svc-sitemap.xml',
    '/sitemap.md',
    '/.well-known/agent-card.json',
    '/.well-known/boats.txt',
    '/.well-known/discovery.json/',
  ])('does not get %s, which others do, whoever was first', async (path) => {
    for (let round = 0; round < 2; round += 1) {
      expect((await as(TEA, path)).status).toBe(403);
      expect((await as('Kettle/1.0', path)).status).toBe(200);
    }
  });

  it('does not get a page as Markdown', async () => {
    const accept = { Accept: 'text/markdown' };
    expect((await as(TEA, '/about/', FAKE, accept)).status).toBe(403);
    expect((await as('Kettle/1.0', '/about/', FAKE, accept)).headers['content-type']).toMatch(/markdown/);
  });

  it.each([
    '/',
    '/about/',
    '/robots.txt',
    '/crane.svg',
    '/.well-known/acme-challenge/tea-token',
    '/.well-known/security.txt',
    '/.well-known/dnt-policy.txt',
    '/api/svc/v1/discovery',
    '/api/content/v1/posts',
    '/svc/login',
  ])('gets %s', async (path) => {
    expect((await as(TEA, path)).status).toBe(200);
  });

  it('follows redirects of plugins', async () => {
    expect((await as(TEA, '/.well-known/change-password')).status).toBe(302);
  });

  it('gets the same 404 as everybody', async () => {
    expect((await as(TEA, '/.well-known/tea')).status).toBe(404);
    expect((await as(TEA, '/nowhere.md')).status).toBe(404);
  });
});

describe('an impostor', () => {
  it('is told from whom it claims to be, by the name of its address', async () => {
    expect((await as(GOOGLE, '/llms.txt', REAL)).status).toBe(200);
    expect((await as(GOOGLE, '/llms.txt', FAKE)).status).toBe(403);
    expect((await as(GOOGLE, '/about/', FAKE)).status).toBe(200);
    expect(dns.asked).toContain(`PTR ${reverseName(REAL)}`);
  });

  it('is asked about once', async () => {
    const asked = dns.asked.length;
    await Promise.all(Array.from({ length: 5 }, () => as(GOOGLE, '/about.md', FAKE)));
    expect(dns.asked.length).toBe(asked);
  });

  it('is nobody about whom nothing can be said', async () => {
    dns.set('PTR', reverseName('203.0.113.67'), 'SERVFAIL');
    expect((await as(GOOGLE, '/llms.txt', '203.0.113.67')).status).toBe(200);
  });

  it('is not who comes from the own network, through a proxy that nobody has declared', async () => {
    const direct = await site.ask('/llms.txt', { headers: { 'User-Agent': GOOGLE } });
    expect(direct.status).toBe(200);
  });

  it('is who reads with a device that nobody has any more', async () => {
    expect((await as(NOKIA, '/llms.txt')).status).toBe(403);
  });
});

describe('what is stored of those who are refused', () => {
  it('is the impostor, with its verdict, and nothing of the others', async () => {
    const storage = await openStorage(join(site.folder, '.svc/svc.db'));
    const reader = new ActivityReader({
      storage,
      hooks: new Hooks(),
      settings: async () => defaultSettings(),
      now: () => NOW,
    });
    const rows = async () => (await reader.log({ perPage: 200 })).rows;
    await until(async () => (await rows()).some(({ refused }) => refused));
    const refused = (await rows()).filter((row) => row.refused);
    expect(new Set(refused.map(({ ua, verdict }) => `${verdict} ${ua}`))).toEqual(new Set([`2 ${GOOGLE}`]));
    // The address that nobody is refused.
    const served = (await rows()).filter(({ ua }) => ua === TEA);
    expect(served.map(({ endpoint, agent }) => `${endpoint} ${agent}`)).toEqual(['rest:discovery TeaBot']);
    await storage.close();
  });
});

describe('a decision of the owner', () => {
  let client: AdminClient;
  let eva: Credentials;

  beforeAll(async () => {
    client = new AdminClient(site);
    eva = await client.as('eva', 'administrator');
  });

  it('acts at once, in both directions', async () => {
    const cups = 'CupBot/3.1 (+https://cups.example)';
    expect((await as(cups, '/llms.txt')).status).toBe(200);
    const { body } = await client.call('POST', '/activity/block', eva, { ua: cups });
    expect(body).toMatchObject({ settings: { blocked_agents: ['teabot', 'cupbot'], block_agents: true } });
    expect((await as(cups, '/llms.txt')).status).toBe(403);
    await client.call('POST', '/activity/allow', eva, { ua: 'CupBot/4' });
    // Already refused by its token: trust wins.
    await client.call('POST', '/activity/client-remove', eva, { token: 'CUPBOT', list: 'blocked_agents' });
    expect((await as(cups, '/llms.txt')).status).toBe(200);
  });
});
