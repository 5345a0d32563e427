import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BUILT_IN_VERIFIERS } from '../../../../../src/config/built-in-verifiers.js';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { type Address, readAddress } from '../../../../../src/core/net/address.js';
import { dnsClient } from '../../../../../src/insights/activity/verify/dns.js';
import { verifyLimits } from '../../../../../src/insights/activity/verify/policy.js';
import { ReverseDns, registrableDomain } from '../../../../../src/insights/activity/verify/reverse-dns.js';
import { type DnsServer, reverseName, startDnsServer } from '../../../../support/core/net/dns-server.js';

const SUFFIXES = ['.googlebot.com', '.google.com'];
const V4 = '66.249.66.1';
const V6 = '2001:4860:4801:10::1';
const HOST = 'crawl-66-249-66-1.googlebot.com';

let server: DnsServer;
let now: number;
let limits: { slowMs: number; strikes: number; lookups: number; directories: number };
let reverse: ReverseDns;

beforeEach(async () => {
  server = await startDnsServer();
  now = 1000;
  limits = { slowMs: 5000, strikes: 2, lookups: 30, directories: 10 };
  reverse = new ReverseDns({
    dns: dnsClient([server.address]),
    limits: async () => limits,
    now: () => now,
  });
});

afterEach(() => server.close());

function at(text: string): Address {
  const address = readAddress(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
}

describe('forward-confirmed reverse DNS', () => {
  it.each([
    ['IPv4', V4, 'A'],
    ['IPv6', V6, 'AAAA'],
    ['IPv4 that is written as IPv6', `::ffff:${V4}`, 'A'],
  ] as const)('confirms an address whose name leads back to it: %s', async (_, ip, type) => {
    const address = at(ip);
    server.set('PTR', reverseName(address.text), [`${HOST.toUpperCase()}`]);
    server.set(type, HOST, type === 'A' ? ['66.249.66.9', V4] : ['2001:4860:4801:0010:0:0:0:0001']);
    expect(await reverse.confirm(address, SUFFIXES)).toBe('confirmed');
  });

  it.each<readonly [string, () => void, string]>([
    ['no name', () => undefined, 'refuted'],
    ['a name of nobody in particular', () => ptr('host-1.isp.example'), 'refuted'],
    ['a name that only looks right', () => ptr('fakegooglebot.com'), 'refuted'],
    ['a name with the right one in front', () => ptr('googlebot.com.evil.example'), 'refuted'],
    ['its own address as name', () => ptr(V4), 'refuted'],
    ['a forged name, which leads elsewhere', () => [ptr(HOST), a(['66.249.66.2'])], 'refuted'],
    ['a name without an address', () => ptr(HOST), 'unsure'],
    [
      'a name with addresses of the other family only',
      () => [ptr(HOST), server.set('AAAA', HOST, [V6])],
      'unsure',
    ],
    ['a name server that fails', () => server.set('PTR', reverseName(V4), 'SERVFAIL'), 'unsure'],
    ['a name server that refuses', () => server.set('PTR', reverseName(V4), 'REFUSED'), 'unsure'],
    ['a name whose server fails', () => [ptr(HOST), server.set('A', HOST, 'SERVFAIL')], 'unsure'],
  ])('of an address with %s', async (_, setUp, expected) => {
    setUp();
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe(expected);
  });

  it('takes the suffix itself for a host of the operator', async () => {
    ptr('googlebot.com');
    server.set('A', 'googlebot.com', [V4]);
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('confirmed');
  });

  it.each<readonly [string, readonly string[], string]>([
    ['the second, after one of another operator', ['mail.isp.example', HOST], 'confirmed'],
    ['the second of two below the suffixes', ['crawl-old.googlebot.com', HOST], 'confirmed'],
    ['the fourth below the suffixes', [...decoys(3), HOST], 'confirmed'],
    ['none', decoys(4), 'refuted'],
    ['one beyond those that are asked for', [...decoys(4), HOST], 'unsure'],
    ['the second, after one without an address', ['new.googlebot.com', HOST], 'confirmed'],
    ['none, one of them without an address', ['new.googlebot.com', ...decoys(1)], 'unsure'],
  ])('of an address with several names of which one leads back: %s', async (_, names, expected) => {
    server.set('PTR', reverseName(V4), names);
    for (const name of ['crawl-old.googlebot.com', ...decoys(4)]) server.set('A', name, ['66.249.66.2']);
    server.set('AAAA', 'new.googlebot.com', [V6]);
    a([V4]);
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe(expected);
    expect(server.asked.length).toBeLessThanOrEqual(5);
  });

  it('remembers what is certain for six hours, and nothing else', async () => {
    ptr(HOST);
    server.set('A', HOST, 'SERVFAIL');
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('unsure');
    a([V4]);
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('confirmed');
    a(['66.249.66.2']);
    now += 6 * 3600 - 1;
    const asked = server.asked.length;
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('confirmed');
    expect(server.asked).toHaveLength(asked);
    now += 1;
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('refuted');
  });

  it('asks again at once when it is told to', async () => {
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('refuted');
    ptr(HOST);
    a([V4]);
    expect(await reverse.confirm(at(V4), SUFFIXES)).toBe('refuted');
    expect(await reverse.confirm(at(V4), SUFFIXES, true)).toBe('confirmed');
  });

  it('asks once for visits that come at the same time', async () => {
    ptr(HOST);
    a([V4]);
    const found = await Promise.all(Array.from({ length: 5 }, () => reverse.confirm(at(V4), SUFFIXES)));
    expect(found).toEqual(Array(5).fill('confirmed'));
    expect(server.asked).toEqual([`PTR ${reverseName(V4)}`, `A ${HOST}`]);
  });

  it('asks at most so many times a minute', async () => {
    limits = { ...limits, lookups: 3 };
    const ask = (last: number) => reverse.confirm(at(`66.249.66.${last}`), SUFFIXES);
    expect([await ask(1), await ask(2), await ask(3)]).toEqual(['refuted', 'refuted', 'refuted']);
    expect(await ask(4)).toBe('unsure');
    expect(await ask(1)).toBe('refuted');
    expect(server.asked).toHaveLength(3);
    now += 59;
    expect(await ask(4)).toBe('unsure');
    now += 1;
    expect(await ask(4)).toBe('refuted');
  });

  it('has the limits of the reference unless plugins change them, and none that makes no sense', async () => {
    const hooks = new Hooks();
    expect(await verifyLimits(hooks)).toEqual({ slowMs: 900, strikes: 2, lookups: 30, directories: 10 });
    hooks.filter('svc_verify_slow_ms', () => 10_001);
    hooks.filter('svc_verify_trip_strikes', () => 0);
    hooks.filter('svc_verify_lookup_budget', () => 5);
    hooks.filter('svc_wba_fetch_budget', () => 6);
    expect(await verifyLimits(hooks)).toEqual({ slowMs: 10_000, strikes: 1, lookups: 5, directories: 6 });
  });

  it('leaves a resolver alone for five minutes after two slow answers', async () => {
    limits = { ...limits, slowMs: 30 };
    server.set('PTR', reverseName('66.249.66.1'), 'silence');
    server.set('PTR', reverseName('66.249.66.2'), 'silence');
    expect(await reverse.confirm(at('66.249.66.1'), SUFFIXES)).toBe('unsure');
    now += 119;
    expect(await reverse.confirm(at('66.249.66.2'), SUFFIXES)).toBe('unsure');
    limits = { ...limits, slowMs: 5000 };
    const asked = server.asked.length;
    expect(await reverse.confirm(at('66.249.66.3'), SUFFIXES)).toBe('unsure');
    expect(await reverse.network(at('66.249.66.3'))).toBe('');
    now += 299;
    expect(await reverse.confirm(at('66.249.66.3'), SUFFIXES)).toBe('unsure');
    expect(server.asked).toHaveLength(asked);
    now += 1;
    expect(await reverse.confirm(at('66.249.66.3'), SUFFIXES)).toBe('refuted');
  });

  it('forgives a slow answer after two minutes', async () => {
    server.set('PTR', reverseName('66.249.66.1'), 'SERVFAIL');
    server.set('PTR', reverseName('66.249.66.2'), 'SERVFAIL');
    await reverse.confirm(at('66.249.66.1'), SUFFIXES);
    now += 120;
    await reverse.confirm(at('66.249.66.2'), SUFFIXES);
    expect(await reverse.confirm(at('66.249.66.3'), SUFFIXES)).toBe('refuted');
  });
});

describe('a zone whose name servers fail', () => {
  const fail = (...ips: readonly string[]) => {
    for (const ip of ips) server.set('PTR', reverseName(ip), 'SERVFAIL');
  };
  const confirm = (ip: string) => reverse.confirm(at(ip), SUFFIXES);

  it.each([
    ['IPv4', ['66.249.66.1', '66.249.66.2'], '66.249.66.3', '203.0.113.9'],
    ['IPv6', ['2001:db8:7::1', '2001:db8:7:8::2'], '2001:db8:7:9::3', '2001:db8:8::1'],
  ] as const)('is paused alone, and others are asked: %s', async (_, broken, neighbour, stranger) => {
    fail(...broken);
    for (const ip of broken) await confirm(ip);
    expect(await confirm(neighbour)).toBe('unsure');
    expect(await reverse.network(at(neighbour))).toBe('');
    expect(server.asked).not.toContain(`PTR ${reverseName(neighbour)}`);
    expect(await confirm(stranger)).toBe('refuted');
  });

  it('gets one question and one strike for a visit', async () => {
    fail(V4);
    expect([await confirm(V4), await reverse.network(at(V4))]).toEqual(['unsure', '']);
    expect(server.asked).toEqual([`PTR ${reverseName(V4)}`]);
    expect(await confirm('66.249.66.3')).toBe('refuted');
    ptr(HOST);
    a([V4]);
    now += 5;
    expect(await confirm(V4)).toBe('confirmed');
  });

  it('of forward names ends no verification below the other names of an operator', async () => {
    for (const [index, ip] of ['203.0.113.1', '198.51.100.1', '192.0.2.1'].entries()) {
      server.set('PTR', reverseName(ip), [`h${index}.lame.google.com`]);
      server.set('A', `h${index}.lame.google.com`, 'SERVFAIL');
      expect(await confirm(ip)).toBe('unsure');
    }
    expect(server.asked).not.toContain('A h2.lame.google.com');
    ptr(HOST);
    a([V4]);
    expect(await confirm(V4)).toBe('confirmed');
  });
});

describe('the network of an address', () => {
  it('is the registrable domain of its name', async () => {
    ptr('Pool-7.city.isp.co.uk');
    expect(await reverse.network(at(V4))).toBe('isp.co.uk');
    expect(await reverse.network(at('66.249.66.2'))).toBe('');
  });

  it('costs no question after a claim was checked', async () => {
    ptr(HOST);
    a([V4]);
    await reverse.confirm(at(V4), SUFFIXES);
    const asked = server.asked.length;
    expect(await reverse.network(at(V4))).toBe('googlebot.com');
    expect(server.asked).toHaveLength(asked);
  });

  it.each([
    ['crawl-1.googlebot.com', 'googlebot.com'],
    ['googlebot.com', 'googlebot.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['example.com.au', 'example.com.au'],
    ['localhost', ''],
    ['no host.example', ''],
    ['', ''],
  ])('of "%s" is "%s"', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });
});

describe('identifying an address', () => {
  const identify = (ip: string) => reverse.identify(at(ip), BUILT_IN_VERIFIERS);
  const nobody = { host: '', network: '', engine: '', verdict: 0, slow: false };

  it('tells nothing of one without a name', async () => {
    expect(await identify(V4)).toEqual(nobody);
    ptr(V4);
    expect(await identify(V4)).toEqual(nobody);
  });

  it('tells host and network of one that is no engine', async () => {
    ptr('Mail.harbour.example.');
    expect(await identify(V4)).toEqual({
      ...nobody,
      host: 'mail.harbour.example',
      network: 'harbour.example',
    });
  });

  it.each([
    ['leads back', ['66.249.66.1'], 1],
    ['leads elsewhere', ['66.249.66.2'], 2],
    ['has no address', [], 0],
  ])('tells the engine of a name that %s', async (_, addresses, verdict) => {
    ptr(HOST);
    a(addresses);
    const expected = { host: HOST, network: 'googlebot.com', engine: 'googlebot', verdict, slow: false };
    expect(await identify(V4)).toEqual(expected);
  });

  it('tells the name that leads back, of several', async () => {
    server.set('PTR', reverseName(V4), ['mail.harbour.example', 'crawl-old.googlebot.com', HOST]);
    server.set('A', 'crawl-old.googlebot.com', ['66.249.66.2']);
    a([V4]);
    const expected = { host: HOST, network: 'googlebot.com', engine: 'googlebot', verdict: 1, slow: false };
    expect(await identify(V4)).toEqual(expected);
    a(['66.249.66.3']);
    expect(await identify(V4)).toEqual({ ...expected, host: 'crawl-old.googlebot.com', verdict: 2 });
  });

  it('says when a name server was too slow, at either question', async () => {
    limits = { ...limits, slowMs: 30 };
    server.set('PTR', reverseName(V4), 'silence');
    expect(await identify(V4)).toEqual({ ...nobody, slow: true });
    limits = { ...limits, slowMs: 5000 };
    ptr(HOST);
    server.set('A', HOST, 'SERVFAIL');
    expect(await identify(V4)).toMatchObject({ engine: 'googlebot', verdict: 0, slow: true });
  });

  it('is not held up by what visits have used up', async () => {
    limits = { ...limits, lookups: 0, strikes: 1 };
    server.set('PTR', reverseName('66.249.66.2'), 'SERVFAIL');
    await identify('66.249.66.2');
    ptr(HOST);
    a([V4]);
    expect(await identify(V4)).toMatchObject({ verdict: 1 });
  });
});

/** Names of the operator that lead elsewhere. */
function decoys(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `decoy-${index}.googlebot.com`);
}

function ptr(host: string): void {
  server.set('PTR', reverseName(V4), [host]);
}

function a(addresses: readonly string[]): void {
  server.set('A', HOST, addresses);
}
