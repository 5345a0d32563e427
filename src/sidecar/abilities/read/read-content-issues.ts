import { countedTypes } from '../../../quality/readiness/counted-types.js';
import { filterCheckScope } from '../../../quality/readiness/pages/scope.js';
import { FILTERS, readWorklist, type WorklistInput } from '../../../quality/readiness/worklist.js';
import type { Ability } from '../ability.js';
import { ifDeclared } from '../filtered.js';
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
import type { AbilityServices } from '../services.js';

const search = rowOf(
  {
    query: textOf(),
    chosen: flagOf('Chosen by the owner.'),
    engine: textOf(),
    position: numberOf(),
    impressions: integerOf(),
    clicks: integerOf(),
  },
  'The search that the page should answer.',
);

const item = rowOf({
  id: integerOf('For every ability that takes post_id.'),
  title: textOf(),
  postType: textOf(),
  typeLabel: textOf(),
  url: textOf(),
  editUrl: textOf(),
  modified: textOf('UTC; empty if unknown.'),
  needsWork: flagOf(),
  issues: listOf(rowOf({ id: textOf(), label: textOf() }), 'The checks that the page fails.'),
  points: integerOf('0 to 100.'),
  coverage: oneOf(
    ['answered', 'scattered', 'barely', 'missing', ''],
    'How well it answers its search; empty if it has none.',
  ),
  search: orNull(search),
  stake: integerOf('The possible gain.'),
  setAside: flagOf(),
  stale: flagOf('The page or the rules have changed since the check.'),
  readAt: textOf('UTC.'),
});

const output = outputOf({
  items: listOf(item),
  filter: oneOf(FILTERS),
  page: integerOf(),
  per: integerOf(),
  total: integerOf('Number of matching pages.'),
  counts: recordOf(
    { fixable: integerOf(), clear: integerOf(), setAside: integerOf() },
    'For the whole site.',
  ),
  issue: textOf(),
  issueLabel: textOf(),
  grading: integerOf('Pages that have never been checked.'),
  rechecking: integerOf('Pages that have changed since their check.'),
  noSearchData: flagOf('There is no data about searches.'),
  engine: textOf(),
  types: listOf(textOf(), 'Content types that are checked.'),
});

/** The worklist: pages by the work they need. */
export const readContentIssues: Ability = {
  slug: 'read-content-issues',
  label: 'Pages that need work',
  description:
    'Returns public pages with the results of their content checks, the most valuable first: the list to work ' +
    'through to improve pages. "filter" selects pages to fix, pages without problems, or pages that the owner ' +
    'has set aside; "issue" narrows to one check, for example alt_text. It returns stored results and marks ' +
    'outdated ones; to check one page as it is now, use check-page. If "issues" is empty and "coverage" is ' +
    'not "answered", the words of the page don\'t answer the search that it was written for.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({
    filter: oneOf(FILTERS, 'Which pages.', { default: 'fixable' }),
    page: integerOf('From 1.', { default: 1 }),
    per: integerOf('Pages in one answer, at most 30.', { default: 20 }),
    issue: textOf('Id of a check. An unknown id matches nothing.'),
  }),
  output,
  async run(input, call) {
    const { services } = call;
    const list = await readWorklist(input as WorklistInput, await worklistSources(services));
    const items = await services.hooks.apply(
      'svc_worklist',
      list.items.map((one) => ({ ...one })),
    );
    return ifDeclared({ output }, 'svc_worklist', list, { ...list, items }, call);
  },
};

/** What worklist and findings are made from at this moment. */
export async function worklistSources({ site, hooks, verdicts, built }: AbilityServices) {
  const { ctx } = await site.documents();
  return {
    store: verdicts,
    scope: await filterCheckScope(hooks, ctx.settings, countedTypes(ctx)),
    aside: ctx.settings.optimize_ignored,
    ruleset: built()?.ruleset,
    // Files are edited where they are, exports in their CMS: what we can lead to is the page itself.
    editUrl: ({ url }: { readonly url: string }) => url,
  };
}
