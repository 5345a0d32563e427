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
  'Everybody, from analytics; all 0 while none are connected.',
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
  'From search engines; all 0 while none is connected.',
);

const ai = recordOf(
  {
    enabled: flagOf(),
    visits: integerOf(),
    today: integerOf(),
    sources: integerOf('Different assistants.'),
    top: bySource,
    pages: listOf(rowOf({ path: textOf(), hits })),
    prev: integerOf('Visits of the equally long time before.'),
    change: integerOf('Visits more than before.'),
    hasPrev: flagOf(),
  },
  'From assistants.',
);

/**
 * People and machines that read the site.
 * @see reference/abilities-and-oauth.md section 5.3
 */
export const readAudience: Ability = {
  slug: 'read-audience',
  label: 'Who reads the site',
  description:
    'Returns how many people arrived and how many documents machines fetched within the reporting window, side by ' +
    'side and never added. "limits" says what these numbers leave out: always pass that on. Use it for an overview; ' +
    'the details of visits from assistants are in read-ai-traffic, those of machines in read-request-log. No analytics ' +
    'and no search engine can be connected to this service at present, so that people are those from assistants alone.',
  tier: 'read',
  permission: 'manage',
  input: inputOf(),
  output: outputOf({
    window: integerOf('Days.'),
    people: recordOf({
      all,
      search,
      ai,
      arrived: integerOf('People that are known to have arrived.'),
      whole: flagOf('These are all of them.'),
    }),
    machines: recordOf({
      enabled: flagOf('Requests are recorded.'),
      fetches: integerOf(),
      today: integerOf(),
      agents: integerOf('Different names that clients gave.'),
      impostors: integerOf('Requests under a forged name.'),
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
