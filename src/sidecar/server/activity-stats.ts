import type { ActivitySummary } from '../../insights/activity/port.js';
import type { ReferralBlock, UnknownBlock } from '../../insights/activity/referrals/port.js';
import type { Threats } from '../../insights/activity/review/threats.js';
import type { Services } from './services.js';

/** The statistics of the overview of visits, in every response that contains them. */
export interface ActivityStats extends ActivitySummary {
  readonly threats: Threats;
  readonly referrals: ReferralBlock;
  readonly unknownSources: UnknownBlock;
}

/** Returns the current overview of visits. */
export async function activityStats({
  activity,
  clients,
  referrals,
}: Pick<Services, 'activity' | 'clients' | 'referrals'>): Promise<ActivityStats> {
  const [summary, threats, block, unknownSources] = await Promise.all([
    activity.reader.summary(),
    clients.threats(),
    referrals.block(),
    referrals.unknown(),
  ]);
  return { ...summary, threats, referrals: block, unknownSources };
}
