import type { DecisionList } from '../../../../insights/activity/clients.js';
import { SELF_CHECK_TTL } from '../../../../insights/activity/self-check-tokens.js';
import { activityStats } from '../../activity-stats.js';
import type { Services } from '../../services.js';
import { AdminProblem, missingParams } from '../problem.js';
import type { AdminRequest, AdminRoute } from '../route.js';

const LISTS: readonly DecisionList[] = ['blocked_agents', 'allowed_agents'];
/** Maximum length of a User-Agent. */
const MAX_UA = 1000;
const UA = { type: 'string', text: 'User-Agent as in the log.', maxLength: MAX_UA } as const;

/** Decisions about clients, and the self-check token (spec section 4.1). */
export const activityClientRoutes: readonly AdminRoute[] = [
  {
    methods: ['GET'],
    path: '/activity/clients',
    summary: 'Returns the blocked, trusted and dismissed clients.',
    guard: 'admin',
    schema: 'admin-activity-clients.schema.json',
    handle: (_, { clients }) => clients.decisions(),
  },
  {
    methods: ['POST'],
    path: '/activity/block',
    summary: 'Blocks a client by its safe token. With `spoofed`, blocks all clients with a false identity.',
    guard: 'admin',
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
    methods: ['POST'],
    path: '/activity/allow',
    summary: 'Trusts every client with this safe token.',
    guard: 'admin',
    params: { ua: { ...UA, required: true } },
    schema: 'admin-activity-decided.schema.json',
    async handle(request, services) {
      await decide(request, services, 'allowed_agents');
      return decided(services);
    },
  },
  {
    methods: ['POST'],
    path: '/activity/dismiss',
    summary: 'Dismisses a client until it has visited twice as often.',
    guard: 'admin',
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
    methods: ['POST'],
    path: '/activity/undismiss',
    summary: 'Restores a dismissed client.',
    guard: 'admin',
    params: { key: { type: 'string', text: '`key` of the client.', required: true, maxLength: 200 } },
    schema: 'admin-activity-clients.schema.json',
    async handle({ params }, { clients }) {
      await clients.undismiss(params['key'] as string);
      return clients.decisions();
    },
  },
  {
    methods: ['POST'],
    path: '/activity/client-remove',
    summary: 'Removes an entry from the list of blocked or trusted clients.',
    guard: 'admin',
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
    methods: ['POST'],
    path: '/activity/selfcheck-token',
    summary: "Creates a token for the header `X-Svc-Selfcheck`. Visits with it aren't counted.",
    guard: 'admin',
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
  throw new AdminProblem(
    422,
    'svc_no_safe_token',
    'Nothing in this User-Agent distinguishes the client from others. Add an entry to the list yourself.',
  );
}

async function decided(services: Services): Promise<object> {
  const activity = await activityStats(services);
  return { activity, settings: await services.settings.read() };
}
