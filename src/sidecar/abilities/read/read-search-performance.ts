import type { Ability } from '../ability.js';
import {
  flagOf,
  inputOf,
  integerOf,
  listOf,
  numberOf,
  oneOf,
  outputOf,
  recordOf,
  rowOf,
  textOf,
} from '../schema.js';
import { ENGINES, engines, NO_ENGINES } from '../search-engines.js';

const traffic = { impressions: integerOf(), clicks: integerOf() };
const placed = { ...traffic, ctr: numberOf('Percent.'), position: numberOf() };
const NONE = { impressions: 0, clicks: 0 };

/** Searches that the site was shown for. */
export const readSearchPerformance: Ability = {
  slug: 'read-search-performance',
  label: 'Searches that show the site',
  description:
    'Returns the searches in Google and Bing that showed this site, and the pages shown, with clicks and ' +
    'positions. Neither search engine is connected in this version, so "source" is empty and every number is 0. ' +
    'This means that there is no data, not that there were no searches.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({ source: oneOf(ENGINES, 'Default: the one with more data.') }),
  output: outputOf({
    source: oneOf([...ENGINES, '']),
    range: recordOf({ start: textOf(), end: textOf() }),
    sources: engines,
    totals: recordOf({ ...placed, probeShare: numberOf('Percent.') }),
    counts: recordOf({ queries: integerOf(), pages: integerOf() }),
    topQueries: listOf(rowOf({ query: textOf(), isProbe: flagOf(), ...placed })),
    topPages: listOf(rowOf({ title: textOf(), url: textOf(), postId: integerOf(), ...placed })),
    daily: listOf(rowOf({ date: textOf(), ...traffic })),
    weekly: recordOf({ ready: flagOf(), thisWeek: recordOf(traffic), lastWeek: recordOf(traffic) }),
    updatedAt: integerOf(),
    discover: recordOf(traffic),
  }),
  run: async () => ({
    source: '',
    range: { start: '', end: '' },
    sources: NO_ENGINES,
    totals: { ...NONE, ctr: 0, position: 0, probeShare: 0 },
    counts: { queries: 0, pages: 0 },
    topQueries: [],
    topPages: [],
    daily: [],
    weekly: { ready: false, thisWeek: NONE, lastWeek: NONE },
    updatedAt: 0,
    discover: NONE,
  }),
};
