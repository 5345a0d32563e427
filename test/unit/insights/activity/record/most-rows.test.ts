import { afterEach, expect, it } from 'vitest';
import { Hooks } from '../../../../../src/config/hooks/hooks.js';
import { countOf } from '../../../../../src/insights/activity/log/trim.js';
import { openStorage } from '../../../../../src/storage/open.js';
import type { Storage } from '../../../../../src/storage/port.js';
import { activityWith, NOW, visitOf } from '../../../../support/insights/activity/record/visits.js';

const VISIT = visitOf({ userAgent: 'GPTBot/1.2', headers: { 'user-agent': 'GPTBot/1.2' } });

let storage: Storage | undefined;
afterEach(() => storage?.close());

it('[8-max-rows] a log that is written to never holds much more than it may', async () => {
  storage = await openStorage(':memory:');
  const hooks = new Hooks();
  hooks.filter('svc_activity_max_rows', () => 100);
  const { recorder, close } = activityWith({ storage, hooks });
  const counts: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    for (let count = 0; count < 30; count += 1) recorder.record({ ...VISIT, at: NOW + round });
    await recorder.flush();
    counts.push(await countOf(storage.db));
  }
  await close();
  expect(counts).toEqual([30, 60, 90, 100, 100, 100, 100, 100]);
});
