import { defaultSettings } from '../../../../../src/config/settings.js';
import {
  type ActivityOptions,
  type RunningActivity,
  startActivity,
} from '../../../../../src/insights/activity/activity.js';
import type { Visit } from '../../../../../src/insights/activity/port.js';

/** Unix seconds of the visits. */
export const NOW = 1_782_986_400;

/** A visit to `llms.txt`. */
export function visitOf(change: Partial<Visit> = {}): Visit {
  return {
    endpoint: 'llms.txt',
    method: 'GET',
    target: '/llms.txt',
    status: 200,
    refused: false,
    at: NOW,
    userAgent: '',
    peer: '',
    headers: {},
    ...change,
  };
}

/** An activity log in which nobody is the owner and every error is one of the test. */
export function activityWith(options: Pick<ActivityOptions, 'storage' | 'hooks'>): RunningActivity {
  const settings = defaultSettings();
  return startActivity({
    ...options,
    settings: async () => settings,
    isOwner: async () => false,
    addressOf: (peer) => peer,
    now: () => NOW,
    random: () => 0.5,
    logError: (error) => {
      throw error;
    },
  });
}
