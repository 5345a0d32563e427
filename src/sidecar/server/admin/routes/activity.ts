import { audienceOf } from '../../../../insights/activity/audience.js';
import { countAccess } from '../../../../storage/tables/agent-access.js';
import { activityStats } from '../../activity-stats.js';
import type { Services } from '../../services.js';
import { systemsOf } from '../../systems.js';
import type { AdminRoute } from '../route.js';

/** `/activity` (spec section 4.1). */
export const activityRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/activity',
    summary:
      'Returns the readers of the site: totals, trends, days, latest visits, clients to review, and AI referrals.',
    guard: 'admin',
    schema: 'admin-activity.schema.json',
    handle: (_, services) => overview(services),
  },
  {
    methods: ['DELETE'],
    path: '/activity',
    summary:
      'Empties the visit log, including dismissals, repeated checks and stored addresses. Referrals and lists stay.',
    guard: 'admin',
    schema: 'admin-activity.schema.json',
    async handle(_, services) {
      await services.activity.reader.clear();
      await services.clients.clear();
      return activityStats(services);
    },
  },
];

async function overview(services: Services): Promise<object> {
  const { access, activity, referrals, storage } = services;
  await access.flush();
  const [stats, seen, ai, machines, systems] = await Promise.all([
    activityStats(services),
    countAccess(storage.db),
    referrals.audience(),
    activity.reader.machines(),
    systemsOf(services),
  ]);
  const audience = audienceOf(stats.window, ai, machines);
  return { ...stats, agentAccessUnseen: seen.unseen, audience, systems };
}
