import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ProviderServer, startProvider } from '../../../../support/insights/ai/provider-server.js';
import { AdminClient, type Credentials } from '../../../../support/sidecar/server/admin/client.js';
import { HARBOUR, serveSite, type TestSite, until } from '../../../../support/sidecar/server/serving.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const KEY = 'sk-a-key-that-nobody-may-see';
const TARGET = {
  name: 'Harbour Notes',
  category: 'tide tables',
  domain: 'harbour.example',
  competitors: ['Moon Almanac'],
  prompts: ['Where do I find tide tables?', 'What is a spring tide?'],
};

let provider: ProviderServer;
beforeAll(async () => {
  provider = await startProvider();
});
beforeEach(() => {
  provider.calls.length = 0;
  provider.answer = () => ({
    text: 'Ask the Moon Almanac or Harbour Notes.',
    sources: [{ url: 'https://harbour.example/tides/' }],
  });
});
afterAll(() => provider.close());

interface Dashboard {
  readonly running: boolean;
  readonly lastRunAt: string;
  readonly run?: unknown;
  readonly dashboard: {
    readonly hasData: boolean;
    readonly summary: Readonly<Record<string, number>>;
    readonly products: readonly Readonly<Record<string, unknown>>[];
    readonly trend: readonly { readonly runId: number; readonly score: number }[];
  };
}

describe.each([sqlite(), postgres()])('citation checks on $name', (database) => {
  let site: TestSite;
  let client: AdminClient;
  let ada: Credentials;

  beforeAll(async () => {
    await database.start();
    const address = await database.address();
    const at = { baseUrl: provider.url };
    site = await serveSite({
      files: HARBOUR,
      config: { engines: { openai: at, gemini: at, anthropic: at, perplexity: at } },
      env: { DATABASE_URL: address },
    });
    client = new AdminClient(site);
    ada = await client.as('ada', 'administrator', address);
    await client.call('POST', '/settings', ada, { enable_visibility: true });
  });
  afterAll(async () => {
    await site.serving.close();
    await database.stop();
  });

  const get = async (path: string) => (await client.call('GET', path, ada)).body as Dashboard;
  const post = async (path: string, body: unknown = {}) =>
    (await client.call('POST', path, ada, body)).body as Dashboard;
  const done = async () => {
    await until(async () => !(await get('/visibility/dashboard')).running, 30_000);
    return get('/visibility/dashboard');
  };

  it('[4.1-visibility-config] begin with the site as their target', async () => {
    const { body } = await client.call('GET', '/visibility/config', ada);
    expect(body).toMatchObject({
      config: {
        targets: [{ name: 'Harbour Notes', domain: 'harbour.example', active: true }],
        frequency: 'weekly',
      },
      lastRunAt: '',
      activeProviders: 0,
      promptCount: 0,
      aiAvailable: false,
    });
  });

  it('do not run without questions, nor without an engine', async () => {
    expect((await post('/visibility/run')).run).toEqual({ ran: false, reason: 'no_prompts' });
    await post('/visibility/config', { targets: [TARGET] });
    expect((await post('/visibility/run')).run).toEqual({ ran: false, reason: 'no_providers' });
    expect(provider.calls).toEqual([]);
  });

  it('ask every question of every engine', async () => {
    const saved = await post('/visibility/config', {
      providers: {
        openai: { enabled: true, key: KEY },
        perplexity: { enabled: true, key: KEY },
        gemini: { enabled: true },
      },
    });
    expect(saved).toMatchObject({ saved: true, activeProviders: 2, promptCount: 2 });
    expect(JSON.stringify(saved)).not.toContain(KEY);
    const started = await post('/visibility/run');
    expect([started.run, started.running]).toEqual([{ queued: true }, true]);
    expect((await post('/visibility/run')).run).toEqual({ ran: false, reason: 'already_running' });
    const { dashboard, lastRunAt } = await done();
    expect(provider.calls).toHaveLength(4);
    expect(dashboard.summary).toEqual({
      checks: 4,
      mentions: 4,
      citations: 2,
      errors: 0,
      visibilityScore: 100,
      citationRate: 50,
    });
    expect([dashboard.trend.length, lastRunAt !== '']).toEqual([1, true]);
    expect(dashboard.products[0]).toMatchObject({
      rank: 2,
      shareOfVoice: [
        { name: 'Harbour Notes', mentions: 4, isBrand: true, share: 50 },
        { name: 'Moon Almanac', mentions: 4, isBrand: false, share: 50 },
      ],
    });
  });

  it('[2.2-score-cited] give the rung Cited', async () => {
    const { score } = (await client.call('GET', '/score', ada)).body as {
      score: { measured: boolean; rungs: readonly { key: string; score: number | null }[] };
    };
    expect(score.rungs.find(({ key }) => key === 'cited')?.score).toBe(100);
    expect(score.measured).toBe(true);
  });

  it('note what failed, and count it for nothing else', async () => {
    provider.answer = ({ path, question }) =>
      path.includes('chat') && question.includes('spring')
        ? { status: 500, body: { error: { message: 'the lamp is out' } } }
        : { text: 'Nobody in particular.' };
    await post('/visibility/run');
    const { dashboard } = await done();
    expect(dashboard.summary).toMatchObject({ checks: 2, mentions: 0, errors: 2, visibilityScore: 0 });
    expect(JSON.stringify(dashboard.products)).toContain('the lamp is out');
    expect(dashboard.trend.map(({ score }) => score)).toEqual([100, 0]);
  });

  it('[4.1-visibility-suggest] suggest questions from templates, without asking anybody', async () => {
    const { body } = await client.call('POST', '/visibility/suggest', ada, { category: 'tide tables' });
    expect((body as { questions: string[] }).questions[0]).toBe('What is Harbour Notes?');
    expect(provider.calls).toEqual([]);
  });

  it('[7-no-category] [7-ai-unavailable] ask for a category before they look for a language model', async () => {
    expect(await client.call('POST', '/visibility/suggest-ai', ada, {})).toMatchObject({
      status: 400,
      code: 'svc_ai_no_category',
    });
    expect(await client.call('POST', '/visibility/suggest-ai', ada, { category: 'tides' })).toMatchObject({
      status: 503,
      code: 'svc_ai_unavailable',
    });
  });

  it('try an engine with one tiny question', async () => {
    provider.answer = () => ({ text: 'ready '.repeat(50) });
    const good = (await client.call('POST', '/visibility/test', ada, { provider: 'openai', model: 'other' }))
      .body;
    expect(good).toMatchObject({ ok: true });
    expect((good as { sample: string }).sample.length).toBeLessThanOrEqual(120);
    expect(provider.calls[0]).toMatchObject({
      body: { model: 'other' },
      headers: { authorization: `Bearer ${KEY}` },
    });
    for (const [body, error] of [
      [{ provider: 'nobody' }, /no such engine/],
      [{ provider: 'anthropic' }, /no key/],
    ] as const) {
      const bad = (await client.call('POST', '/visibility/test', ada, body)).body as {
        ok: boolean;
        error: string;
      };
      expect([bad.ok, error.test(bad.error)]).toEqual([false, true]);
    }
  });

  it('show a key to its owner alone, and keep it from the database', async () => {
    const reply = await client.call('POST', '/visibility/reveal-key', ada, { provider: 'openai' });
    expect([reply.body, reply.headers.get('cache-control')]).toEqual([
      { key: KEY },
      expect.stringContaining('no-store'),
    ]);
    expect((await client.call('POST', '/visibility/reveal-key', ada, { provider: 'x' })).body).toEqual({
      key: '',
    });
    const state = join(site.folder, '.svc');
    const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    for (const { parentPath, name } of files)
      expect(readFileSync(join(parentPath, name)).includes(KEY)).toBe(false);
    if (database.name === 'sqlite') expect(site.log.join('')).not.toContain(KEY);
  });

  it('are forgotten when their owner says so; the set-up stays', async () => {
    const { dashboard, lastRunAt } = await post('/visibility/clear');
    expect([dashboard.hasData, dashboard.trend, lastRunAt]).toEqual([false, [], '']);
    expect((await post('/visibility/config')) as unknown).toMatchObject({
      activeProviders: 2,
      promptCount: 2,
    });
    expect((await client.call('POST', '/settings/reset', ada)).status).toBe(200);
    expect((await post('/visibility/config')) as unknown).toMatchObject({ activeProviders: 2 });
  });
});

describe('a site with a language model', () => {
  it('[4.1-visibility-suggest-ai] [4.1.4-body] is asked once for questions', async () => {
    const site = await serveSite({
      files: HARBOUR,
      config: { ai: { provider: 'anthropic', baseUrl: provider.url } },
      env: { ANTHROPIC_API_KEY: KEY },
    });
    const client = new AdminClient(site);
    const ada = await client.as('ada', 'administrator');
    expect((await client.call('GET', '/visibility/config', ada)).body).toMatchObject({ aiAvailable: true });
    const body = {
      name: 'Harbour Notes',
      category: 'tide tables',
      domain: 'harbour.example',
      competitors: ['Moon Almanac'],
      prompts: ['Which tide table is best?'],
    };
    provider.answer = () => ({
      text: 'Which tide table is best?\nAre tide tables free?\nIs Harbour Notes good?',
    });
    const { body: answer } = await client.call('POST', '/visibility/suggest-ai', ada, body);
    expect(answer).toEqual({ questions: ['Are tide tables free?'] });
    expect(provider.calls).toHaveLength(1);
    expect(provider.calls[0]?.question).toContain('Moon Almanac');
    // A row without a name is about the site, whose name is not to be given away either.
    const { body: unnamed } = await client.call('POST', '/visibility/suggest-ai', ada, {
      ...body,
      name: ' ',
    });
    expect(unnamed).toEqual(answer);
    provider.answer = () => ({ status: 500, body: {} });
    expect(await client.call('POST', '/visibility/suggest-ai', ada, body)).toMatchObject({
      status: 503,
      code: 'svc_ai_unavailable',
    });
  });
});
