import type { ReadinessRow } from '../../../quality/readiness/check.js';
import { countedTypes } from '../../../quality/readiness/facts.js';
import { collectFindings, type FindingsReport, TIERS } from '../../../quality/readiness/findings/collect.js';
import { filterCheckScope } from '../../../quality/readiness/pages/scope.js';
import { FILTERS, readWorklist, type WorklistInput } from '../../../quality/readiness/worklist.js';
import type { Ability, AbilityCall } from '../ability.js';
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
import { outputProblem } from '../validate.js';

const texts = listOf(textOf());

const finding = rowOf({
  id: textOf(),
  tier: oneOf(TIERS),
  weight: integerOf('A higher number is more important.'),
  title: textOf(),
  why: textOf(),
  points: texts,
  evidence: texts,
  action: orNull(
    rowOf({
      label: textOf(),
      tab: textOf(),
      view: textOf(),
      anchor: textOf(),
      url: textOf(),
      pages: listOf(integerOf()),
      open: textOf(),
    }),
  ),
  check: textOf('Id of the readiness check, if the id of the finding is config_gap.'),
});

const findingsOutput = outputOf({
  findings: listOf(finding, 'What to do, the most important first; at most 12, and those that wait.'),
  resolved: orNull(
    recordOf({ id: textOf(), title: textOf(), evidence: texts, at: integerOf() }, 'What has improved.'),
  ),
  clear: listOf(textOf(), 'What is in order.'),
  failed: listOf(textOf(), "What couldn't be checked."),
  counts: recordOf({ urgent: integerOf(), worth: integerOf(), later: integerOf(), waiting: integerOf() }),
  hidden: listOf(finding, 'Findings that the owner has dismissed.'),
});

/** Findings for the owner, the most important first. */
export const readFindings: Ability = {
  slug: 'read-findings',
  label: 'What to do next',
  description:
    'Returns a short list of what the owner of this site should do, the most important first, each with ' +
    'reason and evidence: gaps in the setup, pages that need work, measurements that were never made. Use it ' +
    'to answer "what should I do next?". It summarises read-readiness and read-content-issues, which have the ' +
    'details. The owner has dismissed the findings in "hidden": don\'t insist on them.',
  tier: 'read',
  input: inputOf(),
  output: findingsOutput,
  async run(_, call) {
    const report = await collect(call);
    const changed = await call.services.hooks.apply('svc_findings', { ...report });
    return ifDeclared({ output: findingsOutput }, 'svc_findings', report, changed, call);
  },
};

async function collect({ services }: AbilityCall): Promise<FindingsReport> {
  const { grading, hooks, site, verdicts } = services;
  const { ctx } = await site.documents();
  let rows: Promise<readonly ReadinessRow[]> | undefined;
  const askRows = () => {
    rows ??= grading.readiness();
    return rows;
  };
  const facts = {
    settings: ctx.settings,
    ruleset: services.built()?.ruleset,
    verdicts,
    rows: askRows,
    scope: () => filterCheckScope(hooks, ctx.settings, countedTypes(ctx)),
    isMeasured: async () =>
      ((await grading.score(await askRows())) as { readonly measured: boolean }).measured,
  };
  return collectFindings(facts, {
    dismissed: ctx.settings.findings_dismissed,
    onFailed: (source, error) => services.logError(error, `findings of ${source}`),
  });
}

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

const issuesOutput = outputOf({
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
  input: inputOf({
    filter: oneOf(FILTERS, 'Which pages.', { default: 'fixable' }),
    page: integerOf('From 1.', { default: 1 }),
    per: integerOf('Pages in one answer, at most 30.', { default: 20 }),
    issue: textOf('Id of a check. An unknown id matches nothing.'),
  }),
  output: issuesOutput,
  async run(input, call) {
    const { services } = call;
    const list = readWorklist(input as WorklistInput, await worklistSources(services));
    const items = await services.hooks.apply(
      'svc_worklist',
      list.items.map((one) => ({ ...one })),
    );
    return ifDeclared({ output: issuesOutput }, 'svc_worklist', list, { ...list, items }, call);
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

/**
 * Returns the answer as plugins changed it, or the original if theirs doesn't match the schema of the ability.
 * @param hook name of the filter, for the log
 */
function ifDeclared<T extends object>(
  { output }: Pick<Ability, 'output'>,
  hook: string,
  answer: T,
  changed: object,
  { services }: AbilityCall,
): object {
  const problem = outputProblem({ output }, changed);
  if (problem === undefined) return changed;
  services.logError(new Error(`the result of ${hook} is ignored: ${problem}`), hook);
  return answer;
}
