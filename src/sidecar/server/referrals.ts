import type { Hooks } from '../../config/hooks/hooks.js';
import type { Background } from '../../core/clock.js';
import type { AgentClassifier } from '../../insights/activity/agents/classifier.js';
import { dayOf, dayText } from '../../insights/activity/days.js';
import { retentionOf } from '../../insights/activity/log/trim.js';
import { Referrals } from '../../insights/activity/referrals/counter.js';
import { ReferralReader } from '../../insights/activity/referrals/reader.js';
import type { Storage } from '../../storage/port.js';
import type { LiveSite } from './services.js';

/** The inputs of counting referrals. */
interface ReferralOptions extends Background {
  readonly storage: Storage;
  readonly site: LiveSite;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Returns the current classifier of clients. */
  agents(): AgentClassifier;
}

/** Creates the counter of visits from assistants, and the reader of its counts. */
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
  const counter = new Referrals({
    ...options,
    settings,
    pages,
    async firstDay() {
      const { floor, autoPrune } = await retention();
      return autoPrune ? dayText(dayOf(floor)) : undefined;
    },
    random: Math.random,
  });
  return { counter, reader: new ReferralReader({ ...options, settings, pages, retention }) };
}
