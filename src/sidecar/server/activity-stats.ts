import type { ActivitySummary } from '../../insights/activity/port.js';
import type { ReferralBlock, UnknownBlock } from '../../insights/activity/referrals/port.js';
import type { Threats } from '../../insights/activity/review/threats.js';
import type { Services } from './services.js';

/** What the overview of visits is made of, wherever it is sent (reference/admin-api.md section 7.1). */
export interface ActivityStats extends ActivitySummary {
  readonly threats: Threats;
  readonly referrals: ReferralBlock;
  readonly unknownSources: UnknownBlock;
}

/** The overview of visits at this moment. */
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
