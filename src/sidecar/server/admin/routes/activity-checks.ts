import { mayRecheck, RECHECKS_PER_MINUTE } from '../../../../insights/activity/review/rechecks.js';
import { probeRanges } from '../../../../insights/activity/verify/probe-ranges.js';
import { activityStats } from '../../activity-stats.js';
import type { Services } from '../../services.js';
import { AdminProblem } from '../problem.js';
import type { AdminRequest, AdminRoute } from '../route.js';

const MAX_UA = 1000;

/** Verifies clients at the owner's request, without the delays for visits. */
export const activityCheckRoutes: readonly AdminRoute[] = [
  {
    methods: ['POST'],
    path: '/activity/reverify',
    summary: 'Verifies a flagged client again, for its stored addresses.',
    guard: 'admin',
    params: { ua: { type: 'string', text: 'User-Agent as in the log.', required: true, maxLength: MAX_UA } },
    schema: 'admin-activity-reverify.schema.json',
    async handle(request, services) {
      spend(request, services);
      const found = await services.clients.recheck(request.params['ua'] as string);
      if (found === undefined) {
        throw new AdminProblem(422, 'svc_not_verifiable', 'This client makes no claim that can be verified.');
      }
      const { status, verdict, perIp } = found;
      return { status, verdict, perIp, activity: await activityStats(services) };
    },
  },
  {
    methods: ['POST'],
    path: '/activity/check-ip',
    summary: 'Identifies the owner of an address by its host name.',
    guard: 'admin',
    params: { ip: { type: 'string', text: 'IPv4 or IPv6 address.', required: true, maxLength: 64 } },
    schema: 'admin-activity-check-ip.schema.json',
    async handle(request, services) {
      spend(request, services);
      const identity = await services.identify(request.params['ip'] as string);
      if (identity !== undefined) return identity;
      throw new AdminProblem(400, 'svc_bad_ip', "This isn't an IP address.");
    },
  },
  {
    methods: ['POST'],
    path: '/verifier/probe-ranges',
    summary: 'Checks whether an address leads to a range file, before it is added to a verifier.',
    guard: 'admin',
    params: { url: { type: 'string', text: 'https address.', required: true, maxLength: 2000 } },
    schema: 'admin-verifier-probe-ranges.schema.json',
    handle(request, services) {
      spend(request, services);
      return probeRanges(services.fetch, request.params['url'] as string);
    },
  },
];

function spend({ caller, now }: AdminRequest, services: Services): void {
  if (mayRecheck(services.clients, caller?.actor.id ?? 0, now)) return;
  const message = `At most ${RECHECKS_PER_MINUTE} checks per minute. Try again in a minute.`;
  throw new AdminProblem(429, 'svc_reverify_throttled', message, { headers: { 'Retry-After': '60' } });
}
