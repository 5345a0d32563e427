import type { Hooks } from '../../config/hooks/hooks.js';
import type { AgentClassifier } from '../../insights/activity/agents/classifier.js';
import { dayOf, dayText } from '../../insights/activity/days.js';
import { retentionOf } from '../../insights/activity/log/retention.js';
import { createReferrals } from '../../insights/activity/referrals/counter.js';
import type { ReferralReader, Referrals } from '../../insights/activity/referrals/port.js';
import { createReferralReader } from '../../insights/activity/referrals/reader.js';
import type { Storage } from '../../storage/port.js';
import type { LiveSite } from './services.js';

/** What counting referrals works with. */
export interface ReferralOptions {
  readonly storage: Storage;
  readonly site: LiveSite;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Recognises clients at this moment. */
  agents(): AgentClassifier;
  /** Unix seconds. */
  now(): number;
  logError(error: unknown, what: string): void;
}

/** The counter of visits that assistants send, and the reader of what it counted. */
export function openReferrals(options: ReferralOptions): {
  readonly counter: Referrals;
  readonly reader: ReferralReader;
} {
  const { site, hooks, now } = options;
  const settings = () => site.settings();
  const retention = async () => retentionOf(await settings(), hooks, now());
  const pages = async () => {
    const { ctx } = await site.documents();
    return { host: new URL(ctx.site.baseUrl).host, isBeacon: ctx.served('arrivals-script') };
  };
  const counter = createReferrals({
    ...options,
    settings,
    pages,
    async firstDay() {
      const { floor, autoPrune } = await retention();
      return autoPrune ? dayText(dayOf(floor)) : undefined;
    },
    random: Math.random,
  });
  return { counter, reader: createReferralReader({ ...options, settings, pages, retention }) };
}
