import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import {
  observedSettings,
  type SettingsStore,
  settingsStore,
} from '../../../../../src/config/settings-store.js';
import { ClientReview } from '../../../../../src/insights/activity/clients.js';
import type { ActivityVerdict, ClientTotals } from '../../../../../src/insights/activity/port.js';
import { keepFlaggedAddresses } from '../../../../../src/insights/activity/record/flagged-addresses.js';
import { DecisionDates } from '../../../../../src/insights/activity/review/decision-dates.js';
import {
  type MintedTokens,
  selfCheckTokens,
} from '../../../../../src/insights/activity/self-check-tokens.js';
import { verifyPolicy } from '../../../../../src/insights/activity/verify/policy.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { settingsCell } from '../../../../../src/storage/settings-cell.js';
import { writeOption } from '../../../../../src/storage/tables/options.js';
import { postgres, sqlite } from '../../../../support/storage/databases.js';

const START = 1_782_986_400;
const DAY = 86_400;

describe.each([sqlite(), postgres()])('decisions about clients, kept in $name', (database) => {
  let storage: Storage;
  let store: SettingsStore;
  let dates: DecisionDates;
  let review: ClientReview;
  let tokens: MintedTokens;
  let now: number;
  let changes: number;
  let clients: readonly ClientTotals[];
  let verdict: ActivityVerdict;

  beforeAll(async () => {
    await database.start();
  }, 120_000);

  afterAll(() => database.stop());

  beforeEach(async () => {
    storage = await openStorage(await database.address());
    [now, changes, clients, verdict] = [START, 0, [], 0];
    const hooks = new Hooks();
    dates = new DecisionDates(storage, () => now);
    store = observedSettings(settingsStore(settingsCell(storage), { base: defaultSettings() }), {
      changed: (before, after) => dates.settingsChanged(before, after),
      reset: () => dates.clear(),
    });
    review = new ClientReview({
      storage,
      settings: store,
      current: () => store.read(),
      hooks,
      reader: {
        clients: async () => clients,
        retention: async () => ({
          enabled: true,
          days: 30,
          autoPrune: true,
          maxRows: 0,
          window: 30,
          floor: 0,
        }),
      },
      verification: {
        policyOf: (settings) => verifyPolicy(settings, hooks),
        recheck: async (ua, addresses) => {
          if (!ua.startsWith('GPTBot')) return undefined;
          return addresses.map((ip) => ({ ip, verdict: ip === '192.0.2.7' ? verdict : 0 }));
        },
      },
      dates,
      settingsChanged: async () => {
        changes += 1;
      },
      now: () => now,
    });
    tokens = selfCheckTokens(storage, () => now);
    return () => storage.close();
  }, 60_000);

  const change = (values: Partial<Settings>) => store.update((current) => ({ ...current, ...values }));

  it('[2.2-client-decisions] tell what is blocked and trusted, since when, and who that is', async () => {
    await change({ blocked_agents: ['SemrushBot'], allowed_agents: ['ChatGPT-User', 'Kettle'] });
    now += 10;
    await change({ blocked_agents: ['SemrushBot', 'teabot'] });
    expect(await review.decisions()).toEqual({
      blocked: [
        {
          token: 'SemrushBot',
          at: START,
          known: expect.objectContaining({ name: 'SemrushBot', kind: 'seo' }),
        },
        { token: 'teabot', at: START + 10, known: null },
      ],
      allowed: [
        { token: 'ChatGPT-User', at: START, known: expect.objectContaining({ operator: 'OpenAI' }) },
        { token: 'Kettle', at: START, known: null },
      ],
      ignored: [],
      settings: {
        blocked_agents: ['SemrushBot', 'teabot'],
        allowed_agents: ['ChatGPT-User', 'Kettle'],
        block_agents: false,
        block_spoofed: true,
      },
    });
  });

  it('have no date where nobody took note of it, and a new one when they come back', async () => {
    await settingsStore(settingsCell(storage), { base: defaultSettings() }).update((current) => ({
      ...current,
      blocked_agents: ['TeaBot'],
    }));
    const dateOf = async () => (await review.decisions()).blocked.map(({ at }) => at);
    expect(await dateOf()).toEqual([0]);
    await change({ blocked_agents: ['teabot'] });
    expect(await dateOf()).toEqual([0]);
    await change({ blocked_agents: [] });
    now += 5;
    await change({ blocked_agents: ['TEABOT'] });
    expect(await dateOf()).toEqual([START + 5]);
    await store.reset();
    expect(await dates.read()).toEqual({ block: {}, allow: {} });
  });

  it('have their dates whatever clients are called', async () => {
    const blocked_agents = ['constructor', '__proto__', 'toString'];
    await change({ blocked_agents });
    const { blocked } = await review.decisions();
    expect(blocked).toEqual(blocked_agents.map((token) => ({ token, at: START, known: null })));
    await change({ blocked_agents: [] });
    await change({ allowed_agents: ['valueOf'] });
    expect((await review.decisions()).allowed).toEqual([{ token: 'valueOf', at: START, known: null }]);
  });

  it('block a client by its token, once, and switch blocking on', async () => {
    expect(await review.decide('TeaBot/1.0', 'blocked_agents')).toBe('teabot');
    expect(await review.decide('Mozilla/5.0 (compatible; TEABOT/2.0)', 'blocked_agents')).toBe('teabot');
    expect(await store.read()).toMatchObject({ blocked_agents: ['teabot'], block_agents: true });
    expect(changes).toBe(2);
  });

  it('trust a client without switching anything on', async () => {
    expect(await review.decide('TeaBot/1.0', 'allowed_agents')).toBe('teabot');
    expect(await store.read()).toMatchObject({ allowed_agents: ['teabot'], block_agents: false });
  });

  it('change nothing for a client without a safe token', async () => {
    for (const ua of ['curl/8', '', 'Mozilla/5.0 Firefox/140.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)']) {
      expect(await review.decide(ua, 'blocked_agents')).toBe('');
    }
    expect([(await store.read()).blocked_agents, changes]).toEqual([[], 0]);
  });

  it('refuse liars', async () => {
    await change({ block_spoofed: false });
    await review.refuseLiars();
    expect(await store.read()).toMatchObject({ block_agents: true, block_spoofed: true, blocked_agents: [] });
  });

  it('are taken back one by one', async () => {
    await change({ block_agents: true, blocked_agents: ['TeaBot', 'CupBot'], allowed_agents: ['TeaBot'] });
    await review.remove('teabot', 'blocked_agents');
    await review.remove('nobody', 'blocked_agents');
    expect(await store.read()).toMatchObject({
      blocked_agents: ['CupBot'],
      allowed_agents: ['TeaBot'],
      block_agents: true,
    });
  });

  it('are forgotten by what they are part of', async () => {
    await change({ blocked_agents: ['TeaBot', 'CupBot'] });
    expect(await review.forget('Mozilla/5.0 (compatible; teabot/2.0)', 'blocked_agents')).toBe('TeaBot');
    expect(await review.forget('SaucerBot', 'blocked_agents')).toBeUndefined();
    expect((await store.read()).blocked_agents).toEqual(['CupBot']);
  });

  it('made at the same time are all kept', async () => {
    const names = ['teabot', 'cupbot', 'potbot', 'saucerbot'];
    await Promise.all(names.map((name) => review.decide(`${name}/1.0`, 'blocked_agents')));
    await Promise.all(names.map((name, hits) => review.dismiss(`${name}/1.0`, hits)));
    const { blocked, ignored } = await review.decisions();
    expect(blocked.map(({ token }) => token).sort()).toEqual([...names].sort());
    expect(ignored.map(({ key }) => key).sort()).toEqual(names.map((name) => `tok:${name}`).sort());
  });

  it('put a client away, with the visits that are known, and take it back', async () => {
    clients = [totals('TeaBot/1.0', 7), totals('TeaBot/2.0', 5), totals('CupBot/1.0', 99)];
    await review.dismiss('TeaBot/1.0');
    now += 1;
    await review.dismiss('curl/8.0', 3);
    expect((await review.decisions()).ignored).toEqual([
      { key: expect.stringMatching(/^ua:[0-9a-f]{32}$/), label: 'Script/tool', at: START + 1, hits: 3 },
      { key: 'tok:teabot', label: 'TeaBot', at: START, hits: 12 },
    ]);
    await review.undismiss('tok:teabot');
    await review.undismiss('tok:nobody');
    expect((await review.decisions()).ignored.map(({ label }) => label)).toEqual(['Script/tool']);
    now += 30 * DAY + 1;
    expect((await review.decisions()).ignored).toEqual([]);
  });

  it('put at most 200 clients away, the newest', async () => {
    const rows = Array.from({ length: 200 }, (_, i) => [
      `tok:tea${i}bot`,
      { at: START + i, hits: 1, label: 'Tea' },
    ]);
    await writeOption(storage.db, 'activity_dismissals', Object.fromEntries(rows));
    for (const i of [200, 201, 202]) {
      now = START + i;
      await review.dismiss(`Tea${i}Bot/1.0`, 1);
    }
    const { ignored } = await review.decisions();
    expect([ignored.length, ignored[0]?.key, ignored.at(-1)?.key]).toEqual([
      200,
      'tok:tea202bot',
      'tok:tea3bot',
    ]);
  });

  it('count the clients that nothing has been done about', async () => {
    clients = [totals('TeaBot/1.0', 700), totals('CupBot/1.0', 800)];
    expect((await review.threats()).sources.filter(({ blocked }) => !blocked)).toHaveLength(2);
    await review.decide('TeaBot/1.0', 'blocked_agents');
    expect((await review.threats()).sources.filter(({ blocked }) => !blocked)).toHaveLength(1);
  });

  it('show addresses of flagged clients only while they are kept', async () => {
    clients = [totals('TeaBot/1.0', 700)];
    const key = await review.reviewKey('TeaBot/1.0');
    await keepFlaggedAddresses(storage, [{ client: key, address: '192.0.2.7', at: START }]);
    expect((await review.threats()).sources[0]).not.toHaveProperty('ips');
    await change({ store_flagged_ips: true });
    expect((await review.threats()).sources[0]?.ips).toEqual([
      { ip: '192.0.2.7', hits: 1, lastSeen: '2026-07-02T10:00:00+00:00' },
    ]);
  });

  it('check a client again, and remember for a week what is certain', async () => {
    clients = [totals('GPTBot/1.0', 700)];
    expect(await review.recheck('TeaBot/1.0')).toBeUndefined();
    expect(await review.recheck('GPTBot/1.0')).toEqual({
      status: 'no-ip',
      verdict: 0,
      checked: 0,
      perIp: [],
    });
    expect((await review.threats()).sources[0]).toMatchObject({ verdict: '', reverifiedAt: null });
    const client = await review.reviewKey('GPTBot/1.0');
    await keepFlaggedAddresses(storage, [
      { client, address: '192.0.2.7', at: START },
      { client, address: '192.0.2.8', at: START },
    ]);
    verdict = 2;
    expect(await review.recheck('GPTBot/1.0')).toEqual({
      status: 'checked',
      verdict: 2,
      checked: 2,
      perIp: [
        { ip: '192.0.2.8', verdict: 0 },
        { ip: '192.0.2.7', verdict: 2 },
      ],
    });
    expect((await review.threats()).sources[0]).toMatchObject({ verdict: 'spoofed' });
    now += 7 * DAY;
    expect((await review.threats()).sources[0]).toMatchObject({ verdict: '', reverifiedAt: null });
  });

  it('forget who was put away and checked again, and nothing else, when the log is emptied', async () => {
    clients = [totals('GPTBot/1.0', 700)];
    verdict = 1;
    const key = await review.reviewKey('GPTBot/1.0');
    await keepFlaggedAddresses(storage, [{ client: key, address: '192.0.2.7', at: START }]);
    await review.recheck('GPTBot/1.0');
    expect((await review.threats()).sources.map(({ verdict: shown }) => shown)).toEqual(['verified']);
    await review.dismiss('TeaBot/1.0', 1);
    await review.decide('CupBot/1.0', 'blocked_agents');
    await review.clear();
    const { ignored, blocked } = await review.decisions();
    expect([ignored, blocked.map(({ token }) => token)]).toEqual([[], ['cupbot']]);
    expect((await review.threats()).sources.map(({ verdict: shown }) => shown)).toEqual(['']);
  });

  it('[3-selfcheck-hash] [8-selfcheck-lifetime] a self-check token is good for two minutes; only its hash is kept', async () => {
    const token = await tokens.mint('browser');
    expect(token).toMatch(/^[0-9a-f]{32}$/);
    expect([await tokens.isValid(token, now), await tokens.isValid(token, now + 119)]).toEqual([true, true]);
    expect(await tokens.isValid(token, now + 120)).toBe(false);
    const stored = await storage.db.selectFrom('options').select(['name', 'value']).execute();
    expect(JSON.stringify(stored)).toContain('self_check_token');
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('self-check tokens cost two looks at the database, however many visits carry one', async () => {
    let looks = 0;
    const db = new Proxy(storage.db, {
      get(target, name) {
        if (name === 'selectFrom') looks += 1;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counted = selfCheckTokens({ db, write: storage.write }, () => now);
    const token = await counted.mint('browser');
    looks = 0;
    const visits = Array.from({ length: 200 }, (_, n) => counted.isValid(n === 7 ? token : `${n}`, now));
    expect((await Promise.all(visits)).indexOf(true)).toBe(7);
    expect(looks).toBe(2);
  });

  it('self-check tokens of sidecars that check the site at once are all good', async () => {
    const both = await Promise.all([tokens.mint('probe'), tokens.mint('probe')]);
    expect(await Promise.all(both.map((token) => tokens.isValid(token, now)))).toEqual([true, true]);
    now += 120;
    await tokens.mint('probe');
    const [{ value = '' } = {}] = await storage.db
      .selectFrom('options')
      .select('value')
      .where('name', '=', 'self_check_token_probe')
      .execute();
    expect(JSON.parse(value)).toHaveLength(1);
  });

  it('a self-check token of a browser ends the one before it, but not that of the other slot', async () => {
    const [first, probe] = [await tokens.mint('browser'), await tokens.mint('probe')];
    const second = await tokens.mint('browser');
    const good = await Promise.all([first, probe, second].map((token) => tokens.isValid(token, now)));
    expect(good).toEqual([false, true, true]);
    for (const bad of ['', 'x', second.slice(1), second.toUpperCase(), `${second} `, second.repeat(3)]) {
      expect(await tokens.isValid(bad, now)).toBe(false);
    }
  });
});

function totals(ua: string, hits: number): ClientTotals {
  const seen = { firstAt: START - 20 * DAY, lastAt: START };
  return { ua, agent: 'x', hits, recent: 0, verdict: 0, network: '', signer: '', refused: false, ...seen };
}
