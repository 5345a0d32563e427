import { parseDay } from '../../../../insights/activity/days.js';
import type { ActivityVerdict, LogQuery, LogSort } from '../../../../insights/activity/port.js';
import { countAccess } from '../../../../storage/tables/agent-access.js';
import { audienceOf } from '../../../abilities/read/audience.js';
import { activityStats, type Services } from '../../services.js';
import { systemsOf } from '../../systems.js';
import type { AdminRoute } from '../dispatch.js';
import { AdminProblem } from '../problem.js';
import type { Params } from '../read-request.js';

const VERDICTS: readonly string[] = ['0', '1', '2'];
const ORDERS: readonly string[] = ['asc', 'desc'];
const COLUMNS: readonly LogSort['by'][] = ['at', 'client', 'endpoint', 'ua', 'status'];

const LOG_PARAMS: Params = {
  from: { type: 'string', text: 'First UTC day, `YYYY-MM-DD`.' },
  to: { type: 'string', text: 'Last UTC day, `YYYY-MM-DD`.' },
  agent: { type: 'string', text: 'Exact label of a client.' },
  endpoint: { type: 'string', text: 'Exact label of a document.' },
  network: { type: 'string', text: 'Exact network.' },
  verdict: { type: 'string', text: '`0` unchecked, `1` verified, `2` spoofed.' },
  ua: { type: 'string', text: 'Beginning of the User-Agent; case is ignored.' },
  before: { type: 'integer', text: '`cursor` of the previous page.' },
  per_page: { type: 'integer', text: 'Rows per page.', default: 50, min: 1, max: 200, clamp: true },
  orderby: {
    type: 'string',
    text: '`at`, `client`, `endpoint`, `ua` or `status`; anything else counts as `at`.',
    default: 'at',
  },
  order: { type: 'string', text: '`asc` or `desc`.', default: 'desc' },
  offset: {
    type: 'integer',
    text: 'Rows to skip. For newest first, use `before` instead.',
    default: 0,
    min: 0,
    clamp: true,
  },
};

/** `/activity/log`, `/activity/log/facets`, `/activity/day` (spec sections 4.1 and 4.1.3). */
export const activityLogRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /activity/log',
    summary: 'Returns a page of the stored visits, newest first. A visit must match all filters.',
    params: LOG_PARAMS,
    schema: 'admin-activity-log.schema.json',
    handle: async ({ params }, { activity }) => activity.reader.log(queryOf(params)),
  },
  {
    route: 'GET /activity/log/facets',
    summary:
      'Returns the values that occur in the stored visits, for filters: most frequent first, at most 200 of each.',
    schema: 'admin-activity-log-facets.schema.json',
    handle: (_, { activity }) => activity.reader.facets(),
  },
  {
    route: 'GET /activity/day',
    summary: 'Returns the answered visits of one day, latest first, at most 500.',
    params: { date: { type: 'string', text: 'UTC day, `YYYY-MM-DD`.', required: true } },
    schema: 'admin-activity-day.schema.json',
    handle: async ({ params }, { activity }) => activity.reader.day(dayIn(params, 'date') as string),
  },
];

function queryOf(params: Readonly<Record<string, unknown>>): LogQuery {
  const from = dayIn(params, 'from');
  const to = dayIn(params, 'to');
  if (from !== undefined && to !== undefined && from > to) {
    throw new AdminProblem(400, 'svc_bad_range', '`from` is later than `to`.');
  }
  const only = (name: string) => {
    const value = params[name] as string | undefined;
    return value === undefined || value === '' ? [] : [value];
  };
  return {
    from,
    to,
    agents: only('agent'),
    endpoints: only('endpoint'),
    networks: only('network'),
    verdicts: verdictsIn(params['verdict'] as string | undefined),
    ua: params['ua'] as string | undefined,
    before: params['before'] as number | undefined,
    perPage: params['per_page'] as number,
    sort: sortIn(params),
    offset: params['offset'] as number,
  };
}

/**
 * Reads a day.
 * @throws AdminProblem `svc_bad_date` for an invalid day
 */
function dayIn(params: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const text = params[name] as string | undefined;
  if (text === undefined || parseDay(text) !== undefined) return text;
  throw new AdminProblem(400, 'svc_bad_date', `\`${name}\` must be a day in the form YYYY-MM-DD.`);
}

/**
 * Reads the verdict filter.
 * @throws AdminProblem `svc_bad_verdict` for an unknown verdict
 */
function verdictsIn(text: string | undefined): readonly ActivityVerdict[] {
  if (text === undefined) return [];
  if (VERDICTS.includes(text)) return [Number(text) as ActivityVerdict];
  throw new AdminProblem(400, 'svc_bad_verdict', '`verdict` must be 0, 1 or 2.');
}

/**
 * Reads the order.
 * @throws AdminProblem `svc_bad_order` for an unknown direction
 */
function sortIn(params: Readonly<Record<string, unknown>>): LogSort {
  const dir = String(params['order']).toLowerCase();
  if (!ORDERS.includes(dir)) throw new AdminProblem(400, 'svc_bad_order', '`order` must be asc or desc.');
  const by = COLUMNS.find((column) => column === params['orderby']) ?? 'at';
  return { by, dir: dir as LogSort['dir'] };
}

/** `/activity` (spec section 4.1). */
export const activityRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /activity',
    summary:
      'Returns the readers of the site: totals, trends, days, latest visits, clients to review, and AI referrals.',
    schema: 'admin-activity.schema.json',
    handle: (_, services) => overview(services),
  },
  {
    route: 'DELETE /activity',
    summary:
      'Empties the visit log, including dismissals, repeated checks and stored addresses. Referrals and lists stay.',
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

/** `/activity/ai-day` (spec section 4.1). */
export const aiDayRoutes: readonly AdminRoute[] = [
  {
    route: 'GET /activity/ai-day',
    summary: 'Returns the visits from assistants on one day, by assistant and page, highest counts first.',
    params: {
      date: { type: 'string', text: 'UTC day, `YYYY-MM-DD`.', required: true },
      source: { type: 'string', text: 'Label of an assistant, or several separated by commas.', default: '' },
      path: { type: 'string', text: 'Beginning of the path.', default: '' },
      full: { type: 'boolean', text: '200 rows instead of 12.', default: false },
    },
    schema: 'admin-activity-ai-day.schema.json',
    async handle({ params }, { referrals }) {
      const date = String(params['date']);
      if (parseDay(date) === undefined) {
        throw new AdminProblem(400, 'svc_bad_date', 'The date must be a day in the form YYYY-MM-DD.');
      }
      const sources = String(params['source'])
        .split(',')
        .map((label) => label.trim())
        .filter((label) => label !== '');
      return referrals.day({ date, sources, path: String(params['path']), full: params['full'] === true });
    },
  },
];
