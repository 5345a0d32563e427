/** What abilities tell of visits: those of machines, and those that assistants sent. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Visit } from '../../../../../src/insights/activity/port.js';
import { addReferrals } from '../../../../../src/storage/tables/referrals.js';
import { NOW } from '../../../../support/cli/run-svc.js';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

const DAY = 86_400;
let site: AbilitySite;

const visit = (more: Partial<Visit>): Visit => ({
  endpoint: 'llms.txt',
  method: 'GET',
  target: '/llms.txt',
  status: 200,
  refused: false,
  at: NOW - 60,
  userAgent: 'GPTBot/1.2',
  peer: '192.0.2.7',
  headers: {},
  ...more,
});

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
  const { recorder } = site.activity;
  recorder.record(visit({}));
  recorder.record(
    visit({ at: NOW - 50, userAgent: 'ClaudeBot/1.0', endpoint: 'markdown', target: '/posts/fog.md' }),
  );
  recorder.record(visit({ at: NOW - 40, userAgent: 'curl/8.1' }));
  recorder.record(visit({ at: NOW - 3 * DAY, userAgent: 'ClaudeBot/1.0' }));
  recorder.record(
    visit({
      at: NOW - 30,
      userAgent: 'Googlebot/2.1',
      refused: true,
      status: 403,
      finding: { verdict: 2, network: 'harbour.example', signer: '' },
    }),
  );
  await recorder.flush();
  await addReferrals(site.storage.db, [
    { day: '2026-07-01', source: 'ChatGPT', path: '/posts/fog/', hits: 3 },
    { day: '2026-07-02', source: 'Perplexity', path: '/', hits: 1 },
    { day: '2026-06-01', source: 'ChatGPT', path: '/', hits: 2 },
  ]);
}, 60_000);

interface Log {
  readonly rows: readonly {
    readonly ua: string;
    readonly verdict: number;
    readonly refused: boolean;
    readonly at: string;
  }[];
  readonly total: number;
  readonly cursor: number | null;
  readonly hasMore: boolean;
}

const log = (input?: object) => site.read<Log>('read-request-log', input);
const agents = async (input?: object) => (await log(input)).rows.map(({ ua }) => ua.split('/')[0]);

describe('read-request-log', () => {
  it('tells requests, the newest first, page by page', async () => {
    expect(await agents()).toEqual(['Googlebot', 'curl', 'ClaudeBot', 'GPTBot', 'ClaudeBot']);
    const first = await log({ per_page: 2 });
    expect(first).toMatchObject({ total: 5, hasMore: true });
    const second = await log({ per_page: 2, before: first.cursor });
    expect(second.rows.map(({ ua }) => ua)).toEqual(['ClaudeBot/1.0', 'GPTBot/1.2']);
    const last = await log({ per_page: 2, before: second.cursor });
    expect(last).toMatchObject({ hasMore: false, cursor: null, rows: [{ ua: 'ClaudeBot/1.0' }] });
    expect(first.rows[0]).toMatchObject({
      verdict: 2,
      refused: true,
      at: expect.stringMatching(/^2026-07-02T09:59:30/),
    });
  });

  it('narrows by one value or by several', async () => {
    expect(await agents({ endpoint: 'markdown' })).toEqual(['ClaudeBot']);
    expect(await agents({ endpoint: ['markdown', 'llms.txt'], ua: 'claude' })).toEqual([
      'ClaudeBot',
      'ClaudeBot',
    ]);
    expect(await agents({ endpoint: [] })).toHaveLength(5);
    expect(await agents({ network: 'harbour.example' })).toEqual(['Googlebot']);
    expect(await agents({ from: '2026-07-01' })).toHaveLength(4);
    expect(await agents({ to: '2026-07-01' })).toEqual(['ClaudeBot']);
    expect(await agents({ agent: 'nobody of this name' })).toEqual([]);
  });

  it('knows verdicts and refusals as one group, and drops what is none', async () => {
    expect(await agents({ verdict: 2 })).toEqual(['Googlebot']);
    expect(await agents({ verdict: 'refused' })).toEqual(['Googlebot']);
    expect(await agents({ verdict: [1, 'refused'] })).toEqual(['Googlebot']);
    expect(await agents({ verdict: ['0', 9, 'so what'] })).toHaveLength(4);
    expect(await agents({ verdict: [9, 'so what'] })).toHaveLength(5);
    expect(await agents({ from: 'yesterday', to: '2026-02-31' })).toHaveLength(5);
    expect(await site.run('read-request-log', { agent: 7 })).toMatchObject({ kind: 'invalid' });
  });

  it('keeps pages between 1 and 200 rows', async () => {
    expect(await log({ per_page: 0 })).toMatchObject({ perPage: 1 });
    expect(await log({ per_page: 5000 })).toMatchObject({ perPage: 200 });
    expect((await log({ before: 0 })).rows).toHaveLength(5);
  });
});

describe('read-ai-traffic', () => {
  it('tells visits by assistant, page and day', async () => {
    const found = await site.read('read-ai-traffic');
    expect(found).toMatchObject({ total: 4, sourceCount: 2, activeDays: 2, range: { isDefault: true } });
    expect(found['bySource']).toEqual([
      { label: 'ChatGPT', hits: 3 },
      { label: 'Perplexity', hits: 1 },
    ]);
  });

  it('narrows by assistant and path, and ignores dates that are none', async () => {
    expect(await site.read('read-ai-traffic', { source: 'Perplexity' })).toMatchObject({ total: 1 });
    expect(await site.read('read-ai-traffic', { path: 'posts' })).toMatchObject({
      total: 3,
      filters: { path: '/posts' },
    });
    expect(await site.read('read-ai-traffic', { from: '2026-02-31', to: 'soon' })).toMatchObject({
      total: 4,
    });
  });
});

describe('read-audience', () => {
  it('puts people beside machines, and says what is left out', async () => {
    const found = await site.read('read-audience');
    expect(found).toMatchObject({
      window: 30,
      people: {
        all: { connected: false, users: 0, aiSessions: null },
        search: { connected: false, source: '' },
        ai: { visits: 4, today: 1, sources: 2, change: 4, hasPrev: false },
        arrived: 4,
        whole: false,
      },
      // Refused requests are no reads.
      machines: { enabled: true, fetches: 4, today: 3, impostors: 1 },
    });
    expect(keys(found)).toEqual([
      'people-partial',
      'search-missing',
      'machines-endpoints',
      'machines-live',
      'machines-declared',
    ]);
  });

  it('says when nothing is recorded', async () => {
    site.setSettings({ enable_activity: false });
    const found = await site.read('read-audience');
    site.setSettings({ enable_activity: true });
    expect(keys(found)).toEqual(['people-partial', 'search-missing', 'machines-off']);
  });
});

function keys(found: Readonly<Record<string, unknown>>): readonly string[] {
  return (found['limits'] as readonly { readonly key: string }[]).map(({ key }) => key);
}
