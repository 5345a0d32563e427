import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import { guardedFetch } from '../../../../../src/core/net/guarded-fetch.js';
import { UNCHECKED, type VerificationResult } from '../../../../../src/insights/activity/port.js';
import { dnsClient } from '../../../../../src/insights/activity/verify/dns.js';
import { claimedVerifier, verifierRegistry } from '../../../../../src/insights/activity/verify/policy.js';
import type { RangeCopy } from '../../../../../src/insights/activity/verify/published-ranges.js';
import { Verification } from '../../../../../src/insights/activity/verify/verification.js';
import { type DnsServer, reverseName, startDnsServer } from '../../../../support/core/net/dns-server.js';

const BING = 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)';
const GPT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const HOST = 'msnbot-157-55-39-1.search.msn.com';
const REAL = '157.55.39.1';
const FAKE = '203.0.113.9';

let ranges = { status: 200, text: '' };
const operator = createServer((_, response) => response.writeHead(ranges.status).end(ranges.text));
let url = '';
let dns: DnsServer;
let now: number;
let settings: Settings | undefined;
let hooks: Hooks;
let verification: Verification;
let errors: string[];

beforeAll(async () => {
  await new Promise<void>((resolve) => void operator.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(operator.address() as AddressInfo).port}/ranges.json`;
});

afterAll(() => void operator.close());

beforeEach(async () => {
  dns = await startDnsServer();
  ranges = { status: 200, text: '{"prefixes":[{"ipv4Prefix":"157.55.39.0/24"}]}' };
  now = 1_782_986_400;
  errors = [];
  hooks = new Hooks();
  // The operator is in the test's own network.
  hooks.filter('svc_verifier_registry', (rows) => rows.map((row) => (row['url'] ? { ...row, url } : row)));
  use({ verify_bots: true });
  let stored: readonly RangeCopy[] = [];
  verification = new Verification({
    settings: async () => {
      if (settings === undefined) throw new Error('they cannot be read');
      return settings;
    },
    hooks,
    dns: dnsClient([dns.address]),
    fetch: guardedFetch({ allowPrivate: ['127.0.0.1'] }),
    store: {
      load: async () => stored,
      save: async (copies) => {
        stored = copies;
      },
    },
    origins: async () => ['https://harbour.example'],
    now: () => now,
    logError: (error) => errors.push(String(error)),
    catchUpMs: 1,
  });
});

afterEach(async () => {
  await verification.close();
  await dns.close();
});

function use(values: Partial<Settings>): void {
  settings = { ...defaultSettings(), ...values };
}

const judge = (userAgent: string, address: string): Promise<VerificationResult> =>
  verification.check({ userAgent, method: 'GET', target: '/llms.txt', headers: {} }, address);

const verdictOf = async (userAgent: string, address: string) => (await judge(userAgent, address)).verdict;

describe('[3-verdict-values] the verdict of a visit', () => {
  beforeEach(() => {
    dns.set('PTR', reverseName(REAL), [HOST]);
    dns.set('A', HOST, [REAL]);
  });

  it('is 1 where the address belongs to whom it claims, 2 where not, 0 where nobody can say', async () => {
    dns.set('PTR', reverseName('203.0.113.10'), 'SERVFAIL');
    expect(await verdictOf(BING, REAL)).toBe(1);
    expect(await verdictOf(BING, FAKE)).toBe(2);
    expect(await verdictOf(BING, '203.0.113.10')).toBe(0);
    expect(await judge('Mozilla/5.0 Firefox/140.0', FAKE)).toEqual(UNCHECKED);
  });

  it('is 0, and nobody is asked, while verification is off', async () => {
    use({});
    expect(await judge(BING, FAKE)).toEqual(UNCHECKED);
    expect(dns.asked).toEqual([]);
  });

  it('comes with the network when visitors are identified, claims included', async () => {
    use({ identify_bots: true });
    dns.set('PTR', reverseName(FAKE), ['host-9.isp.co.uk']);
    expect(await judge('Mozilla/5.0 Firefox/140.0', FAKE)).toEqual({ ...UNCHECKED, network: 'isp.co.uk' });
    expect(await judge(BING, FAKE)).toEqual({ verdict: 2, network: 'isp.co.uk', signer: '' });
    expect(await judge(BING, REAL)).toEqual({ verdict: 1, network: 'msn.com', signer: '' });
  });

  it('is 0 for who cannot be verified, or not any more', async () => {
    expect(await verdictOf('ClaudeBot/1.0', FAKE)).toBe(0);
    use({ verify_bots: true, verifier_disabled: ['bingbot'] });
    expect(await verdictOf(BING, FAKE)).toBe(0);
  });

  it('follows the bots that the owner has added', async () => {
    const custom = { token: 'c_tea', label: 'Tea', ua: 'teabot', domains: ['.tea.example'], url: '' };
    use({ verify_bots: true, verifier_custom: [custom] });
    dns.set('PTR', reverseName('203.0.113.20'), ['one.tea.example']);
    dns.set('A', 'one.tea.example', ['203.0.113.20']);
    expect([await verdictOf('TeaBot/1.0', '203.0.113.20'), await verdictOf('TeaBot/1.0', FAKE)]).toEqual([
      1, 2,
    ]);
  });

  it.each(['127.0.0.1', '10.1.2.3', '192.168.0.9', '::1', 'fd00::1', '::ffff:10.0.0.1'])(
    'is never 2 for a neighbour in the own network: %s',
    async (address) => {
      await verification.refreshRanges();
      expect(await verdictOf(BING, address)).toBe(0);
      expect(await verdictOf(GPT, address)).toBe(0);
    },
  );

  it('is 0 for an address that is none', async () => {
    expect(await verdictOf(BING, '')).toBe(0);
    expect(await verdictOf(BING, 'unknown')).toBe(0);
  });
});

describe('published ranges', () => {
  it('decide about a bot without names, once they are there', async () => {
    expect(await verdictOf(GPT, '157.55.39.7')).toBe(0);
    // What was missing has been asked for, behind the visit's back.
    await expect.poll(() => verdictOf(GPT, '157.55.39.7'), { timeout: 10_000 }).toBe(1);
    expect(await verdictOf(GPT, FAKE)).toBe(2);
    expect(dns.asked).toEqual([]);
  });

  it('decide where names say nothing', async () => {
    await verification.refreshRanges();
    dns.set('PTR', reverseName('157.55.39.8'), 'SERVFAIL');
    expect(await verdictOf(BING, '157.55.39.8')).toBe(1);
    dns.set('PTR', reverseName(FAKE), [HOST]);
    dns.set('A', HOST, 'SERVFAIL');
    expect(await verdictOf(BING, FAKE)).toBe(2);
  });

  it('that are two days old speak against nobody', async () => {
    await verification.refreshRanges();
    ranges = { status: 500, text: '' };
    now += 2 * 86_400 + 1;
    expect([await verdictOf(GPT, '157.55.39.7'), await verdictOf(GPT, FAKE)]).toEqual([1, 0]);
  });

  it('that cannot be had are absent, and the log says why', async () => {
    ranges = { status: 404, text: '' };
    await verification.refreshRanges();
    expect(await verdictOf(GPT, FAKE)).toBe(0);
    expect(errors.join()).toContain('status 404');
  });

  it('are not fetched while nothing is verified', async () => {
    use({});
    await verification.refreshRanges();
    use({ verify_bots: true });
    expect(await verdictOf(GPT, '157.55.39.7')).toBe(0);
  });
});

describe('checking a client again', () => {
  it('asks anew, about every address', async () => {
    expect(await verdictOf(BING, REAL)).toBe(2);
    dns.set('PTR', reverseName(REAL), [HOST]);
    dns.set('A', HOST, [REAL]);
    expect(await verdictOf(BING, REAL)).toBe(2);
    expect(await verification.recheck(BING, [REAL, 'x', FAKE])).toEqual([
      { ip: REAL, verdict: 1 },
      { ip: FAKE, verdict: 2 },
    ]);
    expect(await verification.recheck(BING, [])).toEqual([]);
    expect(await verification.recheck('TeaBot/1.0', [REAL])).toBeUndefined();
  });

  it('fetches the ranges anew', async () => {
    await verification.refreshRanges();
    expect(await verification.recheck(GPT, [FAKE])).toEqual([{ ip: FAKE, verdict: 2 }]);
    ranges = { status: 200, text: '["203.0.113.0/24"]' };
    expect(await verification.recheck(GPT, [FAKE])).toEqual([{ ip: FAKE, verdict: 1 }]);
  });
});

describe('identifying an address', () => {
  it('tells who it belongs to, also while verification is off', async () => {
    use({});
    dns.set('PTR', reverseName(REAL), [HOST]);
    dns.set('A', HOST, [REAL]);
    expect(await verification.identify(` ::ffff:${REAL} `)).toEqual({
      ip: REAL,
      host: HOST,
      network: 'msn.com',
      engine: 'bingbot',
      verdict: 1,
      slow: false,
    });
  });

  it.each(['', 'x', '1.2.3', '1.2.3.4.5', '999.1.1.1', 'fe80::1%eth0', HOST])(
    'of %j is nothing',
    async (ip) => {
      expect(await verification.identify(ip)).toBeUndefined();
    },
  );
});

describe('the registry of bots', () => {
  const none = new Hooks();

  it('knows a bot by the longest text that fits', async () => {
    const registry = await verifierRegistry(defaultSettings(), none);
    expect(claimedVerifier('Mozilla/5.0 (compatible; OAI-SearchBot/1.0)', registry)?.token).toBe(
      'oai-searchbot',
    );
    expect(claimedVerifier('GPTBot Applebot', registry)?.token).toBe('applebot');
    expect(claimedVerifier('', registry)).toBeUndefined();
  });

  it('takes rows of plugins that make sense', async () => {
    const plugin = new Hooks();
    plugin.filter('svc_verifier_registry', () => [
      { token: 'tea', ua: 'TeaBot', domains: ['tea.example', 7] },
      { token: 'all', ua: '' },
      { token: 'short', ua: 'ab' },
      { ua: 'nobody' },
    ]);
    expect(await verifierRegistry(defaultSettings(), plugin)).toEqual([
      { token: 'tea', label: 'tea', ua: 'teabot', domains: ['.tea.example'], url: '' },
    ]);
  });
});

it('never fails, whatever happens to the settings', async () => {
  settings = undefined;
  expect(await judge(BING, REAL)).toEqual(UNCHECKED);
  expect(errors).toHaveLength(1);
});
