/** What is told without the connection that it would come from. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type AbilitySite, abilitySite } from '../../../../support/sidecar/abilities/ability-site.js';
import { LIGHTHOUSE } from '../../../../support/sidecar/abilities/read/lighthouse.js';

let site: AbilitySite;

beforeAll(async () => {
  site = await abilitySite({ files: LIGHTHOUSE });
}, 60_000);

describe('without a connection', () => {
  it.each([
    [undefined, 7],
    [{ days: 30 }, 30],
    [{ days: 31 }, 7],
    [{ days: 0 }, 7],
  ])('read-edge-traffic %j tells of %i days that nothing is known', async (input, days) => {
    expect(await site.read('read-edge-traffic', input)).toEqual({ connected: false, days });
  });

  it.each([
    [undefined, 30],
    [{ days: 90 }, 90],
    [{ days: 91 }, 30],
  ])('read-search-visibility %j tells of %i days that nothing is known', async (input, days) => {
    expect(await site.read('read-search-visibility', input)).toEqual({ connected: false, days });
  });

  it('read-google-index has empty lists', async () => {
    const found = await site.read('read-google-index', { problemsState: 'blocked', problemsPage: 3 });
    expect(found).toMatchObject({ connected: false, rows: [], site: { problems: [], totalUrls: 0 } });
    expect(Object.keys((found['site'] as { problemStates: object }).problemStates)).toHaveLength(7);
    expect(found).not.toHaveProperty('lookup');
  });

  it.each([
    ['/posts/fog/', 'unchecked', 'https://lighthouse.example/posts/fog/'],
    ['https://lighthouse.example/posts/fog/', 'unchecked', 'https://lighthouse.example/posts/fog/'],
    ['https://lighthouse.example', 'unchecked', 'https://lighthouse.example/'],
    ['https://elsewhere.example/posts/fog/', 'foreign', 'https://elsewhere.example/posts/fog/'],
    ['https://lighthouse.example.evil.example/', 'foreign', 'https://lighthouse.example.evil.example/'],
    ['//elsewhere.example/', 'foreign', 'https://elsewhere.example/'],
    ['https://', 'foreign', 'https://'],
  ])('read-google-index knows whose page %s is: %s', async (url, status, shown) => {
    const { lookup } = await site.read('read-google-index', { url });
    expect(lookup).toEqual({ status, url: shown, row: null });
  });

  it('read-search-performance knows nothing of searches', async () => {
    const found = await site.read('read-search-performance', { source: 'google' });
    expect(found).toMatchObject({ source: '', topQueries: [], weekly: { ready: false } });
    expect(await site.run('read-search-performance', { source: 'yahoo' })).toMatchObject({ kind: 'invalid' });
  });

  it('read-search-opportunities says that nothing is connected', async () => {
    expect(await site.read('read-search-opportunities')).toMatchObject({
      state: 'not_connected',
      medianCtr: null,
      almostThere: [],
    });
  });

  it('read-ai-visibility has no data before the first run', async () => {
    expect(await site.read('read-ai-visibility')).toMatchObject({
      hasData: false,
      lastRunAt: '',
      summary: { checks: 0, visibilityScore: 0 },
      trend: [],
    });
  });
});
