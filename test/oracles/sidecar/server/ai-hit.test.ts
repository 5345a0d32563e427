import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AiDay } from '../../../../src/insights/activity/referrals/port.js';
import { openStorage } from '../../../../src/storage/open.js';
import { AdminClient, type Credentials } from '../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../support/sidecar/server/serving.js';

const ORIGIN = 'https://harbour.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const TOLD = { ref: 'https://chatgpt.com/', utm: '', path: '/ropes/' };

let site: TestSite;
let client: AdminClient;
let owner: Credentials;

const tell = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${client.api}/ai-hit`, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'User-Agent': FIREFOX, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const today = async () => {
  const { body } = await client.call('GET', '/activity/ai-day?date=2026-07-02', owner);
  return body as AiDay;
};

describe('CDN mode', () => {
  beforeAll(async () => {
    site = await serveSite({ files: HARBOUR, settings: { enable_referral_beacon: true } });
    client = new AdminClient(site);
    owner = await client.as('ada', 'administrator');
  });

  it('[8.3.5-tally] puts one script into pages and keeps a count for each day, assistant and page', async () => {
    for (const path of ['/posts/ropes/', '/', '/about/']) {
      const { body } = await site.ask(path);
      expect(body.toString().match(/<script src="\/svc-arrivals\.js" defer><\/script>/g)).toHaveLength(1);
    }
    expect((await site.ask('/nowhere/')).body.toString()).not.toContain('svc-arrivals');
    const script = await site.ask('/svc-arrivals.js');
    expect([script.status, script.headers['content-type']]).toEqual([200, 'text/javascript; charset=UTF-8']);
    for (const path of ['/ropes/', '/ropes/?secret=1']) {
      const answer = await tell({ ...TOLD, path });
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
    await until(async () => (await today()).hits === 2);
    expect(await today()).toMatchObject({ rows: [{ source: 'ChatGPT', path: '/ropes/', hits: 2 }] });
  });

  it.each<[string, unknown, Readonly<Record<string, string>>?]>([
    ['no JSON', 'ref=x'],
    ['a list', []],
    ['nothing', ''],
    ['no path', { ref: 'https://chatgpt.com/' }],
    ['a path that is no text', { ...TOLD, path: 7 }],
    ['too much', { ...TOLD, pad: 'x'.repeat(5000) }],
    ['a label of its own choice', { ref: 'ChatGPT', utm: '', path: '/x/' }],
    ['another site', TOLD, { Origin: 'https://evil.example' }],
    ['nobody', TOLD, { Origin: 'null' }],
    ['a bot', TOLD, { 'User-Agent': 'GPTBot/1.2' }],
  ])('answers %s just the same and counts nothing', async (_, body, headers) => {
    const before = (await today()).hits;
    const answer = await tell(body, headers);
    expect([answer.status, await answer.text()]).toEqual([204, '']);
    // What is counted after it was sent after it.
    await tell({ ...TOLD, path: '/after/' });
    await until(async () => (await today()).hits > before);
    expect((await today()).hits).toBe(before + 1);
  });

  it('does not count the owner', async () => {
    const before = (await today()).hits;
    await tell(TOLD, { Cookie: owner['Cookie'] ?? '' });
    await tell(TOLD);
    await until(async () => (await today()).hits > before);
    expect((await today()).hits).toBe(before + 1);
  });

  it('takes nothing but POST', async () => {
    expect(await client.call('GET', '/ai-hit', owner)).toMatchObject({ status: 404, code: 'rest_no_route' });
  });
});

describe('/activity/ai-day', () => {
  it.each(['2026-02-31', '2026-7-2', 'today', '2026-07-020'])(
    '[4.1-activity-date] refuses %s',
    async (date) => {
      expect(await client.call('GET', `/activity/ai-day?date=${date}`, owner)).toMatchObject({
        status: 400,
        code: 'svc_bad_date',
      });
    },
  );

  it('needs a date', async () => {
    expect(await client.call('GET', '/activity/ai-day', owner)).toMatchObject({
      status: 400,
      code: 'rest_missing_callback_param',
    });
  });

  it('narrows by assistant and path', async () => {
    const ask = async (query: string) => {
      const { body } = await client.call('GET', `/activity/ai-day?date=2026-07-02&${query}`, owner);
      return (body as AiDay).hits;
    };
    await tell({ ref: 'https://claude.ai/', utm: '', path: '/tides/' });
    await until(async () => (await ask('source=Claude')) === 1);
    expect(await ask('source=Claude,ChatGPT')).toBe((await today()).hits);
    expect([await ask('source=Grok'), await ask('path=ti'), await ask('path=/tides&source=ChatGPT')]).toEqual(
      [0, 1, 0],
    );
  });
});

describe('without CDN mode', () => {
  it('[8.3.5-stand-down] the server counts what readers of its pages tell, and not those of the owner', async () => {
    const plain = await serveSite({ files: HARBOUR });
    const api = new AdminClient(plain);
    const ada = await api.as('ada', 'administrator');
    const headers = { 'User-Agent': FIREFOX, Referer: 'https://claude.ai/chat/1' };
    const read = (path: string, more = {}) => plain.ask(path, { headers: { ...headers, ...more } });
    await read('/posts/ropes/?secret=1');
    await read('/posts/ropes/', { Cookie: ada['Cookie'] });
    await read('/posts/ropes/', { 'User-Agent': 'ClaudeBot/1.0' });
    await read('/nowhere/');
    await read('/llms.txt');
    await read('/crane.svg');
    await read('/about/', { Referer: 'https://harbour.example/', 'If-None-Match': '"x"' });
    await read('/about/?utm_source=perplexity.ai');
    const rows = async () => {
      const { body } = await api.call('GET', '/activity/ai-day?date=2026-07-02', ada);
      return (body as AiDay).rows.map(({ source, path, hits }) => `${source} ${path} ${hits}`).sort();
    };
    await until(async () => (await rows()).length === 2);
    expect(await rows()).toEqual(['Claude /about/ 1', 'Claude /posts/ropes/ 1']);
    // With the mode on the same visits are the browsers' to tell.
    plain.store({ enable_referral_beacon: true });
    await until(async () => (await plain.ask('/svc-arrivals.js')).status === 200);
    await read('/posts/tides/');
    await plain.serving.close();
    const storage = await openStorage(join(plain.folder, '.svc/svc.db'));
    const paths = await storage.db.selectFrom('referrals').select('path').execute();
    expect(paths.map(({ path }) => path)).not.toContain('/posts/tides/');
    await storage.close();
  });

  it('there is no script, and a message from an old copy of a page counts nothing', async () => {
    const plain = await serveSite({ files: HARBOUR });
    expect((await plain.ask('/svc-arrivals.js')).status).toBe(404);
    expect((await plain.ask('/posts/ropes/')).body.toString()).not.toContain('<script src');
    const sent = await fetch(`${new AdminClient(plain).api}/ai-hit`, {
      method: 'POST',
      headers: { Origin: ORIGIN, 'User-Agent': FIREFOX },
      body: JSON.stringify(TOLD),
    });
    expect(sent.status).toBe(204);
    // Ending writes what has been counted.
    await plain.serving.close();
    const storage = await openStorage(join(plain.folder, '.svc/svc.db'));
    expect(await storage.db.selectFrom('referrals').selectAll().execute()).toEqual([]);
    await storage.close();
  });
});
