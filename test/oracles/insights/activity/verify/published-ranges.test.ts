import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readNetwork } from '../../../../../src/core/net/address.js';
import { guardedFetch } from '../../../../../src/core/net/guarded-fetch.js';
import {
  PublishedRanges,
  type RangeCopy,
} from '../../../../../src/insights/activity/verify/published-ranges.js';
import {
  databaseRanges,
  RangeRefresh,
  readRangeFile,
} from '../../../../../src/insights/activity/verify/range-refresh.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const DAY = 86_400;

/** What the operator's server answers with: by path a status and a text. */
const served = new Map<string, { readonly status: number; readonly text: string }>();
let requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(request.url ?? '');
  const { status, text } = served.get(request.url ?? '') ?? { status: 404, text: '' };
  if (status === 302) response.writeHead(302, { Location: text }).end();
  else response.writeHead(status, { 'Content-Type': 'application/json' }).end(text);
});
let base = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => void server.close());

beforeEach(() => {
  served.clear();
  requests = [];
});

describe('a range file', () => {
  it.each<readonly [string, unknown, readonly string[] | undefined]>([
    [
      'of the usual form',
      { creationTime: 'x', prefixes: [{ ipv4Prefix: '192.0.2.0/24' }, { ipv6Prefix: '2001:db8::/32' }] },
      ['192.0.2.0/24', '2001:db8::/32'],
    ],
    ['that is a list', ['192.0.2.0/24', '198.51.100.7'], ['192.0.2.0/24', '198.51.100.7']],
    [
      'with rows that are none',
      { prefixes: [{ ipv4Prefix: 'x' }, null, 7, {}, '192.0.2.1/32'] },
      ['192.0.2.1/32'],
    ],
    ['that names the whole internet', ['0.0.0.0/0', '::/0', '192.0.2.0/24'], ['192.0.2.0/24']],
    ['without a network', { prefixes: [] }, undefined],
    ['of another form', { ranges: ['192.0.2.0/24'] }, undefined],
    ['that is a text', '192.0.2.0/24', undefined],
    ['that is nothing', null, undefined],
  ])('%s', (_, content, expected) => {
    expect(readRangeFile(JSON.stringify(content))).toEqual(expected);
  });

  it('holds at most 5000 networks', () => {
    const many = Array.from({ length: 6000 }, (_, i) => `10.${i >> 8}.${i & 255}.0/24`);
    expect(readRangeFile(JSON.stringify(many))).toHaveLength(5000);
  });

  it('may be anything at all', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const network = fc
      .tuple(octet, octet, fc.integer({ min: -1, max: 34 }))
      .map(([one, other, bits]) => `${one}.${other}.0.0/${bits}`);
    const value = fc.oneof(network, fc.string(), fc.constant('2001:db8::/15'), fc.jsonValue());
    const row = fc.oneof(value, fc.record({ ipv4Prefix: value, ipv6Prefix: value }, { requiredKeys: [] }));
    const list = fc.array(row);
    const file = fc
      .oneof(
        list,
        list.map((prefixes) => ({ prefixes })),
      )
      .map((one) => JSON.stringify(one));
    fc.assert(
      fc.property(fc.oneof(file, fc.string(), fc.json()), (text) => {
        const found = readRangeFile(text);
        expect(found).not.toEqual([]);
        // What it tells are networks, none of them much of the internet, as the file has them.
        for (const one of found ?? []) {
          const { bits = 0, family } = readNetwork(one) ?? {};
          expect(bits, one).toBeGreaterThanOrEqual(family === 'ipv4' ? 8 : 16);
          expect(text).toContain(JSON.stringify(one));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe.each([sqlite(), postgres()])('published ranges, kept in $name', (database) => {
  let storage: Storage;
  let now = 0;
  let failures: string[] = [];

  beforeAll(async () => {
    await database.start();
    storage = await openStorage(await database.address());
  }, 120_000);

  afterAll(async () => {
    await storage.close();
    await database.stop();
  });

  beforeEach(async () => {
    now = 1_000_000;
    failures = [];
    await databaseRanges(storage).save([]);
  });

  function newRanges(): PublishedRanges {
    return new PublishedRanges({
      fetch: guardedFetch({ allowPrivate: ['127.0.0.1'] }),
      store: databaseRanges(storage),
      now: () => now,
      onFailure: (_, reason) => failures.push(reason),
    });
  }

  const publish = (...prefixes: readonly string[]) =>
    served.set('/bot.json', { status: 200, text: JSON.stringify({ prefixes: prefixes.map(asRow) }) });

  it('tell who is inside, and for two days who is not', async () => {
    publish('192.0.2.0/24', '2001:db8:1::/48');
    const ranges = newRanges();
    const url = `${base}/bot.json`;
    expect([ranges.check(url, '192.0.2.7'), ranges.isDue(url)]).toEqual(['unsure', true]);
    await ranges.refresh([url]);
    expect(ranges.isDue(url)).toBe(false);
    expect(ranges.check(url, '192.0.2.7')).toBe('inside');
    expect(ranges.check(url, '2001:db8:1:2::3')).toBe('inside');
    expect(ranges.check(url, '192.0.3.7')).toBe('outside');
    now += 2 * DAY;
    expect(ranges.check(url, '192.0.3.7')).toBe('outside');
    now += 1;
    expect(ranges.check(url, '192.0.3.7')).toBe('unsure');
    expect(ranges.check(url, '192.0.2.7')).toBe('inside');
  });

  it('outlive the process', async () => {
    publish('192.0.2.0/24');
    await newRanges().refresh([`${base}/bot.json`]);
    const later = newRanges();
    await later.load();
    expect(later.check(`${base}/bot.json`, '192.0.2.7')).toBe('inside');
    await later.refresh([`${base}/bot.json`]);
    expect(requests).toHaveLength(1);
  });

  it('are fetched again after a day; a file that cannot be had leaves the old copy', async () => {
    publish('192.0.2.0/24');
    const ranges = newRanges();
    const url = `${base}/bot.json`;
    await ranges.refresh([url]);
    for (const bad of [
      { status: 500, text: '' },
      { status: 200, text: '<!doctype html>' },
      { status: 200, text: JSON.stringify({ prefixes: [] }) },
      { status: 200, text: `["192.0.2.0/24"]${' '.repeat(262_144)}` },
      { status: 302, text: 'http://169.254.169.254/latest/meta-data/' },
    ]) {
      served.set('/bot.json', bad);
      now += DAY + 1;
      await ranges.refresh([url]);
      expect(ranges.check(url, '192.0.2.7')).toBe('inside');
    }
    expect(failures).toHaveLength(5);
    expect(failures.join()).toMatch(
      /status 500.*no range file.*no range file.*larger than.*internal network/s,
    );
    publish('198.51.100.0/24');
    await ranges.refresh([url]);
    expect(ranges.check(url, '192.0.2.7')).toBe('outside');
  });

  it('of an address that is wanted no more are forgotten', async () => {
    publish('192.0.2.0/24');
    const ranges = newRanges();
    const url = `${base}/bot.json`;
    await ranges.refresh([url]);
    await ranges.refresh([]);
    expect(ranges.check(url, '192.0.2.7')).toBe('unsure');
    expect(await databaseRanges(storage).load()).toEqual([]);
  });

  it('are fetched some time after one was missed, once', async () => {
    publish('192.0.2.0/24');
    const ranges = newRanges();
    const url = `${base}/bot.json`;
    const errors: unknown[] = [];
    const refresh = new RangeRefresh({
      ranges,
      wanted: async () => [url],
      logError: (error) => errors.push(error),
      catchUpMs: 1,
    });
    refresh.needed();
    refresh.needed();
    await expect.poll(() => ranges.check(url, '192.0.2.7'), { timeout: 10_000 }).toBe('inside');
    refresh.needed();
    await refresh.close();
    expect([requests, errors]).toEqual([['/bot.json'], []]);
  });
});

it('are given up when the program ends', async () => {
  let asked = 0;
  const silent = createServer(() => {
    asked += 1;
  });
  await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  const failures: string[] = [];
  const ranges = new PublishedRanges({
    fetch: guardedFetch({ allowPrivate: ['127.0.0.1'] }),
    store: { load: async () => [], save: async () => undefined },
    now: () => 0,
    onFailure: (_, reason) => failures.push(reason),
  });
  const urls = [1, 2, 3].map((n) => `http://127.0.0.1:${port}/${n}`);
  const errors: unknown[] = [];
  const refresh = new RangeRefresh({
    ranges,
    wanted: async () => urls,
    logError: (error) => errors.push(error),
  });
  const running = refresh.now();
  await expect.poll(() => asked, { timeout: 10_000 }).toBe(1);
  await refresh.close();
  await running;
  expect([asked, failures, errors]).toEqual([1, [], []]);
  silent.closeAllConnections();
  silent.close();
});

function asRow(prefix: string): object {
  return prefix.includes(':') ? { ipv6Prefix: prefix } : { ipv4Prefix: prefix };
}

it('are only fetched by https from the internet', async () => {
  const copies: RangeCopy[] = [];
  const failures: string[] = [];
  const ranges = new PublishedRanges({
    fetch: guardedFetch({ resolve: async () => ['93.184.216.34'] }),
    store: { load: async () => copies, save: async () => undefined },
    now: () => 0,
    onFailure: (_, reason) => failures.push(reason),
  });
  await ranges.refresh(['http://bot.example/ranges.json']);
  expect(failures).toEqual(["http://bot.example doesn't use https"]);
});
