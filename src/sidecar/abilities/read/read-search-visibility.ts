import type { Ability } from '../ability.js';
import { daysWithin } from '../days.js';
import { flagOf, inputOf, integerOf, listOf, oneOf, outputOf, recordOf, rowOf, textOf } from '../schema.js';

const totals = {
  inIndex: integerOf(),
  crawledLatest: integerOf(),
  crawlErrors: integerOf(),
  blockedByRobots: integerOf(),
};

const crawled = rowOf({
  date: textOf(),
  inIndex: integerOf(),
  crawled: integerOf(),
  ok: integerOf(),
  redirects: integerOf(),
  clientErrors: integerOf(),
  serverErrors: integerOf(),
  blockedByRobots: integerOf(),
});

const optional = {
  siteUrl: textOf(),
  hasMsvalidate: flagOf(),
  connectedAt: integerOf(),
  lastPollAt: integerOf(),
  lastError: textOf(),
  lastQueryError: textOf(),
  totals: recordOf(totals),
  trend: listOf(crawled),
  conflicts: listOf(
    rowOf({ id: textOf(), level: oneOf(['warn', 'info']), title: textOf(), body: textOf(), url: textOf() }),
  ),
  feeds: listOf(rowOf({ url: textOf(), lastReadAt: textOf(), urls: integerOf() })),
  feedsAt: integerOf(),
  indexnow: recordOf({ enabled: flagOf(), lastAt: integerOf(), lastError: textOf(), lastUrls: integerOf() }),
};

/** The site in the index of Bing. */
export const readSearchVisibility: Ability = {
  slug: 'read-search-visibility',
  label: 'The site in Bing’s index',
  description:
    'Returns, by day, how many pages Bing has in its index, how many it crawled, and its crawl errors. Bing ' +
    'Webmaster Tools isn\'t connected in this version, so "connected" is false and there is no other data. This ' +
    "doesn't mean that the site is missing from the index.",
  tier: 'read',
  permission: 'manage',
  input: inputOf({ days: integerOf('1 to 90; other values count as 30.', { default: 30 }) }),
  output: outputOf({ connected: flagOf(), days: integerOf(), ...optional }, Object.keys(optional)),
  run: async (input) => ({ connected: false, days: daysWithin(input['days'], 90, 30) }),
};
