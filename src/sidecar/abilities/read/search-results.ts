/** Abilities about search engines, which aren't connected in this version. */

import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Ability, AbilityInput } from '../ability.js';
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

/** Abilities about services that this version can't connect to: a CDN, Bing and Google. */

/** A number of days from 1 to a limit; the default for anything else. */
function daysWithin(given: unknown, most: number, otherwise: number): number {
  return typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= most
    ? given
    : otherwise;
}

const counted = integersOf('requests', 'cached', 'origin', 'blocked', 'bytes');

const conflict = rowOf({
  id: textOf(),
  level: oneOf(['warn', 'info']),
  title: textOf(),
  body: textOf(),
  url: textOf(),
});

const cdnFields = {
  zoneName: textOf(),
  connectedAt: integerOf(),
  lastPollAt: integerOf(),
  lastError: textOf(),
  lastPurgeAt: integerOf(),
  lastPurgeError: textOf(),
  totals: recordOf(counted),
  crawlers: listOf(
    rowOf({ ua: textOf(), name: textOf(), operator: textOf(), ...counted, blockedByYou: flagOf() }),
  ),
  companies: listOf(rowOf({ operator: textOf(), ...integersOf('requests', 'bytes') })),
  conflicts: listOf(conflict),
  hiddenConflicts: listOf(conflict),
  dashUrl: textOf(),
};

/** What crawlers fetched from the edge of a CDN. */
export const readEdgeTraffic: Ability = {
  slug: 'read-edge-traffic',
  label: 'Crawlers at the CDN',
  description:
    'Returns how many requests crawlers sent to the CDN of this site, and how many of them were cached or ' +
    'blocked. No CDN is connected in this version, so "connected" is false and there is no other ' +
    'data. For requests that reached the site itself, use read-request-log.',
  tier: 'read',
  input: inputOf({ days: integerOf('1 to 30; other values count as 7.', { default: 7 }) }),
  output: outputOf({ connected: flagOf(), days: integerOf(), ...cdnFields }, Object.keys(cdnFields)),
  run: async (input) => ({ connected: false, days: daysWithin(input['days'], 30, 7) }),
};

const crawled = rowOf({
  date: textOf(),
  ...integersOf('inIndex', 'crawled', 'ok', 'redirects', 'clientErrors', 'serverErrors', 'blockedByRobots'),
});

const bingFields = {
  siteUrl: textOf(),
  hasMsvalidate: flagOf(),
  connectedAt: integerOf(),
  lastPollAt: integerOf(),
  lastError: textOf(),
  lastQueryError: textOf(),
  totals: recordOf(integersOf('inIndex', 'crawledLatest', 'crawlErrors', 'blockedByRobots')),
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
  input: inputOf({ days: integerOf('1 to 90; other values count as 30.', { default: 30 }) }),
  output: outputOf({ connected: flagOf(), days: integerOf(), ...bingFields }, Object.keys(bingFields)),
  run: async (input) => ({ connected: false, days: daysWithin(input['days'], 90, 30) }),
};

/** What may keep a page out of Google. */
const PROBLEMS = ['error', 'canonical', 'unknown', 'discovered', 'crawled', 'blocked', 'other'] as const;

const row = rowOf({
  url: textOf(),
  postId: integerOf('0 for none.'),
  title: textOf(),
  reason: oneOf(['home', 'new', 'busy', 'site']),
  verdict: oneOf(['pass', 'neutral', 'fail', '']),
  state: textOf(),
  lastCrawl: integerOf(),
  robotsBlocked: flagOf(),
  noindex: flagOf(),
  fetchState: textOf(),
  inSitemap: flagOf(),
  inspectedAt: integerOf(),
});

const sitemap = rowOf({
  path: textOf(),
  pending: flagOf(),
  lastRead: textOf(),
  ...integersOf('errors', 'warnings', 'submitted'),
});

const indexOutput = outputOf(
  {
    connected: flagOf(),
    property: textOf(),
    checkedAt: integerOf(),
    lastError: textOf(),
    quotaHit: flagOf(),
    pending: integerOf(),
    watched: recordOf(integersOf('busiest', 'newest', 'promotedDaily', 'rotationDaily', 'dailyCap')),
    counts: recordOf(integersOf('checked', 'onGoogle', 'notOnGoogle', 'errors', 'canonicalDiffers')),
    site: recordOf({
      ...integersOf('totalUrls', 'checked', 'onGoogle', 'notOnGoogle', 'cycleDays'),
      healed: listOf(row),
      healedTotal: integerOf(),
      problems: listOf(row),
      problemsTotal: integerOf(),
      problemStates: recordOf(integersOf(...PROBLEMS)),
    }),
    sitemaps: recordOf({ checkedAt: integerOf(), liveUrl: textOf(), registered: listOf(sitemap) }),
    rows: listOf(row),
    lookup: recordOf({ status: oneOf(['found', 'unchecked', 'foreign']), url: textOf(), row: orNull(row) }),
  },
  ['lookup'],
);

/** Pages in the index of Google. */
export const readGoogleIndex: Ability = {
  slug: 'read-google-index',
  label: 'Pages in Google’s index',
  description:
    'Returns which pages Google has in its index and why others are missing, from stored inspections. This ' +
    'version can\'t connect to Google Search Console: "connected" is false and all lists are empty. With ' +
    '"url" it still says whether an address belongs to this site. It sends no requests to Google.',
  tier: 'read',
  input: inputOf({
    problemsState: oneOf(PROBLEMS, 'Only pages that are missing for this reason.'),
    problemsPage: integerOf('From 1, with problemsState.', { default: 1 }),
    url: textOf('Address of a page, absolute or starting with a slash.'),
  }),
  output: indexOutput,
  async run(input, { services }) {
    const { ctx } = await services.site.documents();
    return { ...(emptyOf(indexOutput) as object), ...lookUp(input, ctx.site.home) };
  },
};

/** Whose page an address is, if one was sent. */
function lookUp({ url }: AbilityInput, home: string): object {
  if (typeof url !== 'string' || url.trim() === '') return {};
  const address = isParsableUrl(url.trim(), home) ? new URL(url.trim(), home).href : url.trim();
  const status = address === home.slice(0, -1) || address.startsWith(home) ? 'unchecked' : 'foreign';
  return { lookup: { status, url: address, row: null } };
}
