import { isParsableUrl } from '../../../core/parsable-url.js';
import type { Ability, AbilityInput } from '../ability.js';
import {
  flagOf,
  inputOf,
  integerOf,
  listOf,
  oneOf,
  orNull,
  outputOf,
  recordOf,
  rowOf,
  textOf,
} from '../schema.js';

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
  errors: integerOf(),
  warnings: integerOf(),
  submitted: integerOf(),
});

/** Nothing has been asked. */
const NOTHING = {
  connected: false,
  property: '',
  checkedAt: 0,
  lastError: '',
  quotaHit: false,
  pending: 0,
  watched: { busiest: 0, newest: 0, promotedDaily: 0, rotationDaily: 0, dailyCap: 0 },
  counts: { checked: 0, onGoogle: 0, notOnGoogle: 0, errors: 0, canonicalDiffers: 0 },
  site: {
    totalUrls: 0,
    checked: 0,
    onGoogle: 0,
    notOnGoogle: 0,
    cycleDays: 0,
    healed: [],
    healedTotal: 0,
    problems: [],
    problemsTotal: 0,
    problemStates: Object.fromEntries(PROBLEMS.map((state) => [state, 0])),
  },
  sitemaps: { checkedAt: 0, liveUrl: '', registered: [] },
  rows: [],
};

/** Pages in the index of Google. */
export const readGoogleIndex: Ability = {
  slug: 'read-google-index',
  label: 'Pages in Google’s index',
  description:
    'Returns which pages Google has in its index and why others are missing, from stored inspections. This ' +
    'version can\'t connect to Google Search Console: "connected" is false and all lists are empty. With ' +
    '"url" it still says whether an address belongs to this site. It sends no requests to Google.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({
    problemsState: oneOf(PROBLEMS, 'Only pages that are missing for this reason.'),
    problemsPage: integerOf('From 1, with problemsState.', { default: 1 }),
    url: textOf('Address of a page, absolute or starting with a slash.'),
  }),
  output: outputOf(
    {
      connected: flagOf(),
      property: textOf(),
      checkedAt: integerOf(),
      lastError: textOf(),
      quotaHit: flagOf(),
      pending: integerOf(),
      watched: numbers('busiest', 'newest', 'promotedDaily', 'rotationDaily', 'dailyCap'),
      counts: numbers('checked', 'onGoogle', 'notOnGoogle', 'errors', 'canonicalDiffers'),
      site: recordOf({
        totalUrls: integerOf(),
        checked: integerOf(),
        onGoogle: integerOf(),
        notOnGoogle: integerOf(),
        cycleDays: integerOf(),
        healed: listOf(row),
        healedTotal: integerOf(),
        problems: listOf(row),
        problemsTotal: integerOf(),
        problemStates: numbers(...PROBLEMS),
      }),
      sitemaps: recordOf({ checkedAt: integerOf(), liveUrl: textOf(), registered: listOf(sitemap) }),
      rows: listOf(row),
      lookup: recordOf({ status: oneOf(['found', 'unchecked', 'foreign']), url: textOf(), row: orNull(row) }),
    },
    ['lookup'],
  ),
  async run(input, { services }) {
    const { ctx } = await services.site.documents();
    return { ...NOTHING, ...lookUp(input, ctx.site.home) };
  },
};

/** Whose page an address is, if one was sent. */
function lookUp({ url }: AbilityInput, home: string): object {
  if (typeof url !== 'string' || url.trim() === '') return {};
  const address = isParsableUrl(url.trim(), home) ? new URL(url.trim(), home).href : url.trim();
  const status = address === home.slice(0, -1) || address.startsWith(home) ? 'unchecked' : 'foreign';
  return { lookup: { status, url: address, row: null } };
}

function numbers(...names: readonly string[]) {
  return recordOf(Object.fromEntries(names.map((name) => [name, integerOf()])));
}
