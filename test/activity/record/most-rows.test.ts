import { afterEach, expect, it } from 'vitest';
import { startActivity } from '../../../src/activity/activity.js';
import { countOf } from '../../../src/activity/log/trim.js';
import type { Visit } from '../../../src/activity/port.js';
import { defaultSettings } from '../../../src/config/settings.js';
import { Hooks } from '../../../src/hooks/hooks.js';
import { openStorage } from '../../../src/storage/open.js';
import type { Storage } from '../../../src/storage/port.js';

const NOW = 1_782_986_400;
const VISIT: Visit = {
  endpoint: 'llms.txt',
  method: 'GET',
  target: '/llms.txt',
  status: 200,
  refused: false,
  at: NOW,
  userAgent: 'GPTBot/1.2',
  peer: '',
  headers: { 'user-agent': 'GPTBot/1.2' },
};

let storage: Storage | undefined;
afterEach(() => storage?.close());

it('[8-max-rows] a log that is written to never holds much more than it may', async () => {
  storage = await openStorage(':memory:');
  const hooks = new Hooks();
  hooks.filter('svc_activity_max_rows', () => 100);
  const settings = defaultSettings();
  const { recorder, close } = startActivity({
    storage,
    hooks,
    settings: async () => settings,
    isOwner: async () => false,
    addressOf: () => '',
    now: () => NOW,
    random: () => 0.5,
    logError: (error) => {
      throw error;
    },
  });
  const counts: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    for (let count = 0; count < 30; count += 1) recorder.record({ ...VISIT, at: NOW + round });
    await recorder.flush();
    counts.push(await countOf(storage.db));
  }
  await close();
  expect(counts).toEqual([30, 60, 90, 100, 100, 100, 100, 100]);
});
