import { parseDay } from '../../../../insights/activity/days.js';
import type { ActivityVerdict, LogQuery, LogSort } from '../../../../insights/activity/port.js';
import type { Params } from '../params.js';
import { AdminProblem } from '../problem.js';
import type { AdminRoute } from '../route.js';

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
    methods: ['GET'],
    path: '/activity/log',
    summary: 'Returns a page of the stored visits, newest first. A visit must match all filters.',
    guard: 'admin',
    params: LOG_PARAMS,
    schema: 'admin-activity-log.schema.json',
    handle: async ({ params }, { activity }) => activity.reader.log(queryOf(params)),
  },
  {
    methods: ['GET'],
    path: '/activity/log/facets',
    summary:
      'Returns the values that occur in the stored visits, for filters: most frequent first, at most 200 of each.',
    guard: 'admin',
    schema: 'admin-activity-log-facets.schema.json',
    handle: (_, { activity }) => activity.reader.facets(),
  },
  {
    methods: ['GET'],
    path: '/activity/day',
    summary: 'Returns the answered visits of one day, latest first, at most 500.',
    guard: 'admin',
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
