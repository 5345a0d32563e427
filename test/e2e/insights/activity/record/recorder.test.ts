import { describe, expect, it, vi } from 'vitest';
import { createClassifier } from '../../../../../src/insights/activity/agents/classifier.js';
import { UNCHECKED, type VerificationResult, type Visit } from '../../../../../src/insights/activity/port.js';
import {
  createRecorder,
  type RecorderOptions,
  type VerifiedVisits,
} from '../../../../../src/insights/activity/record/recorder.js';
import { until } from '../../../../support/sidecar/server/serving.js';

function visit({ userAgent = 'GPTBot/1.2', headers = {}, ...change }: Partial<Visit> = {}): Visit {
  return {
    endpoint: 'llms.txt',
    method: 'GET',
    target: '/llms.txt',
    status: 200,
    refused: false,
    at: 1_800_000_000,
    userAgent,
    peer: '192.0.2.1',
    headers: { 'user-agent': userAgent, ...headers },
    ...change,
  };
}

/** Everybody is verified. */
const POLICY = { settings: {}, verifies: true, keepsAddresses: false };

/** Numbers from 0 to 1 that look drawn, the same in every run. */
function seededRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) / 2 ** 24;
  };
}

interface Setup {
  readonly written: VerifiedVisits[];
  readonly counted: Visit[];
  readonly errors: string[];
}

function recorderWith(change: Partial<RecorderOptions> = {}) {
  const written: VerifiedVisits[] = [];
  const counted: Visit[] = [];
  const errors: string[] = [];
  const classifier = createClassifier();
  const recorder = createRecorder({
    classifier: () => classifier,
    select: async (visits) => visits,
    policy: async () => POLICY,
    check: async () => UNCHECKED,
    write: async (visits) => void written.push(...visits),
    count: async (visits) => void counted.push(...visits),
    random: () => 0.5,
    logError: (error) => errors.push(String(error)),
    ...change,
  });
  const setup: Setup = { written, counted, errors };
  return { recorder, ...setup };
}

describe('the recorder', () => {
  it('writes by itself, soon', async () => {
    const { recorder, written } = recorderWith();
    recorder.record(visit());
    expect(written).toEqual([]);
    await until(() => written.length === 1);
  });

  it('keeps 300 visits of recognised clients a minute and 60 of all others, and one in twenty beyond', async () => {
    const drawn = seededRandom();
    const { recorder, written } = recorderWith({ random: drawn });
    for (let index = 0; index < 300 + 10_000; index += 1) recorder.record(visit());
    for (let index = 0; index < 60 + 10_000; index += 1)
      recorder.record(visit({ userAgent: `HarbourBot/${index}` }));
    await recorder.flush();
    const ofAgent = (name: string) => written.filter((one) => one.visit.userAgent.startsWith(name)).length;
    const [recognised, others] = [ofAgent('GPTBot'), ofAgent('HarbourBot')];
    // 500 of each, with a standard deviation of 22.
    expect(Math.abs(recognised - 300 - 500)).toBeLessThan(90);
    expect(Math.abs(others - 60 - 500)).toBeLessThan(90);
    recorder.record(visit({ at: 1_800_000_060 }));
    await recorder.flush();
    expect(ofAgent('GPTBot')).toBe(recognised + 1);
  });

  it('writes samples of a flood once a second, and everything else as soon as ever', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const policy = async () => ({ ...POLICY, verifies: false });
      const { recorder, written } = recorderWith({ policy, random: () => 0 });
      for (let index = 0; index < 300; index += 1) recorder.record(visit());
      for (let index = 0; index < 60; index += 1) recorder.record(visit({ userAgent: 'x' }));
      await vi.advanceTimersByTimeAsync(300);
      expect(written.splice(0)).toHaveLength(360);
      recorder.record(visit());
      await vi.advanceTimersByTimeAsync(900);
      expect(written).toEqual([]);
      await vi.advanceTimersByTimeAsync(150);
      expect(written.splice(0)).toHaveLength(1);
      recorder.record(visit());
      recorder.record(visit({ at: 1_800_000_060 }));
      await vi.advanceTimersByTimeAsync(300);
      expect(written).toHaveLength(2);
    } finally {
      vi.useRealTimers();
    }
  });

  it('does not let a cookie of nobody through the budget', async () => {
    const { recorder, written } = recorderWith();
    const headers = { cookie: 'svc_session=nobody' };
    for (let index = 0; index < 500; index += 1) recorder.record(visit({ userAgent: 'x', headers }));
    await recorder.flush();
    expect(written).toHaveLength(60);
  });

  it('writes nothing that is not selected, and counts pages instead', async () => {
    const { recorder, written, counted } = recorderWith({
      select: async (groups) => groups.filter(({ visit }) => visit.userAgent !== 'owner'),
    });
    recorder.record(visit({ userAgent: 'owner' }));
    recorder.record(visit({ endpoint: undefined, target: '/posts/' }));
    recorder.record(visit());
    await recorder.flush();
    expect([written.length, counted.map(({ target }) => target)]).toEqual([1, ['/posts/']]);
  });

  it('does not let the others wait for a visit that takes long to verify', async () => {
    let decide = (_: VerificationResult): void => undefined;
    const slow = new Promise<VerificationResult>((resolve) => {
      decide = resolve;
    });
    const { recorder, written } = recorderWith({
      check: (one) => (one.userAgent === 'slow' ? slow : Promise.resolve(UNCHECKED)),
    });
    recorder.record(visit({ userAgent: 'slow' }));
    recorder.record(visit());
    await recorder.flush();
    expect(written.map((one) => one.visit.userAgent)).toEqual(['GPTBot/1.2']);
    const closed = recorder.close();
    decide({ verdict: 2, network: 'kelp.example', signer: '' });
    await closed;
    expect(written.at(-1)).toMatchObject({ visit: { userAgent: 'slow' }, finding: { verdict: 2 } });
  });

  it('is closed only when visits that are still being verified are written', async () => {
    const decide: ((finding: VerificationResult) => void)[] = [];
    const { recorder, written } = recorderWith({
      check: () => new Promise((resolve) => decide.push(resolve)),
    });
    recorder.record(visit({ userAgent: 'first' }));
    await recorder.flush();
    recorder.record(visit({ userAgent: 'second' }));
    let isClosed = false;
    const closed = recorder.close().then(() => {
      isClosed = true;
    });
    const isStillOpen = async () => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return !isClosed;
    };
    expect([await isStillOpen(), decide.length]).toEqual([true, 2]);
    decide[1]?.(UNCHECKED);
    expect(await isStillOpen()).toBe(true);
    decide[0]?.({ verdict: 1, network: '', signer: '' });
    await closed;
    expect(written.map((one) => [one.visit.userAgent, one.finding.verdict])).toEqual([
      ['second', 0],
      ['first', 1],
    ]);
  });

  it('asks nobody while nobody is verified', async () => {
    const check = () => Promise.reject(new Error('asked'));
    const { recorder, written } = recorderWith({
      check,
      policy: async () => ({ ...POLICY, verifies: false }),
    });
    recorder.record(visit());
    await recorder.flush();
    expect(written).toMatchObject([{ finding: { verdict: 0, network: '', signer: '' } }]);
  });

  it('puts visits together that differ in their time alone, while nobody is verified', async () => {
    let policy = { ...POLICY, verifies: false };
    const { recorder, written } = recorderWith({ policy: async () => policy });
    const { settings } = policy;
    const seen = () =>
      written.splice(0).map((one) => [one.visit.userAgent, one.visit.endpoint, one.at.length]);
    recorder.record(visit(), settings);
    await recorder.flush();
    seen();
    for (const at of [10, 11, 11]) recorder.record(visit({ at }), settings);
    recorder.record(visit({ endpoint: 'sitemap' }), settings);
    recorder.record(visit({ userAgent: 'other' }), settings);
    recorder.record(visit({ refused: true }), settings);
    recorder.record(visit({ headers: { cookie: 'svc_session=a' } }), settings);
    await recorder.flush();
    expect(written[0]?.at).toEqual([10, 11, 11]);
    const [one, document, client] = [
      ['GPTBot/1.2', 'llms.txt', 1],
      ['GPTBot/1.2', 'sitemap', 1],
      ['other', 'llms.txt', 1],
    ];
    expect(seen()).toEqual([['GPTBot/1.2', 'llms.txt', 3], document, client, one, one]);
    // Under other settings than those of the last flush each is kept by itself.
    for (const at of [12, 13]) recorder.record(visit({ at }), { ...settings });
    policy = { ...policy, keepsAddresses: true };
    await recorder.flush();
    for (const at of [14, 15]) recorder.record(visit({ at }), settings);
    await recorder.flush();
    expect(seen()).toEqual([one, one, one, one]);
  });

  it('verifies nobody twice', async () => {
    const finding: VerificationResult = { verdict: 2, network: '', signer: 'chatgpt.com' };
    const check = () => Promise.reject(new Error('asked'));
    const { recorder, written } = recorderWith({ check });
    recorder.record(visit({ finding, refused: true }));
    await recorder.flush();
    expect(written).toMatchObject([{ finding }]);
  });

  it('loses nothing while the database is away, and says so once', async () => {
    let isAway = true;
    const written: VerifiedVisits[] = [];
    const { recorder, errors } = recorderWith({
      write: async (visits) => {
        if (isAway) throw new Error('away');
        written.push(...visits);
      },
    });
    recorder.record(visit());
    await recorder.flush();
    recorder.record(visit({ userAgent: 'later' }));
    await recorder.flush();
    isAway = false;
    await recorder.flush();
    expect(written.map((one) => one.visit.userAgent)).toEqual(['GPTBot/1.2', 'later']);
    expect(errors).toEqual(['Error: away']);
  });

  it('holds a bounded number of visits, and says how many it dropped', async () => {
    let release = (): void => undefined;
    const wait = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { recorder, written, errors } = recorderWith({
      random: () => 0,
      select: async (visits) => {
        await wait;
        return visits;
      },
    });
    recorder.record(visit());
    const first = recorder.flush();
    await Promise.resolve();
    for (let index = 0; index < 25_000; index += 1) recorder.record(visit());
    release();
    await first;
    await recorder.flush();
    expect(written).toHaveLength(20_001);
    expect(errors).toEqual(['Error: 5000 visits came too fast to be recorded']);
  });

  it('takes no more once it is closed, and has written everything before', async () => {
    const { recorder, written } = recorderWith();
    recorder.record(visit());
    await recorder.close();
    recorder.record(visit());
    await recorder.flush();
    expect(written).toHaveLength(1);
  });
});
