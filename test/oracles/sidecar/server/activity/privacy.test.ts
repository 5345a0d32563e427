import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AdminClient } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const OLD_PHONE = 'Mozilla/5.0 (SymbianOS/9.1)';
const ADDRESS = '127.0.0.1';

/** Everything that is in the files of the database, also in what was deleted. */
function rawBytes({ folder }: TestSite): string {
  const files = readdirSync(join(folder, '.svc')).filter((name) => name.startsWith('svc.db'));
  return files.map((name) => readFileSync(join(folder, '.svc', name), 'latin1')).join('');
}

async function start() {
  const site = await serveSite({ files: HARBOUR });
  const client = new AdminClient(site);
  return { site, client, ada: await client.as('ada', 'administrator') };
}

describe('the files of the database', { timeout: 60_000 }, () => {
  it('hold no address, query or path of a visitor but the page that an assistant sent to', async () => {
    const { site, client, ada } = await start();
    const visit = (path: string, agent: string, headers: Readonly<Record<string, string>> = {}) =>
      site.ask(path, { headers: { 'User-Agent': agent, ...headers } });
    const proxied = { 'X-Forwarded-For': '203.0.113.77', 'CF-Connecting-IP': '203.0.113.78' };
    await visit('/llms.txt?CANARY-1', 'KettleBot/1.0', proxied);
    await visit('/about.md?CANARY-2', OLD_PHONE);
    await visit('/api/svc/v1/discovery?CANARY-3', 'KettleBot/1.0');
    await visit('/.well-known/mcp/CANARY-4/server-card.json', 'KettleBot/1.0');
    await visit('/CANARY-5/', BROWSER, { Referer: 'https://chatgpt.com/CANARY-6' });
    await visit('/about/?utm_source=chatgpt&x=CANARY-7', BROWSER, {
      Referer: 'https://inn.example/CANARY-8',
    });
    await visit('/posts/ropes/?CANARY-9', BROWSER);
    await until(async () => {
      const { body } = await client.call('GET', '/activity', ada);
      const { totals, referrals } = body as { totals: { all: number }; referrals: { totals: object } };
      return totals.all === 3 && JSON.stringify(referrals.totals).includes('"window":1');
    });
    const bytes = rawBytes(site);
    expect(bytes).toContain('KettleBot/1.0');
    for (const canary of ['CANARY', 'inn.example', '203.0.113', ADDRESS, '::1']) {
      expect(bytes.includes(canary), canary).toBe(false);
    }
  });

  it.each<[string, (client: AdminClient, ada: Readonly<Record<string, string>>) => Promise<unknown>]>([
    [
      'once nobody wants them',
      (client, ada) => client.call('POST', '/settings', ada, { store_flagged_ips: false }),
    ],
    ['after a reset', (client, ada) => client.call('POST', '/settings/reset', ada)],
    ['in a log that was emptied', (client, ada) => client.call('DELETE', '/activity', ada)],
  ])('hold no address of a flagged client %s', async (_, forget) => {
    const { site, client, ada } = await start();
    await client.call('POST', '/settings', ada, { store_flagged_ips: true });
    await until(async () => {
      await site.ask('/llms.txt', { headers: { 'User-Agent': OLD_PHONE } });
      const { body } = await client.call('GET', '/activity', ada);
      return JSON.stringify(body).includes(`"ip":"${ADDRESS}"`);
    });
    expect(rawBytes(site)).toContain(ADDRESS);
    await forget(client, ada);
    expect(rawBytes(site)).not.toContain(ADDRESS);
  });
});
