import { countedTypes } from '../../../quality/readiness/counted-types.js';
import { collectFindings } from '../../../quality/readiness/findings/collect.js';
import { type FindingsReport, TIERS } from '../../../quality/readiness/findings/finding.js';
import { filterCheckScope } from '../../../quality/readiness/pages/scope.js';
import type { ReadinessRow } from '../../../quality/readiness/readiness-row.js';
import type { Ability, AbilityCall } from '../ability.js';
import { ifDeclared } from '../filtered.js';
import { inputOf, integerOf, listOf, oneOf, orNull, outputOf, recordOf, rowOf, textOf } from '../schema.js';

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

const output = outputOf({
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
  permission: 'manage',
  input: inputOf(),
  output,
  async run(_, call) {
    const report = await collect(call);
    const changed = await call.services.hooks.apply('svc_findings', { ...report });
    return ifDeclared({ output }, 'svc_findings', report, changed, call);
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
