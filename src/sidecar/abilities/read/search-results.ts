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

/** Search engines that tell site owners about searches. */
const ENGINES = ['google', 'bing'] as const;

const engine = recordOf({
  connected: flagOf(),
  hasData: flagOf(),
  lastError: textOf(),
  ...integersOf('pageCap', 'dropped'),
});

/** What is known of each. */
const engines = recordOf({ google: engine, bing: engine });

const traffic = integersOf('impressions', 'clicks');
const placed = { ...traffic, ctr: numberOf('Percent.'), position: numberOf() };

const page = rowOf({
  title: textOf(),
  url: textOf(),
  postId: integerOf(),
  ...placed,
  searches: integerOf(),
  wholePage: flagOf(),
  queries: listOf(rowOf({ query: textOf(), ...placed })),
});

const collision = rowOf({
  query: textOf(),
  ...integersOf('shown', 'clicks'),
  best: numberOf(),
  worst: numberOf(),
  pages: listOf(
    rowOf({
      title: textOf(),
      url: textOf(),
      postId: integerOf(),
      editUrl: textOf(),
      ...integersOf('clicks', 'impressions'),
      position: numberOf(),
      share: numberOf('0 to 1.'),
      winner: flagOf(),
    }),
  ),
});

const opportunitiesOutput = outputOf({
  state: oneOf(['ready', 'not_connected', 'collecting', 'too_thin', 'clear']),
  source: oneOf([...ENGINES, '']),
  sources: engines,
  medianCtr: orNull(numberOf()),
  ctrBar: orNull(numberOf()),
  ...integersOf('medianRows', 'medianNeeds'),
  medianReason: oneOf(['', 'thin', 'unclicked']),
  noise: recordOf({
    searches: integerOf(),
    examples: listOf(rowOf({ query: textOf(), impressions: integerOf() })),
    share: numberOf(),
  }),
  counts: recordOf(integersOf('opportunities', 'almost', 'seen', 'setAside')),
  almostThere: listOf(page),
  seenNotClicked: listOf(page),
  collisions: listOf(collision),
  ...integersOf('collisionsTotal', 'outOfScope'),
});

/** Pages that rank just below the first results. */
export const readSearchOpportunities: Ability = {
  slug: 'read-search-opportunities',
  label: 'Pages that are nearly found',
  description:
    'Returns pages that rank just below the first page of results, pages that are shown but rarely clicked, ' +
    'and searches for which several pages of this site compete. It needs a search engine’s report, and this ' +
    'version can\'t connect to one: "state" is not_connected and all lists are empty. For work that needs no ' +
    'such report, use read-content-issues.',
  tier: 'read',
  input: inputOf({ source: oneOf(ENGINES, 'Default: the one with more data.') }),
  output: opportunitiesOutput,
  run: async () => ({ ...(emptyOf(opportunitiesOutput) as object), state: 'not_connected' }),
};

const performanceOutput = outputOf({
  source: oneOf([...ENGINES, '']),
  range: recordOf({ start: textOf(), end: textOf() }),
  sources: engines,
  totals: recordOf({ ...placed, probeShare: numberOf('Percent.') }),
  counts: recordOf(integersOf('queries', 'pages')),
  topQueries: listOf(rowOf({ query: textOf(), isProbe: flagOf(), ...placed })),
  topPages: listOf(rowOf({ title: textOf(), url: textOf(), postId: integerOf(), ...placed })),
  daily: listOf(rowOf({ date: textOf(), ...traffic })),
  weekly: recordOf({ ready: flagOf(), thisWeek: recordOf(traffic), lastWeek: recordOf(traffic) }),
  updatedAt: integerOf(),
  discover: recordOf(traffic),
});

/** Searches that the site was shown for. */
export const readSearchPerformance: Ability = {
  slug: 'read-search-performance',
  label: 'Searches that show the site',
  description:
    'Returns the searches in Google and Bing that showed this site, and the pages shown, with clicks and ' +
    'positions. Neither search engine is connected in this version, so "source" is empty and every number is 0. ' +
    'This means that there is no data, not that there were no searches.',
  tier: 'read',
  input: inputOf({ source: oneOf(ENGINES, 'Default: the one with more data.') }),
  output: performanceOutput,
  run: async () => emptyOf(performanceOutput) as object,
};
