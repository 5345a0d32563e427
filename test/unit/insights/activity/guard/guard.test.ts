import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { defaultSettings, type Settings } from '../../../../../src/config/settings.js';
import {
  createGuard,
  decide,
  type GuardOutcome,
  needsFinding,
} from '../../../../../src/insights/activity/guard/guard.js';
import { guardRules } from '../../../../../src/insights/activity/guard/rules.js';
import { UNCHECKED, type VerificationResult } from '../../../../../src/insights/activity/port.js';
import { verifyPolicy } from '../../../../../src/insights/activity/verify/policy.js';

const GOOGLE = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const GPT =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const SEMRUSH = 'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)';
const NOKIA = 'Nokia6630/1.0 (2.3.129) SymbianOS/8.0 Series60/2.6 Profile/MIDP-2.0 Configuration/CLDC-1.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const FORGED: VerificationResult = { verdict: 2, network: '', signer: '' };
const CONFIRMED: VerificationResult = { verdict: 1, network: '', signer: '' };
const SIGNED: VerificationResult = { verdict: 1, network: '', signer: 'Google Agent' };
const FORGED_SIGNATURE: VerificationResult = { verdict: 2, network: '', signer: 'chatgpt.com' };

const ON = { block_agents: true, block_spoofed: true, verify_bots: true };

interface Case {
  readonly settings: Partial<Settings>;
  readonly userAgent: string;
  /** What verification would say. */
  readonly finding?: VerificationResult;
  readonly signed?: boolean;
  readonly hooks?: Hooks;
}

interface Checked extends GuardOutcome {
  /** How often somebody else was asked. */
  readonly asked: number;
  /** True where the answer was there at once. */
  readonly atOnce: boolean;
}

async function check({
  settings,
  userAgent,
  finding = UNCHECKED,
  signed = false,
  hooks = new Hooks(),
}: Case): Promise<Checked> {
  const all: Settings = { ...defaultSettings(), ...settings };
  let asked = 0;
  const guard = createGuard({
    hooks,
    verification: {
      policyOf: (one) => verifyPolicy(one, hooks),
      check: async () => {
        asked += 1;
        return finding;
      },
    },
    clientAddress: (peer) => peer,
    logError: (error) => {
      throw error;
    },
  });
  const headers = {
    ...(userAgent === '' ? {} : { 'user-agent': userAgent }),
    ...(signed && { 'signature-input': 'sig1=()' }),
  };
  const request = { method: 'GET', url: '/llms.txt', headers, socket: { remoteAddress: '192.0.2.1' } };
  // The first request compiles the rules.
  await guard.check(request, all);
  asked = 0;
  const outcome = guard.check(request, all);
  return { ...(await outcome), asked, atOnce: !(outcome instanceof Promise) };
}

describe('the precedence of the guard', () => {
  it.each<readonly [string, Case, GuardOutcome['refusal']]>([
    [
      'nobody is refused while blocking is off',
      { settings: { ...ON, block_agents: false, blocked_agents: ['semrush'] }, userAgent: SEMRUSH },
      undefined,
    ],
    [
      'nobody is refused while blocking is off, not even who lies',
      { settings: { ...ON, block_agents: false }, userAgent: GPT, finding: FORGED },
      undefined,
    ],
    [
      'a client without a User-Agent is served',
      { settings: { ...ON, blocked_agents: ['/.*/'] }, userAgent: '' },
      undefined,
    ],
    ['a browser is served', { settings: ON, userAgent: FIREFOX }, undefined],
    [
      'a blocked client is refused',
      { settings: { block_agents: true, blocked_agents: ['SemrushBot'] }, userAgent: SEMRUSH },
      'denylist',
    ],
    [
      'trust beats the denylist',
      {
        settings: { ...ON, blocked_agents: ['SemrushBot'], allowed_agents: ['semrush'] },
        userAgent: SEMRUSH,
      },
      undefined,
    ],
    [
      'trust beats the proof of a lie',
      { settings: { ...ON, allowed_agents: ['gptbot'] }, userAgent: GPT, finding: FORGED },
      undefined,
    ],
    [
      'trust beats a legacy device',
      { settings: { ...ON, allowed_agents: ['Nokia6630'] }, userAgent: NOKIA },
      undefined,
    ],
    [
      'trust of an engine is kept although it is forged',
      {
        settings: { ...ON, allowed_agents: ['googlebot'], blocked_agents: ['googlebot'] },
        userAgent: GOOGLE,
        finding: FORGED,
      },
      undefined,
    ],
    [
      'the denylist never touches a search engine',
      { settings: { ...ON, blocked_agents: ['googlebot'] }, userAgent: GOOGLE, finding: CONFIRMED },
      undefined,
    ],
    [
      'nor one about which nothing can be said',
      { settings: { ...ON, blocked_agents: ['googlebot'] }, userAgent: GOOGLE },
      undefined,
    ],
    [
      'but a forged one',
      { settings: { ...ON, blocked_agents: ['googlebot'] }, userAgent: GOOGLE, finding: FORGED },
      'denylist',
    ],
    [
      'a forged engine is refused as an impostor',
      { settings: ON, userAgent: GOOGLE, finding: FORGED },
      'impostor',
    ],
    [
      'unless liars are not refused',
      { settings: { ...ON, block_spoofed: false }, userAgent: GOOGLE, finding: FORGED },
      undefined,
    ],
    [
      'and who forges while verification is off is not known',
      { settings: { ...ON, verify_bots: false }, userAgent: GOOGLE, finding: FORGED },
      undefined,
    ],
    [
      'the bare word of an engine earns nothing',
      { settings: { ...ON, blocked_agents: ['friend of googlebot'] }, userAgent: 'friend of googlebot' },
      'denylist',
    ],
    [
      'a forged claim of another bot is refused',
      { settings: ON, userAgent: GPT, finding: FORGED },
      'impostor',
    ],
    ['a confirmed one is served', { settings: ON, userAgent: GPT, finding: CONFIRMED }, undefined],
    [
      'the denylist beats the confirmation',
      { settings: { ...ON, blocked_agents: ['gptbot'] }, userAgent: GPT, finding: CONFIRMED },
      'denylist',
    ],
    [
      'the denylist beats a verified signature',
      { settings: { ...ON, blocked_agents: ['semrush'] }, userAgent: SEMRUSH, finding: SIGNED, signed: true },
      'denylist',
    ],
    ['a legacy device is refused', { settings: ON, userAgent: NOKIA }, 'legacy-device'],
    [
      'unless liars are not refused, devices included',
      { settings: { ...ON, block_spoofed: false }, userAgent: NOKIA },
      undefined,
    ],
    [
      'a legacy device with a verified signature is served',
      { settings: ON, userAgent: NOKIA, finding: SIGNED, signed: true },
      undefined,
    ],
    [
      'a confirmed address does not make up for a legacy device',
      { settings: ON, userAgent: `${NOKIA} GPTBot/1.0`, finding: CONFIRMED },
      'legacy-device',
    ],
    [
      'a forged signature is refused',
      { settings: ON, userAgent: FIREFOX, finding: FORGED_SIGNATURE, signed: true },
      'impostor',
    ],
    [
      'a forged signature withdraws protection',
      { settings: ON, userAgent: GOOGLE, finding: FORGED_SIGNATURE, signed: true },
      'impostor',
    ],
    [
      'what cannot be verified is served',
      { settings: { ...ON, verifier_disabled: ['gptbot'] }, userAgent: GPT, finding: FORGED },
      undefined,
    ],
  ])('%s', async (_, one, refusal) => {
    expect((await check(one)).refusal).toBe(refusal);
  });

  it('has a plugin with the last word, either way', async () => {
    const hooks = new Hooks();
    const seen: unknown[] = [];
    hooks.filter('svc_deny_request', (deny, userAgent) => {
      seen.push([deny, userAgent]);
      return userAgent === FIREFOX;
    });
    const settings = { ...ON, blocked_agents: ['semrush'] };
    expect((await check({ settings, userAgent: FIREFOX, hooks })).refusal).toBe('plugin');
    expect((await check({ settings, userAgent: SEMRUSH, hooks })).refusal).toBeUndefined();
    expect((await check({ settings: {}, userAgent: FIREFOX, hooks })).refusal).toBe('plugin');
    expect(seen).toContainEqual([true, SEMRUSH]);
  });

  it('keeps its decision when a plugin fails', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_deny_request', () => {
      throw new Error('tea is cold');
    });
    const settings = { ...ON, blocked_agents: ['semrush'] };
    expect((await check({ settings, userAgent: SEMRUSH, hooks })).refusal).toBe('denylist');
    expect((await check({ settings, userAgent: FIREFOX, hooks })).refusal).toBeUndefined();
  });

  it('takes engines and trust from plugins', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_engine_signatures', (list) => [...list, 'harbourbot/']);
    hooks.filter('svc_block_allowlist', (list) => [...list, 'Semrush']);
    const settings = { ...ON, blocked_agents: ['bot'] };
    expect((await check({ settings, userAgent: 'HarbourBot/1', hooks })).refusal).toBeUndefined();
    expect((await check({ settings, userAgent: SEMRUSH, hooks })).refusal).toBeUndefined();
    expect((await check({ settings, userAgent: 'TeaBot/1', hooks })).refusal).toBe('denylist');
  });
});

describe('whatever a client says and whatever is found out', () => {
  /** Rare combinations are what it is about. */
  const RUNS = { numRuns: 20_000 };
  const agentStatus = fc.record({
    userAgent: fc.constantFrom('', 'teabot/1.0'),
    isEngine: fc.boolean(),
    isTrusted: fc.boolean(),
    isDenied: fc.boolean(),
    isLegacy: fc.boolean(),
  });
  const finding = fc.option(
    fc.record({
      verdict: fc.constantFrom(0 as const, 1 as const, 2 as const),
      network: fc.constant(''),
      signer: fc.constantFrom('', 'Tea'),
    }),
    { nil: undefined },
  );
  const rules = fc.record({ isOn: fc.boolean(), refusesLiars: fc.boolean() });
  const facts = fc.record({ agentStatus, rules, verifies: fc.boolean(), finding });

  it('nobody is refused who is trusted, without a User-Agent, or while blocking is off', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const isFree = one.agentStatus.isTrusted || one.agentStatus.userAgent === '' || !one.rules.isOn;
        if (isFree) expect(decide(one)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it('an engine is refused with proof alone, and everybody else for a reason', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const refusal = decide(one);
        const isProven = one.verifies && one.finding?.verdict === 2;
        if (one.agentStatus.isEngine && !isProven) expect(refusal).toBeUndefined();
        if (refusal === 'impostor') expect(isProven).toBe(true);
        if (refusal === 'legacy-device') expect(one.agentStatus.isLegacy).toBe(true);
        if (refusal === 'denylist') expect(one.agentStatus.isDenied).toBe(true);
      }),
      RUNS,
    );
  });

  it('nobody is asked for nothing: without a finding that is not needed the decision is the same', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const isNeeded = needsFinding(one, { isSigned: true, claims: true });
        if (!isNeeded) expect(decide(one)).toBe(decide({ ...one, finding: undefined }));
      }),
      RUNS,
    );
  });
});

describe('somebody else is asked', () => {
  it.each<readonly [string, Case]>([
    ['a browser', { settings: ON, userAgent: FIREFOX }],
    ['a blocked client', { settings: { ...ON, blocked_agents: ['gptbot'] }, userAgent: GPT }],
    ['a trusted client', { settings: { ...ON, allowed_agents: ['gptbot'] }, userAgent: GPT }],
    ['anybody while blocking is off', { settings: { ...ON, block_agents: false }, userAgent: GPT }],
    ['anybody while verification is off', { settings: { ...ON, verify_bots: false }, userAgent: GPT }],
    ['anybody while liars are not refused', { settings: { ...ON, block_spoofed: false }, userAgent: GPT }],
    ['an engine that no rule could touch', { settings: { ...ON, block_spoofed: false }, userAgent: GOOGLE }],
  ])('never about %s: the answer is there at once', async (_, one) => {
    expect(await check(one)).toMatchObject({ asked: 0, atOnce: true });
  });

  it('about claims and signatures, and what was found out is handed on', async () => {
    expect(await check({ settings: ON, userAgent: GPT, finding: FORGED })).toMatchObject({
      asked: 1,
      finding: FORGED,
    });
    expect(await check({ settings: ON, userAgent: FIREFOX, signed: true })).toMatchObject({
      asked: 1,
      finding: UNCHECKED,
    });
  });
});

describe('a client that cannot be judged', () => {
  it('is served', async () => {
    const failures: unknown[] = [];
    const guard = createGuard({
      hooks: new Hooks(),
      verification: {
        policyOf: (one) => verifyPolicy(one, new Hooks()),
        check: () => Promise.reject(new Error('no')),
      },
      clientAddress: (peer) => peer,
      logError: (error) => failures.push(error),
    });
    const request = { headers: { 'user-agent': GPT }, socket: {} };
    expect(await guard.check(request, { ...defaultSettings(), ...ON })).toEqual({ refusal: undefined });
    expect(failures).toHaveLength(1);
  });
});

describe('the safe token of a client', () => {
  it.each([
    ['the product that it names', SEMRUSH, 'semrushbot'],
    ['the first that is no browser', `${FIREFOX} TeaBot/2.0 PotBot/1.0`, 'teabot'],
    [
      'the word after compatible',
      'Mozilla/5.0 (compatible; Tea-Crawler; +https://tea.example)',
      'tea-crawler',
    ],
    ['none of a browser', FIREFOX, ''],
    ['none without a User-Agent', '', ''],
    ['none of a search engine', GOOGLE, ''],
    ['none of a script', 'curl/8.5.0', ''],
    ['none of a script with a name', 'python-requests/2.31', ''],
    ['none that is too short', 'ab/1.0', ''],
    ['none of a trusted client', 'TrustedBot/1.0', ''],
  ])('is %s', async (_, userAgent, token) => {
    const settings = { ...defaultSettings(), allowed_agents: ['trustedbot'] };
    expect((await guardRules(settings, new Hooks())).safeToken(userAgent)).toBe(token);
  });

  it('is none of what plugins call generic', async () => {
    const hooks = new Hooks();
    hooks.filter('svc_generic_ua_tokens', (list) => [...list, 'SemrushBot']);
    expect((await guardRules(defaultSettings(), hooks)).safeToken(SEMRUSH)).toBe('');
  });
});
