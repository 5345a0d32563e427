import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sealWith } from '../../../../src/insights/ai/seal.js';
import { Visibility } from '../../../../src/insights/visibility/visibility.js';
import { openStorage } from '../../../../src/storage/open.js';
import type { Storage } from '../../../../src/storage/port.js';
import { type ProviderServer, startProvider } from '../../../support/insights/ai/provider-server.js';

const HOUR = 3600;
const DAY = 24 * HOUR;

let provider: ProviderServer;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.close());

describe('the schedule of citation checks', () => {
  let storage: Storage;
  let now: number;
  let isOn: boolean;
  let visibility: Visibility;

  /** As a sidecar that has just been started. */
  const opened = () =>
    new Visibility({
      storage,
      hooks: { apply: async (_: string, value: unknown) => value } as never,
      settings: async () => ({ enable_visibility: isOn }) as never,
      seal: () => sealWith('a key that is long enough for all of this'),
      names: async () => ({ name: 'Lighthouse Log', host: 'lighthouse.example' }),
      ai: { isAvailable: false } as never,
      addresses: { openai: `${provider.url}/v1` },
      now: () => now,
      logError: (error) => {
        throw error;
      },
    });

  beforeEach(async () => {
    storage = await openStorage(':memory:');
    [now, isOn] = [100 * DAY, true];
    provider.calls.length = 0;
    provider.answer = () => ({ text: 'The Lighthouse Log.' });
    visibility = opened();
    await visibility.save({
      targets: [{ name: 'Lighthouse Log', prompts: ['Who keeps a log?'] }],
      providers: { openai: { enabled: true, key: 'sk-test' } },
      scheduleActive: true,
      frequency: 'weekly',
    });
    return () => storage.close();
  });

  /** Questions that were asked when a minute came round. */
  const asked = async (at: number): Promise<number> => {
    now = at;
    const before = provider.calls.length;
    await visibility.tick();
    while ((await visibility.dashboard()).running) await new Promise((resolve) => setTimeout(resolve, 5));
    return provider.calls.length - before;
  };

  it('begins an hour after it was switched on, and goes on once a week', async () => {
    const start = now;
    expect(await asked(start + HOUR - 1)).toBe(0);
    isOn = false;
    expect(await asked(start + HOUR)).toBe(0);
    isOn = true;
    expect(await asked(start + HOUR)).toBe(1);
    expect(await asked(start + HOUR + 60)).toBe(0);
    expect(await asked(start + HOUR + 7 * DAY - 1)).toBe(0);
    expect(await asked(start + HOUR + 7 * DAY)).toBe(1);
    await visibility.save({ frequency: 'daily' });
    expect(await asked(start + HOUR + 8 * DAY)).toBe(1);
    await visibility.save({ frequency: 'manual' });
    expect(await asked(start + 30 * DAY)).toBe(0);
  });

  it('does not pay again at once for what was interrupted', async () => {
    const due = now + HOUR;
    let goOn = (): void => undefined;
    provider.answer = () => new Promise((resolve) => (goOn = () => resolve({ text: 'Late.' })));
    await visibility.save({ targets: [{ name: 'Lighthouse Log', prompts: ['One?', 'Two?'] }] });
    now = due;
    await visibility.tick();
    while (provider.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = visibility.close();
    goOn();
    await closed;
    provider.answer = () => ({ text: 'The Lighthouse Log.' });
    visibility = opened();
    expect((await visibility.dashboard()).dashboard.hasData).toBe(false);
    expect(await asked(due + 60)).toBe(0);
    expect(await asked(due + HOUR)).toBe(2);
  });

  it('does not pay again for what was forgotten', async () => {
    const due = now + HOUR;
    expect(await asked(due)).toBe(1);
    await visibility.clear();
    expect(await asked(due + 2 * HOUR)).toBe(0);
    expect(await asked(due + 7 * DAY)).toBe(1);
  });

  it('ends a run whose results are removed, without results and without another try', async () => {
    const due = now + HOUR;
    let goOn = (): void => undefined;
    provider.answer = () => new Promise((resolve) => (goOn = () => resolve({ text: 'Late.' })));
    now = due;
    await visibility.tick();
    while (provider.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await visibility.clear();
    goOn();
    await visibility.close();
    const { dashboard, running } = await visibility.dashboard();
    expect([dashboard.hasData, dashboard.trend, running]).toEqual([false, [], false]);
    provider.answer = () => ({ text: 'The Lighthouse Log.' });
    visibility = opened();
    expect(await asked(due + 2 * HOUR)).toBe(0);
  });

  it('has no point in the trend for a run in which every question failed', async () => {
    provider.answer = () => ({ status: 400, body: { error: { message: 'No.' } } });
    expect(await asked(now + HOUR)).toBeGreaterThan(0);
    const { dashboard } = await visibility.dashboard();
    expect([dashboard.summary.errors, dashboard.trend]).toEqual([1, []]);
  });
});
