import { describe, expect, it } from 'vitest';
import { BUILT_IN_VERIFIERS } from '../../../../../src/config/built-in-verifiers.js';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import { guardRules } from '../../../../../src/insights/activity/guard/rules.js';
import type { ClientTotals } from '../../../../../src/insights/activity/port.js';
import {
  buildThreats,
  reviewKeyOf,
  type ThreatFacts,
  type ThreatRow,
} from '../../../../../src/insights/activity/review/threats.js';

const NOW = 1_782_986_400;
const HOUR = 3600;
const LIMITS = { newSeconds: 48 * HOUR, burst: 30, heavy: 500, rows: 12 };
const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const NOKIA = 'Nokia6630/1.0 SymbianOS/8.0';

/** An old and quiet client, unless it is said to be otherwise. */
function client(ua: string, more: Partial<ClientTotals> = {}): ClientTotals {
  const seen = { firstAt: NOW - 20 * 24 * HOUR, lastAt: NOW - HOUR };
  return {
    ua,
    agent: 'x',
    hits: 9,
    recent: 0,
    verdict: 0,
    network: '',
    signer: '',
    refused: false,
    ...seen,
    ...more,
  };
}

async function queue(
  clients: readonly ClientTotals[],
  settings: Partial<Settings> = {},
  facts: Partial<ThreatFacts> = {},
) {
  return buildThreats({
    clients,
    rules: await guardRules({ ...defaultSettings(), ...settings }, new Hooks()),
    registry: BUILT_IN_VERIFIERS,
    dismissals: new Map(),
    rechecks: new Map(),
    limits: LIMITS,
    now: NOW,
    ...facts,
  });
}

const only = async (...args: Parameters<typeof queue>) => (await queue(...args)).sources[0] as ThreatRow;

describe('the review queue', () => {
  it('lists nobody who is old, quiet and honest', async () => {
    expect(await queue([client('TeaBot/1.0'), client('curl/8')])).toEqual({
      sources: [],
      counts: { new: 0, heavy: 0, spoof: 0 },
      blockingOn: false,
      blockSpoofed: true,
      newSecs: 172_800,
    });
  });

  it.each<readonly [string, ClientTotals, Partial<ThreatRow>]>([
    [
      'new',
      client('TeaBot/1.0', { firstAt: NOW - 47 * HOUR }),
      { severity: 1, action: 'agent', token: 'teabot' },
    ],
    [
      'busy within the hour',
      client('curl/8', { recent: 30 }),
      { severity: 2, action: '', reason: 'no-token' },
    ],
    ['busy within the window', client('', { hits: 500 }), { severity: 2, action: '', reason: 'no-ua' }],
    ['a legacy device', client(NOKIA), { severity: 4, action: 'spoofed' }],
    [
      'an impostor',
      client('GPTBot/1.0', { verdict: 2 }),
      { severity: 5, action: 'agent', verdict: 'spoofed' },
    ],
    [
      'a forged engine',
      client(GOOGLE, { verdict: 2 }),
      { severity: 5, action: '', reason: 'fake-engine', token: '' },
    ],
    [
      'all of it',
      client(NOKIA, { verdict: 2, recent: 99, firstAt: NOW }),
      { severity: 12, flags: { new: true, heavy: true, spoof: true } },
    ],
  ])('lists who is %s', async (_, one, expected) => {
    expect(await only([one])).toMatchObject(expected);
  });

  it.each([
    ['new, but nothing can be done about it', client('curl/8', { firstAt: NOW }), {}],
    ['an engine', client(GOOGLE, { hits: 9999 }), {}],
    ['trusted', client('TeaBot/1.0', { hits: 9999 }), { allowed_agents: ['teabot'] }],
  ])('does not list who is %s', async (_, one, settings) => {
    expect((await queue([one], settings)).sources).toEqual([]);
  });

  it('tells everything about a client', async () => {
    const ua = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
    const row = await only([
      client(ua, { agent: 'GPTBot (OpenAI)', recent: 31, network: 'x.example', refused: true }),
    ]);
    expect(row).toEqual({
      ua,
      agent: 'GPTBot (OpenAI)',
      known: { name: 'GPTBot', operator: 'OpenAI', kind: 'ai', url: 'https://platform.openai.com/docs/bots' },
      guide: null,
      hits: 9,
      recent: 31,
      firstSeen: '2026-06-12T10:00:00+00:00',
      lastSeen: '2026-07-02T09:00:00+00:00',
      flags: { new: false, heavy: true, spoof: false },
      severity: 2,
      blocked: false,
      action: 'agent',
      token: 'gptbot',
      reason: '',
      verdict: '',
      verifiable: true,
      claim: { label: 'GPTBot (OpenAI)', rdns: false, ranges: true },
      reverifiedAt: null,
      network: 'x.example',
      signer: '',
      refused: true,
      variants: 1,
      variantUas: [ua],
    });
  });

  it('says where to ask about an unknown client', async () => {
    const row = await only([client('TeaBot/1.0 (+https://www.tea.example/bot)', { firstAt: NOW })]);
    expect(row.guide).toEqual({
      name: 'TeaBot',
      url: 'https://www.tea.example/bot',
      host: 'tea.example',
      lookup: 'https://duckduckgo.com/?q=TeaBot%20crawler%20bot',
    });
    expect([row.known, row.claim, row.verifiable]).toEqual([null, null, false]);
  });

  it('shows who is refused at the end, and with nothing to do', async () => {
    const settings = { block_agents: true, blocked_agents: ['teabot'] };
    const clients = [
      client('TeaBot/1.0', { firstAt: NOW, hits: 900 }),
      client('CupBot/1.0', { firstAt: NOW }),
    ];
    const { sources, counts } = await queue(clients, settings);
    expect(sources.map(({ ua, blocked, action }) => [ua, blocked, action])).toEqual([
      ['CupBot/1.0', false, 'agent'],
      ['TeaBot/1.0', true, ''],
    ]);
    expect(counts).toEqual({ new: 2, heavy: 1, spoof: 0 });
  });

  it('shows versions of one client as one', async () => {
    const versions = Array.from({ length: 8 }, (_, i) =>
      client(`TeaBot/${i}.0`, { recent: 5, hits: 100, lastAt: NOW - i }),
    );
    const row = await only([
      ...versions,
      client('TeaBot/9.0', { verdict: 2, hits: 1, firstAt: 0, network: 'fake.example' }),
    ]);
    // Eight are neither new nor many: what is not worth listing is not counted either.
    expect(row).toMatchObject({ variants: 1, hits: 1, verdict: 'spoofed' });
    const heavy = versions.map((one) => ({ ...one, recent: 30 }));
    const merged = await only([
      ...heavy,
      client('TeaBot/9.0', { verdict: 2, hits: 1, firstAt: 0, network: 'fake.example' }),
    ]);
    expect(merged).toMatchObject({
      ua: 'TeaBot/0.0',
      variants: 9,
      hits: 801,
      recent: 240,
      severity: 5,
      verdict: 'spoofed',
      network: 'fake.example',
      firstSeen: '1970-01-01T00:00:00+00:00',
      lastSeen: '2026-07-02T10:00:00+00:00',
    });
    expect(merged.variantUas).toEqual([0, 1, 2, 3, 4, 5].map((i) => `TeaBot/${i}.0`));
  });

  it('leaves out who was put away, until there is much more of it', async () => {
    const key = reviewKeyOf('TeaBot/1.0', 'teabot');
    const dismissals = (hits: number) => new Map([[key, { at: NOW, hits, label: '' }]]);
    const seen = async (before: number, now: number) =>
      (
        await queue(
          [client('TeaBot/1.0', { firstAt: NOW, hits: now })],
          {},
          { dismissals: dismissals(before) },
        )
      ).sources.length;
    expect([await seen(10, 39), await seen(10, 40)]).toEqual([0, 1]);
    expect([await seen(100, 199), await seen(100, 200)]).toEqual([0, 1]);
    expect([await seen(0, 29), await seen(0, 30)]).toEqual([0, 1]);
  });

  it('believes what checking again has shown', async () => {
    const key = reviewKeyOf('GPTBot/1.0', 'gptbot');
    const rechecks = (verdict: 1 | 2) => ({ rechecks: new Map([[key, { verdict, at: NOW - 60 }]]) });
    expect(await only([client('GPTBot/1.0')], {}, rechecks(2))).toMatchObject({
      verdict: 'spoofed',
      reverifiedAt: '2026-07-02T09:59:00+00:00',
    });
    expect((await queue([client('GPTBot/1.0', { verdict: 2 })], {}, rechecks(1))).sources).toEqual([]);
  });

  it('has the most severe first, then the busiest, a dozen of them', async () => {
    const clients = [
      ...Array.from({ length: 14 }, (_, i) => client(`Bot${i}x/1.0`, { firstAt: NOW, hits: i })),
      client('curl/8', { recent: 50 }),
      client(NOKIA),
    ];
    const { sources, counts } = await queue(clients);
    expect(sources.map(({ ua }) => ua).slice(0, 4)).toEqual([NOKIA, 'curl/8', 'Bot13x/1.0', 'Bot12x/1.0']);
    expect([sources.length, counts]).toEqual([12, { new: 14, heavy: 1, spoof: 1 }]);
  });
});

describe('the key of a client', () => {
  it('is its safe token, else a hash of what it says', () => {
    expect(reviewKeyOf('TeaBot/1.0', 'teabot')).toBe('tok:teabot');
    expect(reviewKeyOf(' CURL/8 ', '')).toBe(reviewKeyOf('curl/8', ''));
    expect(reviewKeyOf('curl/8', '')).toMatch(/^ua:[0-9a-f]{32}$/);
  });
});
