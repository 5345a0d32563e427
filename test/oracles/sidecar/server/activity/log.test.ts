import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ActivitySummary, HitRow, LogPage } from '../../../../../src/insights/activity/port.js';
import type { Systems } from '../../../../../src/sidecar/server/systems.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { addAccess, clearAccess } from '../../../../../src/storage/tables/agent-access.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite } from '../../../../support/sidecar/server/serving.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

/** The time of every sidecar here. */
const NOW = Date.parse('2026-07-02T10:00:00Z') / 1000;
const GPT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each([sqlite(), postgres()])('the activity log of a sidecar on $name', (database) => {
  let site: TestSite;
  let client: AdminClient;
  let ada: Credentials;

  beforeAll(async () => {
    await database.start();
    const address = await database.address();
    site = await serveSite({
      files: {
        ...HARBOUR,
        'public/.well-known/security.txt': 'Contact: mailto:harbour@harbour.example\n',
        'plugin.mjs': `export function register(svc) {
          svc.filter('svc_agent_map', (labels) => ({ tidebot: 'The tides', ...labels }));
        }`,
      },
      config: { database: address, plugins: ['./plugin.mjs'] },
    });
    client = new AdminClient(site);
    ada = await client.as('ada', 'administrator', address);
    await client.call('POST', '/settings', ada, { enable_mcp_server: true });
  }, 120_000);
  afterAll(async () => {
    await Promise.all(opened.map((storage) => storage.close()));
    await site.serving.close();
    await database.stop();
  });

  const get = async <T>(path: string) => (await client.call('GET', path, ada)).body as T;
  const rows = async (query = '') => (await get<LogPage>(`/activity/log${query}`)).rows;
  const opened: Storage[] = [];
  const openedStorage = async (): Promise<Storage> => {
    const storage = await openStorage((await databaseOf(site)) ?? '');
    opened.push(storage);
    return storage;
  };
  const clear = () => client.call('DELETE', '/activity', ada);
  const as = (agent: string, path: string, headers: Readonly<Record<string, string>> = {}) =>
    site.ask(path, { headers: { 'User-Agent': agent, ...headers } });

  it('reads names in other letters as UTF-8, and keeps what is not', async () => {
    await clear();
    await as(Buffer.from('Žaba/1.0 (bot)').toString('latin1'), '/llms.txt');
    await as('K\u00e4se/1.0 (bot)', '/llms.txt');
    await expect
      .poll(() => rows().then((all) => all.map(({ ua }) => ua)))
      .toEqual(['K\u00e4se/1.0 (bot)', 'Žaba/1.0 (bot)']);
    expect(await rows(`?ua=${encodeURIComponent('Žaba')}`)).toHaveLength(1);
  });

  it('[6-hit-recorded] [4.1-discovery-hit] [3-verdict-values] records every document under its label', async () => {
    await clear();
    const markdown = { Accept: 'text/markdown' };
    const asked: readonly (readonly [string, string, Readonly<Record<string, string>>?])[] = [
      ['/llms.txt', 'llms.txt'],
      ['/llms-full.txt', 'llms-full.txt'],
      ['/auth.md', 'auth.md'],
      ['/svc-changes.json', 'changes'],
      ['/svc-changes.json?since=2026-01-01', 'changes'],
      ['/svc-sitemap.xml', 'sitemap'],
      ['/svc-sitemap-post-1.xml', 'sitemap'],
      ['/posts/ropes.md', 'markdown'],
      ['/posts/ropes/', 'markdown', markdown],
      ['/index.md', 'markdown'],
      ['/', 'markdown', markdown],
      ['/.well-known/discovery.json', 'discovery.json'],
      ['/.well-known/agent-card.json', 'agent-card.json'],
      ['/.well-known/agent.json', 'agent.json'],
      ['/.well-known/mcp.json', 'mcp.json'],
      ['/.well-known/openapi.json', 'openapi.json'],
      ['/.well-known/api-catalog', 'api-catalog'],
      ['/.well-known/http-message-signatures-directory', 'http-message-signatures-directory'],
      ['/.well-known/mcp/server-card.json', 'mcp/server-card.json'],
      ['/.well-known/oauth-authorization-server/svc/mcp', 'oauth-authorization-server'],
      ['/.well-known/oauth-protected-resource/svc/mcp', 'oauth-protected-resource-mcp'],
      ['/.well-known/oauth-protected-resource/api/svc/v1/mcp', 'oauth-protected-resource-mcp'],
      ['/api/svc/v1/discovery', 'rest:discovery'],
    ];
    for (const [path, , headers] of asked)
      expect([path, (await as(GPT, path, headers)).status]).toEqual([path, 200]);
    const found = await rows('?per_page=200');
    expect(found.map(({ endpoint }) => endpoint).toReversed()).toEqual(asked.map(([, label]) => label));
    expect(found[0]).toEqual({
      endpoint: 'rest:discovery',
      agent: 'GPTBot (OpenAI)',
      ua: GPT,
      network: '',
      verdict: 0,
      signer: '',
      refused: false,
      at: '2026-07-02T10:00:00+00:00',
    } satisfies HitRow);
  });

  it('records HEAD and what the client already has, from the cache of answers and from the file', async () => {
    await clear();
    const { headers } = await as(GPT, '/llms.txt');
    expect((await as(GPT, '/llms.txt', { 'If-None-Match': headers['etag'] ?? '' })).status).toBe(304);
    await site.ask('/llms.txt', { method: 'HEAD', headers: { 'User-Agent': GPT } });
    expect(await rows()).toHaveLength(3);
  });

  it('does not record what is no document for agents', async () => {
    await clear();
    for (const path of [
      '/',
      '/posts/ropes/',
      '/robots.txt',
      '/feed.xml',
      '/crane.svg',
      '/.well-known/security.txt',
      '/.well-known/dnt-policy.txt',
      '/.well-known/nothing',
      '/posts/nothing.md',
      '/api/content/v1/posts',
      '/svc/login',
      '/svc/health/live',
      '/schemas/discovery/1.0/discovery.schema.json',
    ]) {
      await as(GPT, path);
    }
    await site.ask('/.well-known/discovery.json', { method: 'OPTIONS' });
    await site.ask('/llms.txt', { method: 'POST' });
    expect(await rows()).toEqual([]);
  });

  it('names clients as plugins wish', async () => {
    await clear();
    await as('TideBot/1.0', '/llms.txt');
    await as('', '/llms.txt');
    expect((await rows()).map(({ agent }) => agent)).toEqual(['No user-agent', 'The tides']);
  });

  it("[5-selfcheck-header] leaves the owner's own visits out, and nobody else's", async () => {
    await clear();
    const sam = await client.as('sam', 'subscriber', (await databaseOf(site)) ?? '');
    const cookieOf = ({ Cookie = '' }: Credentials) => ({ Cookie });
    await as('owner', '/llms.txt', cookieOf(ada));
    await as('reader', '/llms.txt', cookieOf(sam));
    await as('forger', '/llms.txt', { Cookie: 'svc_session=forged' });
    const minted = await client.call('POST', '/activity/selfcheck-token', ada);
    const { token } = minted.body as { token: string };
    await as('check', '/llms.txt', { 'X-Svc-Selfcheck': token });
    await as('liar', '/llms.txt', { 'X-Svc-Selfcheck': 'f'.repeat(32) });
    await as('long', '/llms.txt', { 'X-Svc-Selfcheck': token.repeat(3) });
    expect((await rows()).map(({ ua }) => ua).sort()).toEqual(['forger', 'liar', 'long', 'reader']);
  });

  it('stops while it is switched off, and deletes nothing', async () => {
    await clear();
    await as(GPT, '/llms.txt');
    expect(await rows()).toHaveLength(1);
    await client.call('POST', '/settings', ada, { enable_activity: false });
    await as(GPT, '/llms.txt');
    expect(await rows()).toHaveLength(1);
    expect(await get('/activity')).toMatchObject({ enabled: false, totals: { all: 1 } });
    await client.call('POST', '/settings', ada, { enable_activity: true });
    await as(GPT, '/llms.txt');
    expect(await rows()).toHaveLength(2);
  });

  it('[4.1.3-bad-date] [4.1.3-verdict] [7-log-400] [4.1-activity-date] says what is wrong with a question', async () => {
    const problem = async (path: string) => {
      const { status, code } = await client.call('GET', `/activity/${path}`, ada);
      return [status, code];
    };
    for (const date of ['yesterday', '2026-7-2', '2026-02-31', '2026-13-01', '20260702', '']) {
      expect(await problem(`log?from=${date}`)).toEqual([400, 'svc_bad_date']);
      expect(await problem(`log?to=${date}`)).toEqual([400, 'svc_bad_date']);
      expect(await problem(`day?date=${date}`)).toEqual([400, 'svc_bad_date']);
    }
    expect(await problem('day')).toEqual([400, 'rest_missing_callback_param']);
    expect(await problem('log?from=2026-07-02&to=2026-07-01')).toEqual([400, 'svc_bad_range']);
    for (const verdict of ['3', '-1', 'refused', '0,1', 'x', '', '1.0']) {
      expect(await problem(`log?verdict=${verdict}`)).toEqual([400, 'svc_bad_verdict']);
    }
    expect(await problem('log?order=up')).toEqual([400, 'svc_bad_order']);
    for (const query of ['per_page=many', 'before=x', 'offset=1.5']) {
      expect(await problem(`log?${query}`)).toEqual([400, 'rest_invalid_param']);
    }
  });

  it('[4.1.3-per-page] [4.1.3-exact] [4.1.3-keyset] answers a question as it is asked', async () => {
    await clear();
    for (const path of ['/llms.txt', '/llms.txt', '/index.md']) {
      await as(GPT, path);
      await as(FIREFOX, path);
    }
    const page = (query: string) => get<LogPage>(`/activity/log?${query}`);
    expect(await page('per_page=0')).toMatchObject({ perPage: 1, total: 6, hasMore: true });
    for (const many of ['9999', '9'.repeat(30)]) {
      const found = await page(`per_page=${many}`);
      expect(found).toMatchObject({ perPage: 200, cursor: null, hasMore: false });
    }
    expect(await page('agent=Browser&endpoint=llms.txt')).toMatchObject({ total: 2 });
    expect(await page('agent=Browser,GPTBot')).toMatchObject({ total: 0 });
    expect(await page('agent=browser')).toMatchObject({ total: 0 });
    expect(await page('verdict=1')).toMatchObject({ total: 0 });
    expect(await page(`ua=${encodeURIComponent('mozilla/5.0 (X11')}`)).toMatchObject({ total: 3 });
    expect(await page('ua=%25')).toMatchObject({ total: 0 });
    expect(await page('from=2026-07-02&to=2026-07-02&before=0')).toMatchObject({ total: 6 });
    expect(await page('from=2020-01-01&to=2026-07-01')).toMatchObject({ total: 0 });
    const first = await page('per_page=4');
    const second = await page(`per_page=4&before=${first.cursor}`);
    expect([first.rows.length, second.rows.length, second.total, second.cursor]).toEqual([4, 2, 6, null]);
    const sorted = await page('orderby=client&order=asc&per_page=2&offset=2');
    expect(sorted).toMatchObject({
      sort: { by: 'client', dir: 'asc' },
      offset: 2,
      cursor: null,
      hasMore: true,
    });
    expect(sorted.rows.map(({ agent }) => agent)).toEqual(['Browser', 'GPTBot (OpenAI)']);
    expect(await page('orderby=colour')).toMatchObject({ sort: { by: 'at', dir: 'desc' } });
  });

  it('[4.1-facets] [8-facets-limit] lists what occurs, at most 200 of each', async () => {
    await clear();
    for (let index = 0; index < 205; index += 1) await as(`GPTBot-${index}/1.0`, '/llms.txt');
    for (let index = 0; index < 3; index += 1) await as('curl/8.5.0', '/index.md');
    const facets = await get('/activity/log/facets');
    expect(facets).toEqual({
      agents: ['GPTBot (OpenAI)', 'Script/tool'],
      endpoints: ['llms.txt', 'markdown'],
      networks: [],
    });
  });

  it('tells a day, and the whole', async () => {
    await clear();
    await as(GPT, '/llms.txt');
    await as(FIREFOX, '/index.md');
    const day = await get<{ rows: readonly HitRow[] }>('/activity/day?date=2026-07-02');
    expect(day).toMatchObject({ date: '2026-07-02', total: 2, capped: false });
    expect(day.rows.map(({ endpoint }) => endpoint)).toEqual(['markdown', 'llms.txt']);
    expect(await get('/activity/day?date=2026-07-01')).toMatchObject({ total: 0, rows: [] });
    const all = await get<ActivitySummary>('/activity');
    expect(all).toMatchObject({
      enabled: true,
      window: 30,
      since: '2026-06-03',
      today: '2026-07-02',
      retention: 30,
      autoPrune: true,
      maxRows: 50_000,
      totals: { today: 2, week: 2, month: 2, all: 2, agents: 2, impostors: 0 },
      agentAccessUnseen: 0,
      audience: { machines: { fetches: 2, agents: 2, from: '2026-06-03', to: '2026-07-02' } },
    });
    expect(all.daily.at(-1)).toEqual({
      date: '2026-07-02',
      hits: 2,
      clients: [
        { label: 'Browser', hits: 1 },
        { label: 'GPTBot (OpenAI)', hits: 1 },
      ],
      clientCount: 2,
      endpoints: [
        { label: 'llms.txt', hits: 1 },
        { label: 'markdown', hits: 1 },
      ],
      endpointCount: 2,
    });
    const emptied = await client.call('DELETE', '/activity', ada);
    expect(emptied.body).toMatchObject({ totals: { all: 0 }, recent: [] });
    expect(Object.keys(emptied.body as object)).not.toContain('audience');
    expect(Object.keys(emptied.body as object)).not.toContain('systems');
  });

  it('tells which doors are open for agents, and what has been done through them', async () => {
    const { db } = await openedStorage();
    const run = { kind: 'ability_used', subject: 'svc/read-page', detail: '', firstAt: 1 };
    await addAccess(db, [
      { ...run, userId: 1, cred: 'svc-oauth:a', hits: 5, lastAt: NOW - 60 },
      { ...run, userId: 1, cred: 'svc-oauth:b', hits: 2, lastAt: NOW - 29 * 86_400 },
      { ...run, userId: 2, cred: '', hits: 1, lastAt: NOW - 31 * 86_400 },
      { ...run, kind: 'ability_refused', userId: 0, cred: '', hits: 9, lastAt: NOW },
    ]);
    const systems = async () => (await get<{ readonly systems: Systems }>('/activity')).systems;
    const { doors, signals, search, content } = await systems();
    expect(doors).toMatchObject({ mcpOn: true, writesOn: false, agents30: 2, runsTotal: 8 });
    expect(doors.tools).toBeGreaterThan(5);
    expect(doors).toMatchObject({ webmcpOn: false, webmcpTools: 0, securityTxt: 'file' });
    expect(signals).toEqual({
      indexnowOn: false,
      sitemapCovered: true,
      sitemapLabel: '/svc-sitemap.xml',
      robotsManaged: true,
      robotsAi: true,
      digestOn: false,
    });
    expect(search).toEqual({ connected: false });
    expect(content.entries).toBeGreaterThan(0);
    await client.call('POST', '/settings', ada, { enable_mcp_server: false, enable_webmcp: true });
    const after = await systems();
    expect(after.doors).toMatchObject({ mcpOn: false, tools: 0, webmcpOn: true });
    expect(after.doors.webmcpTools).toBeGreaterThan(0);
    await client.call('POST', '/settings', ada, { enable_mcp_server: true, enable_webmcp: false });
    await clearAccess(db);
  });
});

/** The database of a site, as its configuration has it. */
async function databaseOf({ folder }: TestSite): Promise<string | undefined> {
  const text = readFileSync(join(folder, 'svc.config.json'), 'utf8');
  return (JSON.parse(text) as { database?: string }).database;
}

describe('with default settings', () => {
  const ADDRESS = '203.0.113.77';
  const SECRETS = ['SECRET-QUERY', 'ropes-and-a-secret', 'referrer.example', ADDRESS, '127.0.0.1'];

  it('no address, no query and no path of a visitor is anywhere in the database', async () => {
    const site = await serveSite({ files: HARBOUR, config: { trustedProxies: ['127.0.0.1'] } });
    const headers = {
      'User-Agent': 'CanaryBot/1.0',
      'X-Forwarded-For': ADDRESS,
      'CF-Connecting-IP': ADDRESS,
      Referer: 'https://referrer.example/ropes-and-a-secret?q=SECRET-QUERY',
    };
    for (const path of [
      '/llms.txt?utm_source=SECRET-QUERY',
      '/posts/tides.md?q=SECRET-QUERY',
      '/posts/tides/?q=SECRET-QUERY',
      '/ropes-and-a-secret/',
      '/.well-known/discovery.json?SECRET-QUERY',
      '/svc-changes.json?since=SECRET-QUERY',
    ]) {
      await site.ask(path, { headers });
    }
    // The owner signs in, and somebody tries to.
    const client = new AdminClient(site);
    const ada = await client.as('ada', 'administrator');
    expect(await client.call('GET', '/activity/log', ada)).toMatchObject({ body: { total: 4 } });
    const body = JSON.stringify({ username: 'ada', password: 'wrong' });
    const login = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
    expect((await fetch(`${site.url}svc/login`, login)).status).toBe(401);
    await site.serving.close();
    const text = rawFiles(join(site.folder, '.svc'));
    expect(text).toContain('CanaryBot/1.0');
    for (const secret of SECRETS) expect([secret, text.includes(secret)]).toEqual([secret, false]);
    expect(text).not.toContain('posts/tides.md?');
  });
});

/** Everything that the files of a database hold. */
function rawFiles(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith('svc.db'));
  expect(names).toContain('svc.db');
  return names.map((name) => readFileSync(join(folder, name), 'latin1')).join('\n');
}
