import type { MachineTotals } from '../../../insights/activity/port.js';
import type { AiAudience, TrafficQuery } from '../../../insights/activity/referrals/port.js';
import type { Ability } from '../ability.js';
import {
  emptyOf,
  flagOf,
  inputOf,
  integerOf,
  integersOf,
  listOf,
  numberOf,
  oneOf,
  orNull,
  outputOf,
  recordOf,
  rowOf,
  textOf,
} from '../schema.js';

const count = integerOf();
const bySource = listOf(rowOf({ source: textOf(), hits: count }));

const all = recordOf(
  {
    connected: flagOf(),
    ...integersOf('users', 'newUsers', 'sessions', 'views', 'engaged', 'engagedPct', 'avgSeconds'),
    perVisit: numberOf(),
    pages: listOf(rowOf({ path: textOf(), ...integersOf('views', 'users') })),
    aiSessions: orNull(integerOf()),
    otherSessions: orNull(integerOf()),
    aiBySource: bySource,
    engineSessions: orNull(integerOf()),
    engineBySource: bySource,
    pending: flagOf(),
    error: textOf(),
    stale: flagOf(),
    ...integersOf('fetched', 'window'),
  },
  'All people, from analytics; all 0 if none is connected.',
);

const search = recordOf(
  {
    connected: flagOf(),
    source: textOf(),
    ...integersOf('clicks', 'impressions', 'rows'),
    start: textOf(),
    end: textOf(),
    ...integersOf('pageCap', 'waiting'),
  },
  'From search engines; all 0 if none is connected.',
);

const ai = recordOf(
  {
    enabled: flagOf(),
    ...integersOf('visits', 'today'),
    sources: integerOf('Different assistants.'),
    top: bySource,
    pages: listOf(rowOf({ path: textOf(), hits: count })),
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

const hits = integerOf('Visits.');
const tokens = listOf(rowOf({ token: textOf(), hits }));

/** Readers whom assistants sent. */
export const readAiTraffic: Ability = {
  slug: 'read-ai-traffic',
  label: 'Readers sent by assistants',
  description:
    'Returns the visits of people who came from ChatGPT, Perplexity, Gemini and other assistants: by ' +
    'assistant, by page and by day, for a range of days. Narrow them by "source" (a label from bySource) or ' +
    "by the beginning of a path. The numbers are minimums: most visits don't reveal where they come from. " +
    'The requests of the assistants’ own crawlers are in read-request-log. Invalid dates are ignored.',
  tier: 'read',
  input: inputOf({
    from: textOf('First day, YYYY-MM-DD, UTC; default: the first day of the reporting window.'),
    to: textOf('Last day; default: today.'),
    source: textOf('Label of one assistant, exactly as in bySource.'),
    path: textOf('The beginning of the path.'),
  }),
  output: outputOf({
    enabled: flagOf('Visits are recorded.'),
    beacon: flagOf('Visits are counted by browsers instead of the server.'),
    range: recordOf({
      from: textOf(),
      to: textOf(),
      floor: textOf('The first day with stored data.'),
      isDefault: flagOf(),
    }),
    filters: recordOf({ source: textOf(), path: textOf() }),
    sourceCount: integerOf(),
    total: hits,
    activeDays: integerOf('Days with at least one visit.'),
    bySource: listOf(rowOf({ label: textOf(), hits })),
    topPages: listOf(rowOf({ path: textOf(), hits })),
    daily: listOf(rowOf({ date: textOf(), hits, rowCount: integerOf() })),
    unknown: recordOf({ enabled: flagOf(), hosts: tokens, utm: tokens }, 'Where other visits came from.'),
  }),
  run: (input, { services }) => services.referrals.traffic(input as TrafficQuery),
};

const summary = recordOf({
  checks: integerOf('Number of answers received.'),
  mentions: integerOf(),
  citations: integerOf(),
  errors: integerOf(),
  visibilityScore: integerOf('Percent of answers that mention the product.'),
  citationRate: integerOf('Percent of answers that link to it.'),
});

const answer = rowOf({
  provider: textOf(),
  model: textOf(),
  mentioned: flagOf(),
  cited: flagOf(),
  competitors: listOf(textOf()),
  excerpt: textOf(),
  sources: listOf(textOf()),
  error: textOf(),
});

const product = rowOf({
  name: textOf(),
  domain: textOf(),
  rank: integerOf('Average position among the named products; 0 if it is never named.'),
  summary,
  shareOfVoice: listOf(
    rowOf({ name: textOf(), mentions: integerOf(), isBrand: flagOf(), share: integerOf() }),
  ),
  prompts: listOf(rowOf({ prompt: textOf(), providers: listOf(answer) })),
  paused: flagOf(),
  hasQuestions: flagOf(),
});

/** Whether answers of assistants name the site. */
export const readAiVisibility: Ability = {
  slug: 'read-ai-visibility',
  label: 'Mentions in assistants’ answers',
  description:
    'Returns the results of the last finished run of questions to assistants: how often their answers mention ' +
    'and link to what the owner tracks, which competitors they name, the result of each question, and the ' +
    'trend of the last runs. It asks no questions itself: before the first run "hasData" is false and all ' +
    'numbers are 0. Visits that came from such answers are in read-ai-traffic.',
  tier: 'read',
  input: inputOf(),
  output: outputOf({
    hasData: flagOf(),
    lastRunAt: textOf('UTC; empty before the first run.'),
    summary,
    products: listOf(product),
    trend: listOf(
      rowOf({ runId: integerOf(), at: textOf(), score: integerOf() }),
      'The last 12 runs, the oldest first.',
    ),
  }),
  async run(_, { services }) {
    const { dashboard } = await services.visibility.dashboard();
    return { ...dashboard };
  },
};

/** The subject of a limit of the numbers. */
type LimitScope = 'humans' | 'machines' | 'both';

/** Combines the numbers of people and machines that read the site, which are never added up, with all their limits. */
export function audienceOf(window: number, assistants: AiAudience, machines: MachineTotals): object {
  const { visits, prev } = assistants;
  return {
    window,
    people: {
      // Neither analytics nor search engines can be connected.
      all: emptyOf(all),
      search: emptyOf(search),
      ai: { ...assistants, change: visits - prev, hasPrev: prev > 0 },
      arrived: visits,
      whole: false,
    },
    machines,
    limits: [
      limit(
        'people-partial',
        'humans',
        'No analytics are connected: only people from assistants are counted.',
      ),
      limit('search-missing', 'humans', 'No search engine is connected: their clicks there are unknown.'),
      ...machineLimits(machines),
    ],
  };
}

function machineLimits({ enabled }: MachineTotals): readonly object[] {
  if (!enabled) return [limit('machines-off', 'machines', "Requests aren't recorded.")];
  return [
    limit(
      'machines-endpoints',
      'machines',
      'Only requests for documents for agents count, not those for pages.',
    ),
    limit('machines-live', 'machines', "Responses of a cache in front of the site aren't counted."),
    limit('machines-declared', 'machines', 'Clients count under the names that they give themselves.'),
  ];
}

function limit(key: string, scope: LimitScope, text: string): object {
  return { key, scope, text };
}
