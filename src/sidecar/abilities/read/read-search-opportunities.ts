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
import { ENGINES, engines, NO_ENGINES } from '../search-engines.js';

const placed = {
  impressions: integerOf(),
  clicks: integerOf(),
  ctr: numberOf('Percent.'),
  position: numberOf(),
};

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
  shown: integerOf(),
  clicks: integerOf(),
  best: numberOf(),
  worst: numberOf(),
  pages: listOf(
    rowOf({
      title: textOf(),
      url: textOf(),
      postId: integerOf(),
      editUrl: textOf(),
      clicks: integerOf(),
      impressions: integerOf(),
      position: numberOf(),
      share: numberOf('0 to 1.'),
      winner: flagOf(),
    }),
  ),
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
  permission: 'manage',
  input: inputOf({ source: oneOf(ENGINES, 'Default: the one with more data.') }),
  output: outputOf({
    state: oneOf(['ready', 'not_connected', 'collecting', 'too_thin', 'clear']),
    source: oneOf([...ENGINES, '']),
    sources: engines,
    medianCtr: orNull(numberOf()),
    ctrBar: orNull(numberOf()),
    medianRows: integerOf(),
    medianNeeds: integerOf(),
    medianReason: oneOf(['', 'thin', 'unclicked']),
    noise: recordOf({
      searches: integerOf(),
      examples: listOf(rowOf({ query: textOf(), impressions: integerOf() })),
      share: numberOf(),
    }),
    counts: recordOf({
      opportunities: integerOf(),
      almost: integerOf(),
      seen: integerOf(),
      setAside: integerOf(),
    }),
    almostThere: listOf(page),
    seenNotClicked: listOf(page),
    collisions: listOf(collision),
    collisionsTotal: integerOf(),
    outOfScope: integerOf(),
  }),
  run: async () => ({
    state: 'not_connected',
    source: '',
    sources: NO_ENGINES,
    medianCtr: null,
    ctrBar: null,
    medianRows: 0,
    medianNeeds: 0,
    medianReason: '',
    noise: { searches: 0, examples: [], share: 0 },
    counts: { opportunities: 0, almost: 0, seen: 0, setAside: 0 },
    almostThere: [],
    seenNotClicked: [],
    collisions: [],
    collisionsTotal: 0,
    outOfScope: 0,
  }),
};
