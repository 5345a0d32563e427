import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import { formatUtcOffset } from '../../../../../src/core/dates.js';
import { dayOf, dayText } from '../../../../../src/insights/activity/days.js';
import { createHitLog } from '../../../../../src/insights/activity/log/hit-log.js';
import { deleteUnusedKinds, trimLog } from '../../../../../src/insights/activity/log/trim.js';
import type { Hit, LogQuery } from '../../../../../src/insights/activity/port.js';
import { ActivityReader } from '../../../../../src/insights/activity/read/reader.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { expectedHits, hit, NOW, someHits } from '../../../../support/insights/activity/log/hits.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const DAY = 86_400;
const FLOOR = NOW - 30 * DAY;

interface Log {
  readonly storage: Storage;
  readonly reader: ActivityReader;
  add(hits: readonly Hit[]): Promise<void>;
}

describe.each([sqlite(), postgres()])('the activity log on $name', (database) => {
  const open: Storage[] = [];

  beforeAll(() => database.start(), 120_000);
  afterAll(async () => {
    await Promise.all(open.map((storage) => storage.close()));
    await database.stop();
  });

  async function emptyLog(change: Partial<Settings> = {}, hooks = new Hooks()): Promise<Log> {
    const storage = await openStorage(await database.address());
    open.push(storage);
    const settings = { ...defaultSettings(), ...change };
    const reader = new ActivityReader({ storage, hooks, settings: async () => settings, now: () => NOW });
    const log = createHitLog(storage);
    return { storage, reader, add: (hits) => log.add(hits) };
  }

  it('is filtered by letters beyond A to Z as they are written', async () => {
    const { reader, add } = await emptyLog();
    await add(['Ünïbot/1', 'ünïbot/1', 'ÜNÏBOT/1', 'Unibot/1'].map((ua) => hit({ ua })));
    const found = async (ua: string) => (await reader.log({ ua })).rows.map((row) => row.ua);
    expect(await found('Ünï')).toEqual(['Ünïbot/1']);
    expect(await found('ÜnïBOT')).toEqual(['Ünïbot/1']);
    expect(await found('uNI')).toEqual(['Unibot/1']);
  });

  describe('filled with visits of 33 days', () => {
    const hits = someHits(3000);
    let log: Log;
    beforeAll(async () => {
      log = await emptyLog();
      // In no order of time, in several writes.
      for (let at = 0; at < hits.length; at += 700) await log.add(hits.slice(at, at + 700));
    }, 120_000);

    const queries: readonly (readonly [string, LogQuery])[] = [
      ['without a filter', {}],
      ['of an agent', { agents: ['Browser'] }],
      ['of several agents', { agents: ['Script/tool', 'No user-agent'] }],
      ['of everything at once', { agents: ['Browser'], endpoints: ['markdown'], networks: ['kelp.example'] }],
      ['spoofed', { verdicts: [2] }],
      ['refused or verified', { verdicts: [1, 'refused'] }],
      ['by the beginning of the User-Agent', { ua: 'MOZILLA/' }],
      ['by a beginning with wildcards', { ua: 'Mozilla/5.0 (X11; 100%_' }],
      ['by wildcards that match nothing', { ua: '%' }],
      ['by a beginning and a verdict', { ua: 'gpt', verdicts: [2] }],
      ['of some days', { from: '2026-06-10', to: '2026-06-12' }],
      ['of a day in the past of the log', { from: '2026-01-01', to: '2026-06-02', endpoints: ['changes'] }],
      ['of the future', { from: '2026-08-01' }],
      ['of nobody', { agents: ['Nobody'] }],
      ['of a label that none can be', { agents: ['Browser\u0000'] }],
      ['by a beginning that none can have', { ua: 'Mozilla\u0000' }],
      ['by half a letter', { ua: '\ud83d' }],
    ];

    it.each(queries)(
      '[4.1.3-exact] [4.1.3-ua-prefix] [4.1.3-range] [4.1.3-floor] [4.1.3-total] [4.1.3-keyset] finds all visits %s, page by page',
      async (_, query) => {
        const wanted = expectedHits(hits, query, FLOOR);
        const found: unknown[] = [];
        let before: number | undefined;
        for (let pages = 0; pages < 100; pages += 1) {
          const page = await log.reader.log({ ...query, perPage: 170, before });
          expect(page.total).toBe(wanted.length);
          found.push(...page.rows);
          expect(page.hasMore).toBe(page.cursor !== null);
          if (page.cursor === null) break;
          before = page.cursor;
        }
        expect(found.map(textOf).sort()).toEqual(wanted.map(rowOf).map(textOf).sort());
        const times = found.map((row) => (row as { at: string }).at);
        expect(times).toEqual(times.toSorted().reverse());
      },
    );

    it.each(['client', 'endpoint', 'ua', 'status', 'at'] as const)('is sorted by %s', async (by) => {
      const wanted = expectedHits(hits, { verdicts: [1, 2] }, FLOOR);
      for (const dir of ['asc', 'desc'] as const) {
        const rows: unknown[] = [];
        for (let offset = 0; ; offset += 150) {
          const page = await log.reader.log({ verdicts: [1, 2], perPage: 150, sort: { by, dir }, offset });
          rows.push(...page.rows);
          expect([page.total, page.sort, page.offset]).toEqual([wanted.length, { by, dir }, offset]);
          if (!page.hasMore) break;
        }
        expect(rows.map(textOf).sort()).toEqual(wanted.map(rowOf).map(textOf).sort());
        const keys = rows.map((row) => sortKey(row as ReturnType<typeof rowOf>, by));
        expect(keys).toEqual(dir === 'asc' ? keys.toSorted(compare) : keys.toSorted(compare).reverse());
      }
    });

    it('[4.1-facets] tells which values occur, the most frequent first', async () => {
      const kept = hits.filter(({ at }) => at >= FLOOR);
      const counts = (of: (one: Hit) => string) => {
        const sums = new Map<string, number>();
        for (const one of kept) sums.set(of(one), (sums.get(of(one)) ?? 0) + 1);
        return [...sums].filter(([value]) => value !== '').sort((a, b) => b[1] - a[1]);
      };
      expect(await log.reader.facets()).toEqual({
        agents: counts(({ agent }) => agent).map(([value]) => value),
        endpoints: counts(({ endpoint }) => endpoint).map(([value]) => value),
        networks: counts(({ network }) => network).map(([value]) => value),
      });
    });

    it('counts days, labels and trends without what was refused', async () => {
      const { totals, daily, byAgent, byEndpoint, since, today, recent } = await log.reader.summary();
      const first = dayOf(NOW) - 29;
      const read = hits.filter(({ at, refused }) => dayOf(at) >= first && !refused);
      const onDays = (days: number) => read.filter(({ at }) => dayOf(at) > dayOf(NOW) - days).length;
      expect(totals).toEqual({
        today: onDays(1),
        week: onDays(7),
        month: read.length,
        all: hits.length,
        agents: 4,
        impostors: hits.filter(({ at, verdict }) => dayOf(at) >= first && verdict === 2).length,
      });
      expect([since, today, daily.length]).toEqual([dayText(first), dayText(dayOf(NOW)), 30]);
      expect(daily.map(({ hits: sum }) => sum)).toEqual(
        Array.from({ length: 30 }, (_, index) => read.filter(({ at }) => dayOf(at) === first + index).length),
      );
      expect(byAgent.reduce((sum, { hits: one }) => sum + one, 0)).toBe(read.length);
      for (const row of [...byAgent, ...byEndpoint]) {
        expect(row.earlier + row.recent).toBe(row.hits);
        expect(row.trend).toBe(Math.round(((row.recent - row.earlier) / row.earlier) * 100));
      }
      expect(recent.map(textOf)).toHaveLength(50);
      expect(recent.every(({ refused }) => !refused)).toBe(true);
    });

    it('tells who comes most', async () => {
      const clients = await log.reader.clients(3);
      const first = dayOf(NOW) - 29;
      for (const { ua, ...client } of clients) {
        const own = hits.filter((one) => one.ua === ua && dayOf(one.at) >= first);
        const times = own.map(({ at }) => at);
        expect(client).toMatchObject({
          hits: own.length,
          recent: own.filter(({ at }) => at >= NOW - 3600).length,
          verdict: 2,
          refused: true,
          firstAt: Math.min(...times),
          lastAt: Math.max(...times),
        });
      }
      expect(clients).toHaveLength(3);
    });

    it('tells a day without what was refused', async () => {
      const date = '2026-06-20';
      const wanted = hits.filter(({ at, refused }) => dayText(dayOf(at)) === date && !refused);
      const { rows, ...day } = await log.reader.day(date);
      expect(day).toEqual({ date, total: wanted.length, capped: false });
      expect(rows.map(textOf).sort()).toEqual(wanted.map(rowOf).map(textOf).sort());
    });
  });

  it('[4.1.3-newest] [4.1.3-per-page] [4.1.3-cursor-null] [2.2-log-page] tells the newest first, within bounds', async () => {
    const { reader, add } = await emptyLog();
    await add(Array.from({ length: 260 }, (_, index) => hit({ at: NOW - index, ua: `n${index}` })));
    const page = await reader.log({});
    expect(Object.keys(page).sort()).toEqual(
      ['autoPrune', 'cursor', 'hasMore', 'identifyOn', 'maxRows', 'offset', 'perPage', 'retentionDays']
        .concat(['rows', 'sort', 'total', 'verifyOn'])
        .sort(),
    );
    expect(page).toMatchObject({
      total: 260,
      perPage: 50,
      hasMore: true,
      retentionDays: 30,
      maxRows: 50_000,
    });
    expect(page.rows.map(({ ua }) => ua)).toEqual(Array.from({ length: 50 }, (_, index) => `n${index}`));
    for (const [asked, used] of [
      [0, 1],
      [-5, 1],
      [201, 200],
      [99_999, 200],
      [7, 7],
    ] as const) {
      const { perPage, rows } = await reader.log({ perPage: asked });
      expect([perPage, rows.length]).toEqual([used, used]);
    }
    expect(await reader.log({ perPage: 200, before: page.cursor ?? 0 })).toMatchObject({ hasMore: true });
    const rest = await reader.log({ perPage: 200, from: dayText(dayOf(NOW)), ua: 'n25' });
    expect(rest).toMatchObject({ total: 11, cursor: null, hasMore: false });
  });

  it('[4.1.3-keyset] pages on where it was while visits come in, old ones included', async () => {
    const { reader, add } = await emptyLog();
    const old = Array.from({ length: 120 }, (_, index) =>
      hit({ at: NOW - 1000 - (index >> 2), ua: `old${index}` }),
    );
    await add(old);
    const seen: string[] = [];
    let before: number | undefined;
    for (let round = 0; ; round += 1) {
      const page = await reader.log({ perPage: 10, before });
      seen.push(...page.rows.map(({ ua }) => ua));
      await add([hit({ ua: `new${round}` }), hit({ at: NOW - 999, ua: `late${round}` })]);
      if (page.cursor === null) break;
      before = page.cursor;
    }
    expect(seen.toSorted()).toEqual(old.map(({ ua }) => ua).toSorted());
  });

  it('writes from several processes at once, and all of it or nothing', async () => {
    const address = await database.address();
    const all = await Promise.all([1, 2, 3].map(() => openStorage(address)));
    open.push(...all);
    const logs = all.map(createHitLog);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        logs.map((log, index) => log.add([hit({ ua: `p${index}` }), hit({ at: NOW - DAY })])),
      );
    }
    const [first] = all as [Storage];
    const failing = createHitLog(first).add([hit({ ua: 'lost' })], async () => {
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    const settings = defaultSettings();
    const reader = new ActivityReader({
      storage: first,
      hooks: new Hooks(),
      settings: async () => settings,
      now: () => NOW,
    });
    expect((await reader.log({})).total).toBe(30);
    expect((await reader.log({ ua: 'p1' })).total).toBe(5);
    expect((await reader.log({ ua: 'lost' })).total).toBe(0);
    // What failed is not remembered as if it had been written.
    await createHitLog(first).add([hit({ ua: 'lost' })]);
    expect((await reader.log({ ua: 'lost' })).rows).toHaveLength(1);
  });

  it('[8-retention-window] keeps what is younger than the retention, to the second', async () => {
    const { storage, reader, add } = await emptyLog({ activity_retention_days: 7 });
    const floor = NOW - 7 * DAY;
    await add([
      hit({ at: floor - 1, ua: 'gone' }),
      hit({ at: floor, ua: 'kept' }),
      hit({ at: NOW - 9 * DAY, ua: 'gone' }),
    ]);
    const uas = async () => (await reader.log({})).rows.map(({ ua }) => ua);
    // Told no more even before it is removed.
    expect(await uas()).toEqual(['kept']);
    await trimLog(storage, await reader.retention());
    expect(await storage.db.selectFrom('visits').selectAll().execute()).toHaveLength(1);
    expect([await uas(), (await reader.summary()).totals.all]).toEqual([['kept'], 1]);
    await deleteUnusedKinds(storage);
    expect(await storage.db.selectFrom('visit_kinds').select('ua').execute()).toEqual([{ ua: 'kept' }]);
    // The same kind may come again.
    await add([hit({ ua: 'gone' })]);
    expect(await uas()).toEqual(['gone', 'kept']);
  });

  it('keeps everything while nothing goes by age', async () => {
    const { storage, reader, add } = await emptyLog({ activity_auto_prune: false });
    await add([hit({ at: NOW - 400 * DAY }), hit()]);
    await trimLog(storage, await reader.retention());
    expect((await reader.log({})).total).toBe(2);
    expect((await reader.log({ from: '2025-01-01', to: '2025-12-31' })).total).toBe(1);
  });

  it('[8-max-rows] keeps the newest of too many', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_activity_max_rows', () => 25);
    const { storage, reader, add } = await emptyLog({}, hooks);
    const times = [...Array(20).keys()].map((index) => NOW - 3 * DAY - index);
    await add(times.map((at, index) => hit({ at, ua: `old${index}` })));
    await add(Array.from({ length: 15 }, (_, index) => hit({ at: NOW - index, ua: `new${index}` })));
    await trimLog(storage, await reader.retention());
    const page = await reader.log({});
    expect([page.total, page.maxRows, page.rows.length]).toEqual([25, 25, 25]);
    expect(page.rows.at(-1)?.ua).toBe('old9');
    expect((await reader.log({ ua: 'old' })).total).toBe(10);
    expect((await reader.clients(200)).map(({ hits: sum }) => sum)).toEqual(Array(25).fill(1));
    expect((await reader.facets()).agents).toEqual(['GPTBot (OpenAI)']);
  });

  it('has no limit when a hook says so', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_activity_max_rows', () => 0);
    const { storage, reader, add } = await emptyLog({}, hooks);
    await add(Array.from({ length: 30 }, () => hit()));
    await trimLog(storage, await reader.retention());
    expect(await reader.log({})).toMatchObject({ total: 30, maxRows: 0 });
  });

  it('is emptied, and filled again', async () => {
    const { reader, add } = await emptyLog();
    await add([hit(), hit({ at: NOW - DAY })]);
    await reader.clear();
    expect([(await reader.log({})).total, (await reader.summary()).totals.all]).toEqual([0, 0]);
    await add([hit()]);
    expect((await reader.log({})).rows).toEqual([rowOf(hit())]);
  });

  it('cuts what is too long, and stores any text', async () => {
    const { reader, add } = await emptyLog();
    const strange = `a\u0000b\ud800c${'x'.repeat(300)}`;
    await add([hit({ ua: strange, agent: 'y'.repeat(99), network: 'z'.repeat(200) })]);
    const [row] = (await reader.log({})).rows;
    expect([row?.ua.length, row?.agent.length, row?.network.length]).toEqual([255, 64, 128]);
    expect(row?.ua.startsWith('a\ufffdb\ufffdc')).toBe(true);
  });

  it('clamps labels that hooks ask for', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_activity_clients_limit', () => 0);
    hooks.filter('svc_activity_endpoints_limit', () => 2);
    const { reader, add } = await emptyLog({}, hooks);
    await add(['a', 'b', 'c'].map((name) => hit({ agent: name, endpoint: name })));
    const { byAgent, byEndpoint } = await reader.summary();
    expect([byAgent.length, byEndpoint.length]).toEqual([1, 2]);
    expect(byAgent[0]).toEqual({ label: 'a', hits: 1, trend: null, earlier: 0, recent: 1 });
  });
});

/** A visit as the API tells it. */
function rowOf({ at, ...rest }: Hit) {
  return { ...rest, at: formatUtcOffset(at) };
}

function textOf(row: unknown): string {
  return JSON.stringify(Object.entries(row as object).sort());
}

function sortKey(row: ReturnType<typeof rowOf>, by: 'client' | 'endpoint' | 'ua' | 'status' | 'at') {
  if (by === 'client') return row.agent;
  if (by === 'status') return row.refused ? 3 : row.verdict;
  return row[by];
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
