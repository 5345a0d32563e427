import type { DecisionList } from '../../../../insights/activity/clients.js';
import { mayRecheck, RECHECKS_PER_MINUTE } from '../../../../insights/activity/review/threats.js';
import { SELF_CHECK_TTL } from '../../../../insights/activity/self-check-tokens.js';
import { probeRanges } from '../../../../insights/activity/verify/published-ranges.js';
import { activityStats, type Services } from '../../services.js';
import type { AdminRequest, AdminRoute } from '../dispatch.js';
import { AdminProblem, missingParams } from '../problem.js';

const LISTS: readonly DecisionList[] = ['blocked_agents', 'allowed_agents'];
/** Maximum length of a User-Agent. */
const MAX_UA = 1000;
const UA = { type: 'string', text: 'User-Agent as in the log.', maxLength: MAX_UA } as const;

/** Decisions about clients, and the self-check token (spec section 4.1). */
export const activityClientRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /activity/clients',
    summary: 'Returns the blocked, trusted and dismissed clients.',
    schema: 'admin-activity-clients.schema.json',
    handle: (_, { clients }) => clients.decisions(),
  },
  {
    route: 'POST /activity/block',
    summary: 'Blocks a client by its safe token. With `spoofed`, blocks all clients with a false identity.',
    params: {
      ua: UA,
      spoofed: { type: 'boolean', text: 'Block legacy devices and proven impostors.', default: false },
    },
    schema: 'admin-activity-decided.schema.json',
    async handle(request, services) {
      if (request.params['spoofed'] === true) await services.clients.refuseLiars();
      else await decide(request, services, 'blocked_agents');
      return decided(services);
    },
  },
  {
    route: 'POST /activity/allow',
    summary: 'Trusts every client with this safe token.',
    params: { ua: { ...UA, required: true } },
    schema: 'admin-activity-decided.schema.json',
    async handle(request, services) {
      await decide(request, services, 'allowed_agents');
      return decided(services);
    },
  },
  {
    route: 'POST /activity/dismiss',
    summary: 'Dismisses a client until it has visited twice as often.',
    params: {
      ua: { ...UA, required: true },
      hits: {
        type: 'integer',
        text: 'Number of visits so far. The default is the number in the queue.',
        min: 0,
        clamp: true,
      },
    },
    schema: 'admin-activity.schema.json',
    async handle({ params }, services) {
      await services.clients.dismiss(params['ua'] as string, params['hits'] as number | undefined);
      return activityStats(services);
    },
  },
  {
    route: 'POST /activity/undismiss',
    summary: 'Restores a dismissed client.',
    params: { key: { type: 'string', text: '`key` of the client.', required: true, maxLength: 200 } },
    schema: 'admin-activity-clients.schema.json',
    async handle({ params }, { clients }) {
      await clients.undismiss(params['key'] as string);
      return clients.decisions();
    },
  },
  {
    route: 'POST /activity/client-remove',
    summary: 'Removes an entry from the list of blocked or trusted clients.',
    params: {
      token: { type: 'string', text: 'The entry. Case is ignored.', required: true, maxLength: MAX_UA },
      list: { type: 'string', text: 'The list.', required: true, values: LISTS },
    },
    schema: 'admin-activity-clients.schema.json',
    async handle({ params }, { clients }) {
      await clients.remove(params['token'] as string, params['list'] as DecisionList);
      return clients.decisions();
    },
  },
  {
    route: 'POST /activity/selfcheck-token',
    summary: "Creates a token for the header `X-Svc-Selfcheck`. Visits with it aren't counted.",
    schema: 'admin-activity-selfcheck-token.schema.json',
    async handle(_, { activity, selfChecks }) {
      // Visits that wait to be recorded may carry the previous token, which becomes invalid.
      await activity.recorder.flush();
      return { token: await selfChecks.mint('browser'), ttl: SELF_CHECK_TTL };
    },
  },
];

async function decide({ params }: AdminRequest, { clients }: Services, list: DecisionList): Promise<void> {
  const { ua } = params;
  if (typeof ua !== 'string') throw missingParams(['ua']);
  if ((await clients.decide(ua, list)) !== '') return;
  const message =
    'Nothing in this User-Agent distinguishes the client from others. Add an entry to the list yourself.';
  throw new AdminProblem(422, 'svc_no_safe_token', message);
}

async function decided(services: Services): Promise<object> {
  const activity = await activityStats(services);
  return { activity, settings: await services.settings.read() };
}

/** Verifies clients at the owner's request, without the delays for visits. */
export const activityCheckRoutes: readonly AdminRoute[] = [
  {
    route: 'POST /activity/reverify',
    summary: 'Verifies a flagged client again, for its stored addresses.',
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
    route: 'POST /activity/check-ip',
    summary: 'Identifies the owner of an address by its host name.',
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
    route: 'POST /verifier/probe-ranges',
    summary: 'Checks whether an address leads to a range file, before it is added to a verifier.',
    params: { url: { type: 'string', text: 'https address.', required: true, maxLength: 2000 } },
    schema: 'admin-verifier-probe-ranges.schema.json',
    handle(request, services) {
      spend(request, services);
      return probeRanges(services.fetch, request.params['url'] as string);
    },
  },
];

function spend({ caller, now }: AdminRequest, services: Services): void {
  if (mayRecheck(services.clients, caller.actor.id, now)) return;
  const message = `At most ${RECHECKS_PER_MINUTE} checks per minute. Try again in a minute.`;
  throw new AdminProblem(429, 'svc_reverify_throttled', message, { headers: { 'Retry-After': '60' } });
}
