import { audienceOf } from '../../../insights/activity/audience.js';
import type { Ability } from '../ability.js';
import {
  flagOf,
  inputOf,
  integerOf,
  listOf,
  numberOf,
  oneOf,
  orNull,
  outputOf,
  recordOf,
  rowOf,
  textOf,
} from '../schema.js';

const hits = integerOf();
const bySource = listOf(rowOf({ source: textOf(), hits }));

const all = recordOf(
  {
    connected: flagOf(),
    users: integerOf(),
    newUsers: integerOf(),
    sessions: integerOf(),
    views: integerOf(),
    engaged: integerOf(),
    engagedPct: integerOf(),
    avgSeconds: integerOf(),
    perVisit: numberOf(),
    pages: listOf(rowOf({ path: textOf(), views: integerOf(), users: integerOf() })),
    aiSessions: orNull(integerOf()),
    otherSessions: orNull(integerOf()),
    aiBySource: bySource,
    engineSessions: orNull(integerOf()),
    engineBySource: bySource,
    pending: flagOf(),
    error: textOf(),
    stale: flagOf(),
    fetched: integerOf(),
    window: integerOf(),
  },
  'All people, from analytics; all 0 if none is connected.',
);

const search = recordOf(
  {
    connected: flagOf(),
    source: textOf(),
    clicks: integerOf(),
    impressions: integerOf(),
    rows: integerOf(),
    start: textOf(),
    end: textOf(),
    pageCap: integerOf(),
    waiting: integerOf(),
  },
  'From search engines; all 0 if none is connected.',
);

const ai = recordOf(
  {
    enabled: flagOf(),
    visits: integerOf(),
    today: integerOf(),
    sources: integerOf('Different assistants.'),
    top: bySource,
    pages: listOf(rowOf({ path: textOf(), hits })),
    prev: integerOf('Visits in the previous period of the same length.'),
    change: integerOf('Difference from the previous period.'),
    hasPrev: flagOf(),
  },
  'From assistants.',
);

/** People and machines that read the site. */
export const readAudience: Ability = {
  slug: 'read-audience',
  label: 'Who reads the site',
  description:
    'Returns how many people arrived and how many documents machines fetched in the reporting window, as ' +
    'separate numbers that must not be added. "limits" lists what the numbers leave out: always mention it. ' +
    'Use it for an overview; read-ai-traffic has the details of visits from assistants, read-request-log ' +
    "those of machines. This version can't connect to analytics or a search engine, so the people are only " +
    'those from assistants.',
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({
    window: integerOf('Days.'),
    people: recordOf({
      all,
      search,
      ai,
      arrived: integerOf('People who are known to have arrived.'),
      whole: flagOf('These are all people.'),
    }),
    machines: recordOf({
      enabled: flagOf('Requests are recorded.'),
      fetches: integerOf(),
      today: integerOf(),
      agents: integerOf('Number of different client names.'),
      impostors: integerOf('Requests with a forged name.'),
      from: textOf('First day.'),
      to: textOf('Today, UTC.'),
    }),
    limits: listOf(rowOf({ key: textOf(), scope: oneOf(['humans', 'machines', 'both']), text: textOf() })),
  }),
  async run(_, { services }) {
    const { reader } = services.activity;
    const { window } = await reader.retention();
    return audienceOf(window, await services.referrals.audience(), await reader.machines());
  },
};
