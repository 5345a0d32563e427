import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { serveSite, type TestSite } from '../../../support/sidecar/server/serving.js';

const files = { 'content/tides.md': '---\ntitle: Tides\n---\nLow water at six.\n', 'public/a.txt': 'a' };
let site: TestSite;
let client: AdminClient;
let ada: Credentials;

beforeAll(async () => {
  site = await serveSite({ files, config: { source: 'content', trustedProxies: ['127.0.0.1'] } });
  client = new AdminClient(site);
  ada = await client.as('ada', 'administrator');
});

function signIn(forwarded: string, username: string): Promise<Response> {
  return fetch(`${site.url}svc/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded },
    body: JSON.stringify({ username, password: 'wrong' }),
  });
}

describe('one client, however proxies write its address', () => {
  it.each([
    ['port', (n: number) => `203.0.113.7:${4000 + n}`],
    ['IPv4 as IPv6', (n: number) => (n % 2 ? '203.0.113.8' : '::ffff:203.0.113.8')],
    ['brackets', (n: number) => (n % 2 ? `[2001:db8:7::1]:${4000 + n}` : '2001:db8:7::1')],
    ['a network of IPv6', (n: number) => `2001:db8:8::${n + 1}`],
    ['quotes and zones', (n: number) => (n % 2 ? '"2001:db8:9::1"' : '2001:db8:9::1%eth0')],
    ['chains that clients begin', (n: number) => `198.51.100.${n}, 203.0.113.9`],
  ])('%s', async (_, forwarded) => {
    const statuses: number[] = [];
    for (let n = 0; n < 14; n += 1) {
      statuses.push((await signIn(forwarded(n), `keeper-${forwarded(1)}`)).status);
    }
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
  });
});

describe('settings that are sent', () => {
  const topics = async () =>
    ((await client.call('GET', '/settings', ada)).body as { settings: { topics_max: number } }).settings
      .topics_max;
  const send = (type: string, body: string) =>
    client.call('POST', '/settings', { ...ada, 'Content-Type': type }, body);

  it.each([
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="topics_max"\r\n\r\n4\r\n--x--\r\n',
      415,
    ],
    ['text/plain', '{"topics_max": 4}', 415],
    ['application/json', '[{"topics_max": 4}]', 400],
    ['application/json', '"topics_max"', 400],
    ['application/json', 'null', 400],
    ['application/json', '{"settings": [4]}', 400],
    ['application/json', '{"settings": null}', 400],
    ['application/x-www-form-urlencoded', 'settings=topics_max', 400],
  ])('as %s %j are refused, not ignored', async (type, body, status) => {
    const before = await topics();
    const reply = await send(type, body);
    expect([reply.status, (reply.body as { message: string }).message]).toEqual([
      status,
      expect.stringMatching(/Content-Type|isn't supported|must be an object/),
    ]);
    expect(await topics()).toBe(before);
  });

  it.each([
    ['application/json', '{"topics_max": 3}', 3],
    ['application/json', '{"settings": {"topics_max": 4}}', 4],
    ['application/x-www-form-urlencoded', 'settings={"topics_max": 5}', 5],
    ['application/x-www-form-urlencoded', 'settings[topics_max]=6', 6],
  ])('as %s %j are applied', async (type, body, value) => {
    expect((await send(type, body)).status).toBe(200);
    expect(await topics()).toBe(value);
  });

  it.each([
    ['?settings[topics_max]=7', 7],
    [`?settings=${encodeURIComponent('{"topics_max": 8}')}`, 8],
    ['?topics_max=9', 9],
  ])('as the query %s are applied', async (query, value) => {
    expect((await client.call('POST', `/settings${query}`, ada)).status).toBe(200);
    expect(await topics()).toBe(value);
  });

  it('without an end leave room for builds', async () => {
    const builds = () => site.log.filter((line) => line.includes('"rebuilt"')).length;
    const before = builds();
    const end = performance.now() + 3500;
    for (let value = 0; performance.now() < end; value += 1) {
      await client.call('POST', '/settings', ada, { topics_max: 1 + (value % 9) });
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(builds() - before).toBeGreaterThanOrEqual(2);
  });
});

describe('a settings file that cannot be read', () => {
  it('is named with its line, and what is in force is said', async () => {
    const path = join(site.folder, 'svc.settings.json');
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, '{\n  "topics_max": 4,\n  oops\n}\n');
    const reply = await client.call('POST', '/settings', ada, { topics_max: 5 });
    writeFileSync(path, before);
    expect([reply.status, reply.code]).toEqual([500, 'svc_settings_invalid']);
    expect((reply.body as { message: string }).message).toMatch(
      /^svc\.settings\.json, line 3, column \d+: .*last valid settings stay in force/,
    );
    expect((await site.ask('/tides.md')).status).toBe(200);
  });
});

describe('the form for the first account', () => {
  it.each(['', 'link=x', 'link=x&username=eve&password=a-long-enough-password'])(
    'is not shown without a link that works: %j',
    async (body) => {
      const response = await fetch(`${site.url}svc/first-account`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body,
      });
      expect([response.status, response.headers.get('location')]).toEqual([303, '/svc/login?link=used']);
    },
  );
});
