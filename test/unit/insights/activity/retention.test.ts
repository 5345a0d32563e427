import { expect, it } from 'vitest';
import { Hooks } from '../../../../src/config/hooks/hooks.js';
import { defaultSettings } from '../../../../src/config/settings.js';
import { retentionOf } from '../../../../src/insights/activity/log/trim.js';

const DAY = 86_400;
const NOW = 1_782_986_400;

it.each([
  [0, 1, 1],
  [-5, 1, 1],
  [1.9, 1, 1],
  [29, 29, 29],
  [31, 31, 30],
  [365, 365, 30],
])('a hook that says %d keeps visits for %d days, with reports of %d', async (asked, days, window) => {
  const hooks = new Hooks();
  hooks.filter('svc_activity_retention_days', () => asked);
  const retention = await retentionOf(defaultSettings(), hooks, NOW);
  expect(retention).toMatchObject({ days, window, floor: NOW - days * DAY });
});

it('there is no first second where nothing is pruned', async () => {
  const settings = { ...defaultSettings(), activity_auto_prune: false };
  expect(await retentionOf(settings, new Hooks(), NOW)).toMatchObject({ autoPrune: false, floor: 0 });
});
