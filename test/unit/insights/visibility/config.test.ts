import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialConfig,
  patchConfig,
  type VisibilityConfig,
} from '../../../../src/insights/visibility/config.js';

const START = initialConfig('Lampwick', 'lampwick.example');
const OPTIONS = { seal: (key: string, engine: string) => `sealed(${engine}:${key})`, now: 1000 };
const patch = (body: Readonly<Record<string, unknown>>, from: VisibilityConfig = START) =>
  patchConfig(from, body, OPTIONS);

describe('the set-up', () => {
  it('begins with the site itself and no engine', () => {
    expect(START.targets).toEqual([
      {
        name: 'Lampwick',
        category: '',
        domain: 'lampwick.example',
        active: true,
        competitors: [],
        prompts: [],
      },
    ]);
    expect(START).toMatchObject({ scheduleActive: false, frequency: 'weekly', retentionDays: 180 });
    expect(Object.values(START.providers).some(({ enabled }) => enabled)).toBe(false);
  });

  it('keeps what a change does not name', () => {
    const changed = patch({ providers: { openai: { key: 'sk-1', enabled: true } } });
    expect(changed.providers.openai).toEqual({
      enabled: true,
      model: '',
      webSearch: false,
      key: 'sealed(openai:sk-1)',
    });
    expect(patch({ retentionDays: 30 }, changed)).toEqual({ ...changed, retentionDays: 30 });
    expect(patch({}, changed)).toEqual(changed);
  });

  it.each([
    [{ providers: { openai: { key: '__stored__' } } }, 'sealed(openai:a)'],
    [{ providers: { openai: { key: 'b' } } }, 'sealed(openai:b)'],
    [{ providers: { openai: { key: '' } } }, ''],
    [{ providers: { openai: { model: 'x' } } }, 'sealed(openai:a)'],
  ])('%j leaves the key %j', (body, key) => {
    const before = patch({ providers: { openai: { key: 'a' } } });
    expect(patch(body, before).providers.openai.key).toBe(key);
  });

  it('takes both spellings of a search on the web, for engines that can', () => {
    expect(patch({ providers: { gemini: { web_search: true } } }).providers.gemini.webSearch).toBe(true);
    expect(patch({ providers: { gemini: { webSearch: 'yes' } } }).providers.gemini.webSearch).toBe(true);
    expect(patch({ providers: { perplexity: { web_search: true } } }).providers.perplexity.webSearch).toBe(
      false,
    );
  });

  it.each([
    [{ frequency: 'daily' }, 'daily', false],
    [{ frequency: 'hourly', active: true }, 'weekly', true],
    [{ frequency: 'manual', active: true }, 'weekly', false],
    [{ scheduleActive: 'off' }, 'weekly', false],
  ])('%j: %s, %s', (body, frequency, scheduleActive) => {
    expect(patch(body)).toMatchObject({ frequency, scheduleActive });
  });

  it('knows since when the schedule is on', () => {
    const on = patch({ active: true });
    expect(on.scheduledSince).toBe(1000);
    expect(patchConfig(on, { active: true }, { ...OPTIONS, now: 2000 }).scheduledSince).toBe(1000);
    expect(
      patchConfig(patch({ active: false }, on), { active: true }, { ...OPTIONS, now: 2000 }).scheduledSince,
    ).toBe(2000);
  });

  it('cleans targets', () => {
    const { targets } = patch({
      targets: [
        {
          name: '  Lamp\n wick ',
          domain: 'https://www.LAMP.example/x',
          prompts: [' a ', 'a', '', 'b'],
          active: 0,
        },
        { name: '', domain: 'nobody.example' },
        'text',
        { name: 'x'.repeat(500), prompts: Array.from({ length: 40 }, (_, index) => `q${index}`) },
      ],
    });
    expect(targets).toHaveLength(2);
    expect(targets[0]).toEqual({
      name: 'Lamp wick',
      category: '',
      domain: 'lamp.example',
      active: false,
      competitors: [],
      prompts: ['a', 'b'],
    });
    expect([targets[1]?.name.length, targets[1]?.prompts.length]).toEqual([120, 25]);
  });

  it('takes anything and stays within its bounds', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('targets', 'providers', 'frequency', 'retentionDays', 'active'),
          fc.jsonValue(),
        ),
        (body) => {
          const { targets, retentionDays, frequency } = patch(body);
          expect(targets.length).toBeLessThanOrEqual(10);
          expect([7, 730].map((bound) => Math.sign(retentionDays - bound))).not.toContain(Number.NaN);
          expect(retentionDays >= 7 && retentionDays <= 730).toBe(true);
          expect(['daily', 'weekly']).toContain(frequency);
        },
      ),
    );
  });
});
