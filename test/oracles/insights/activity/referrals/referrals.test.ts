import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { createClassifier } from '../../../../../src/insights/activity/agents/classifier.js';
import type { Visit } from '../../../../../src/insights/activity/port.js';
import { type CounterOptions, Referrals } from '../../../../../src/insights/activity/referrals/counter.js';
import { ReferralReader } from '../../../../../src/insights/activity/referrals/reader.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { addReferrals } from '../../../../../src/storage/tables/referrals.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

/** 2026-07-02T10:00:00Z. */
const NOW = 1_782_986_400;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe.each([sqlite(), postgres()])('referrals on $name', (database) => {
  let storage: Storage;
  let hooks: Hooks;
  let now = NOW;
  let isBeacon = false;
  let settings = { enable_activity: true, log_unknown_referrers: false };
  let retention = { days: 30, autoPrune: true, window: 30 };

  beforeAll(() => database.start());
  afterAll(async () => {
    await storage.close();
    await database.stop();
  });

  beforeEach(async () => {
    await storage?.close();
    storage = await openStorage(await database.address());
    hooks = new Hooks();
    now = NOW;
    isBeacon = false;
    settings = { enable_activity: true, log_unknown_referrers: false };
    retention = { days: 30, autoPrune: true, window: 30 };
  });

  const parts = () => {
    const agents = createClassifier();
    const options: CounterOptions = {
      storage,
      hooks,
      settings: () => Promise.resolve(settings),
      pages: () => Promise.resolve({ host: 'harbour.example', isBeacon }),
      agents: () => agents,
      firstDay: () => Promise.resolve(retention.autoPrune ? '2026-06-02' : undefined),
      now: () => now,
      random: () => 1,
      logError: (error) => {
        throw error;
      },
    };
    const readerOptions = { ...options, retention: () => Promise.resolve(retention) };
    return { counter: new Referrals(options), reader: new ReferralReader(readerOptions) };
  };

  it('[6-referrals-minimal] [8.3.5-server-decides] counts readers by day, assistant and page, and keeps nothing else', async () => {
    const { counter, reader } = parts();
    await counter.count([
      visit('/ropes/?utm_source=x', 'https://chatgpt.com/c/1'),
      visit('/ropes/', 'https://chat.openai.com/'),
      visit('/tides/?utm_source=perplexity'),
      visit('/tides/', 'https://chatgpt.com/', { at: NOW - 86_400 }),
    ]);
    expect(await reader.day({ date: '2026-07-02' })).toEqual({
      date: '2026-07-02',
      hits: 3,
      rowCount: 2,
      rows: [
        { source: 'ChatGPT', path: '/ropes/', hits: 2 },
        { source: 'Perplexity', path: '/tides/', hits: 1 },
      ],
      capped: false,
    });
    const rows = await storage.db.selectFrom('referrals').selectAll().execute();
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual(['day', 'hits', 'id', 'path', 'source']);
    expect(await storage.db.selectFrom('unknown_sources').selectAll().execute()).toEqual([]);
  });

  it.each<[string, Visit]>([
    ['a document', visit('/llms.txt', 'https://chatgpt.com/', { endpoint: 'llms.txt' })],
    ['a HEAD request', visit('/ropes/', 'https://chatgpt.com/', { method: 'HEAD' })],
    ['a missing page', visit('/nowhere/', 'https://chatgpt.com/', { status: 404 })],
    ['a bot', visit('/ropes/', 'https://chatgpt.com/', { userAgent: 'GPTBot/1.2' })],
    ['a script', visit('/ropes/', 'https://chatgpt.com/', { userAgent: 'curl/8.5.0' })],
    ['a reader from elsewhere', visit('/ropes/', 'https://weather.example/')],
    ['a reader from nowhere', visit('/ropes/')],
    ['a mark that is in no query', visit('/ropes/&utm_source=chatgpt')],
  ])('does not count %s', async (_, one) => {
    const { counter, reader } = parts();
    await counter.count([one]);
    expect((await reader.block()).totals).toEqual({ today: 0, window: 0 });
  });

  it('counts a page that the browser has kept', async () => {
    const { counter, reader } = parts();
    await counter.count([visit('/ropes/', 'https://claude.ai/', { status: 304 })]);
    expect((await reader.block()).bySource).toEqual([{ label: 'Claude', hits: 1 }]);
  });

  it('counts nothing while the visit log is off', async () => {
    settings = { enable_activity: false, log_unknown_referrers: true };
    const { counter, reader } = parts();
    await counter.count([visit('/ropes/', 'https://claude.ai/')]);
    expect(await reader.block()).toMatchObject({ enabled: false, totals: { window: 0 } });
  });

  it('[8.3.5-stand-down] counts in the browser or on the server, never both', async () => {
    const { counter, reader } = parts();
    await counter.take(beacon('/early/'));
    isBeacon = true;
    await counter.count([visit('/ropes/', 'https://claude.ai/')]);
    await counter.take(beacon('/tides/?q=1#x'));
    await counter.flush();
    expect(await reader.block()).toMatchObject({ beacon: true, topPages: [{ path: '/tides/', hits: 1 }] });
  });

  it('takes so many beacons a minute, or as many as come', async () => {
    isBeacon = true;
    hooks.filter('svc_referral_beacon_rate', () => 3);
    const { counter, reader } = parts();
    for (let n = 0; n < 5; n += 1) await counter.take(beacon('/a/'));
    now += 60;
    for (let n = 0; n < 2; n += 1) await counter.take(beacon('/a/'));
    await counter.flush();
    expect((await reader.block()).totals.window).toBe(5);
    hooks.filter('svc_referral_beacon_rate', () => 0);
    for (let n = 0; n < 700; n += 1) await counter.take(beacon('/a/'));
    await counter.flush();
    expect((await reader.block()).totals.window).toBe(705);
  });

  it('tallies unknown sources when that is wished', async () => {
    settings = { ...settings, log_unknown_referrers: true };
    const { counter, reader } = parts();
    await counter.count([
      visit('/ropes/', 'https://www.weather.example/today?who=me'),
      visit('/tides/', 'https://weather.example/'),
      visit('/tides/?utm_source=Let%00ter%0A'),
    ]);
    expect(await reader.unknown()).toEqual({
      enabled: true,
      hosts: [{ token: 'weather.example', hits: 2 }],
      utm: [{ token: 'letter', hits: 1 }],
    });
    settings = { ...settings, log_unknown_referrers: false };
    expect(await reader.unknown()).toEqual({ enabled: false, hosts: [], utm: [] });
  });

  it('knows the assistants of plugins', async () => {
    hooks.filter('svc_ai_referral_sources', (rows) => [...rows, { label: 'Lamp', hosts: ['lamp.example'] }]);
    const { counter, reader } = parts();
    await counter.count([visit('/ropes/', 'https://lamp.example/')]);
    expect((await reader.block()).bySource).toEqual([{ label: 'Lamp', hits: 1 }]);
  });

  it('forgets what is old, and the least busy pages', async () => {
    hooks.filter('svc_referrals_max_rows', () => 2);
    await addReferrals(storage.db, [
      { day: '2026-06-01', source: 'Claude', path: '/old/', hits: 9 },
      { day: '2026-06-02', source: 'Claude', path: '/kept/', hits: 5 },
      { day: '2026-07-01', source: 'Claude', path: '/rare/', hits: 1 },
      { day: '2026-07-01', source: 'Claude', path: '/busy/', hits: 7 },
    ]);
    const { counter } = parts();
    await counter.prune();
    const rows = await storage.db.selectFrom('referrals').select('path').orderBy('path').execute();
    expect(rows.map(({ path }) => path)).toEqual(['/busy/', '/kept/']);
    retention = { ...retention, autoPrune: false };
    await addReferrals(storage.db, [{ day: '2020-01-01', source: 'Claude', path: '/ancient/', hits: 99 }]);
    await parts().counter.prune();
    expect(await storage.db.selectFrom('referrals').select('path').execute()).toContainEqual({
      path: '/ancient/',
    });
  });

  it('tells the overview, a range and the audience', async () => {
    await addReferrals(storage.db, [
      ...Array.from({ length: 9 }, (_, n) => ({
        day: '2026-07-01',
        source: `S${n}`,
        path: `/${n}/`,
        hits: n + 1,
      })),
      { day: '2026-07-02', source: 'Claude', path: '/100%/', hits: 2 },
      { day: '2026-05-20', source: 'Claude', path: '/before/', hits: 10 },
    ]);
    const { reader } = parts();
    const block = await reader.block();
    expect(block).toMatchObject({
      enabled: true,
      beacon: false,
      sourceCount: 10,
      totals: { today: 2, window: 47 },
    });
    expect([block.bySource.length, block.topPages.length]).toEqual([8, 8]);
    expect(block.daily).toEqual([
      { date: '2026-07-02', hits: 2, rowCount: 1 },
      { date: '2026-07-01', hits: 45, rowCount: 9 },
    ]);
    expect(await reader.traffic({ from: 'soon', to: '2027-01-01', path: '100%' })).toMatchObject({
      range: { from: '2026-06-03', to: '2026-07-02', floor: '2026-06-02', isDefault: false },
      filters: { source: '', path: '/100%' },
      total: 2,
      activeDays: 1,
      unknown: { enabled: false },
    });
    expect((await reader.traffic({ from: '2026-01-01', to: '2026-02-01' })).range).toEqual({
      from: '2026-02-01',
      to: '2026-02-01',
      floor: '2026-06-02',
      isDefault: false,
    });
    expect(await reader.traffic({ source: 'S3' })).toMatchObject({ total: 4, sourceCount: 1 });
    retention = { days: 60, autoPrune: true, window: 30 };
    expect(await reader.audience()).toMatchObject({
      visits: 47,
      today: 2,
      prev: 10,
      change: 370,
      hasPrev: true,
    });
    expect((await reader.audience()).top.length).toBe(6);
  });

  it('says that a day has more rows than it shows only when even the full list ends early', async () => {
    const day = '2026-07-01';
    const rows = Array.from({ length: 201 }, (_, n) => ({ day, source: 'Claude', path: `/${n}/`, hits: 1 }));
    await addReferrals(storage.db, rows.slice(0, 200));
    const { reader } = parts();
    expect(await reader.day({ date: day })).toMatchObject({ rowCount: 200, capped: false });
    expect((await reader.day({ date: day })).rows).toHaveLength(12);
    await addReferrals(storage.db, rows);
    const full = await reader.day({ date: day, full: true });
    expect([full.rows.length, full.rowCount, full.capped]).toEqual([200, 201, true]);
    expect(await reader.day({ date: day, sources: ['Grok'] })).toMatchObject({ hits: 0, rows: [] });
    expect(await reader.day({ date: day, path: '/20' })).toMatchObject({ rowCount: 2 });
    expect(await reader.day({ date: day, path: '/20\u0000' })).toMatchObject({ rowCount: 0 });
    expect(await reader.day({ date: day, sources: ['Grok\u0000'] })).toMatchObject({ rowCount: 0 });
  });
});

function visit(target: string, referer?: string, more: Partial<Visit> = {}): Visit {
  return {
    endpoint: undefined,
    method: 'GET',
    target,
    status: 200,
    refused: false,
    at: NOW,
    userAgent: FIREFOX,
    peer: '192.0.2.7',
    headers: referer === undefined ? {} : { referer },
    ...more,
  };
}

function beacon(path: string) {
  return { referrer: 'https://chatgpt.com/', utm: '', path, userAgent: FIREFOX };
}
