import { describe, expect, it } from 'vitest';
import { createClassifier } from '../../../src/activity/agents/classifier.js';
import { type Finding, UNCHECKED, type Visit } from '../../../src/activity/port.js';
import {
  createRecorder,
  type JudgedVisit,
  type RecorderOptions,
} from '../../../src/activity/record/recorder.js';
import { until } from '../../server/serving.js';

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

interface Setup {
  readonly written: JudgedVisit[];
  readonly counted: Visit[];
  readonly errors: string[];
}

function recorderWith(change: Partial<RecorderOptions> = {}) {
  const written: JudgedVisit[] = [];
  const counted: Visit[] = [];
  const errors: string[] = [];
  const classifier = createClassifier();
  const recorder = createRecorder({
    classifier: () => classifier,
    select: async (visits) => visits,
    isIdle: async () => false,
    judge: async () => UNCHECKED,
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
    let drawn = 0;
    // Every twentieth time below a twentieth.
    const random = () => (drawn++ % 20) / 20;
    const { recorder, written } = recorderWith({ random });
    for (let index = 0; index < 700; index += 1) recorder.record(visit());
    for (let index = 0; index < 460; index += 1) recorder.record(visit({ userAgent: `HarbourBot/${index}` }));
    await recorder.flush();
    const ofAgent = (name: string) => written.filter((one) => one.visit.userAgent.startsWith(name)).length;
    expect([ofAgent('GPTBot'), ofAgent('HarbourBot')]).toEqual([300 + 20, 60 + 20]);
    recorder.record(visit({ at: 1_800_000_060 }));
    await recorder.flush();
    expect(ofAgent('GPTBot')).toBe(321);
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
      select: async (visits) => visits.filter(({ userAgent }) => userAgent !== 'owner'),
    });
    recorder.record(visit({ userAgent: 'owner' }));
    recorder.record(visit({ endpoint: undefined, target: '/posts/' }));
    recorder.record(visit());
    await recorder.flush();
    expect([written.length, counted.map(({ target }) => target)]).toEqual([1, ['/posts/']]);
  });

  it('does not let the others wait for a visit that takes long to verify', async () => {
    let decide = (_: Finding): void => undefined;
    const slow = new Promise<Finding>((resolve) => {
      decide = resolve;
    });
    const { recorder, written } = recorderWith({
      judge: (one) => (one.userAgent === 'slow' ? slow : Promise.resolve(UNCHECKED)),
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

  it('asks nobody while nobody is verified', async () => {
    const judge = () => Promise.reject(new Error('asked'));
    const { recorder, written } = recorderWith({ judge, isIdle: async () => true });
    recorder.record(visit());
    await recorder.flush();
    expect(written).toMatchObject([{ finding: { verdict: 0, network: '', signer: '' } }]);
  });

  it('verifies nobody twice', async () => {
    const finding: Finding = { verdict: 2, network: '', signer: 'chatgpt.com' };
    const judge = () => Promise.reject(new Error('asked'));
    const { recorder, written } = recorderWith({ judge });
    recorder.record(visit({ finding, refused: true }));
    await recorder.flush();
    expect(written).toMatchObject([{ finding }]);
  });

  it('loses nothing while the database is away, and says so once', async () => {
    let isAway = true;
    const written: JudgedVisit[] = [];
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
