import { countedTypes } from '../../../quality/readiness/counted-types.js';
import { askCheckScope } from '../../../quality/readiness/pages/scope.js';
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
    chosen: flagOf('Its owner has chosen it.'),
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
  modified: textOf('UTC; empty when unknown.'),
  needsWork: flagOf(),
  issues: listOf(rowOf({ id: textOf(), label: textOf() }), 'Every check that the page does not pass.'),
  points: integerOf('0 to 100.'),
  coverage: oneOf(
    ['answered', 'scattered', 'barely', 'missing', ''],
    'How well it answers its search; empty without one.',
  ),
  search: orNull(search),
  stake: integerOf('What there is to win.'),
  setAside: flagOf(),
  stale: flagOf('The page or the rules have changed since it was read.'),
  readAt: textOf('UTC.'),
});

const output = outputOf({
  items: listOf(item),
  filter: oneOf(FILTERS),
  page: integerOf(),
  per: integerOf(),
  total: integerOf('Pages of this kind, after narrowing.'),
  counts: recordOf({ fixable: integerOf(), clear: integerOf(), setAside: integerOf() }, 'Of the whole site.'),
  issue: textOf(),
  issueLabel: textOf(),
  grading: integerOf('Pages that have never been read.'),
  rechecking: integerOf('Pages that have changed since they were read.'),
  noSearchData: flagOf('Nothing is known of the searches that people made.'),
  engine: textOf(),
  types: listOf(textOf(), 'Content types that are checked.'),
});

/**
 * The worklist: pages by what there is to do on them.
 * @see reference/abilities-and-oauth.md section 5.13
 */
export const readContentIssues: Ability = {
  slug: 'read-content-issues',
  label: 'Pages that need work',
  description:
    'Returns public pages with what the content checks found on each, those worth most first: the list to work ' +
    'through to improve pages. "filter" chooses pages to fix, pages without problems, or pages that the ' +
    'owner has set aside; "issue" narrows to one check, for example alt_text. It repeats stored verdicts and marks ' +
    'those that are out of date; to judge one page as it is now use check-page. An empty list of issues with coverage ' +
    'other than "answered" means that the words of the page do not answer the search it was written for.',
  tier: 'read',
  permission: 'manage',
  input: inputOf({
    filter: oneOf(FILTERS, 'Which pages.', { default: 'fixable' }),
    page: integerOf('From 1.', { default: 1 }),
    per: integerOf('Pages in one answer, at most 30.', { default: 20 }),
    issue: textOf('Id of one check. An unknown one matches nothing.'),
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
    scope: await askCheckScope(hooks, ctx.settings, countedTypes(ctx)),
    aside: ctx.settings.optimize_ignored,
    ruleset: built()?.ruleset,
    // Files are edited where they are, exports in their CMS: what we can lead to is the page itself.
    editUrl: ({ url }: { readonly url: string }) => url,
  };
}
