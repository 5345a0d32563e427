import { countedTypes } from '../../../quality/readiness/counted-types.js';
import { collectFindings } from '../../../quality/readiness/findings/collect.js';
import { type FindingsReport, TIERS } from '../../../quality/readiness/findings/finding.js';
import { askCheckScope } from '../../../quality/readiness/pages/scope.js';
import type { ReadinessRow } from '../../../quality/readiness/readiness-row.js';
import type { Ability, AbilityCall } from '../ability.js';
import { ifDeclared } from '../filtered.js';
import { inputOf, integerOf, listOf, oneOf, orNull, outputOf, recordOf, rowOf, textOf } from '../schema.js';

const texts = listOf(textOf());

const finding = rowOf({
  id: textOf(),
  tier: oneOf(TIERS),
  weight: integerOf('The greater, the more it matters.'),
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
  check: textOf('Id of the readiness check, of rows with the id config_gap.'),
});

const output = outputOf({
  findings: listOf(
    finding,
    'What wants to be dealt with, what matters most first; at most 12, and those that wait.',
  ),
  resolved: orNull(
    recordOf({ id: textOf(), title: textOf(), evidence: texts, at: integerOf() }, 'What has become better.'),
  ),
  clear: listOf(textOf(), 'What is in order.'),
  failed: listOf(textOf(), 'What could not be looked at.'),
  counts: recordOf({ urgent: integerOf(), worth: integerOf(), later: integerOf(), waiting: integerOf() }),
  hidden: listOf(finding, 'What the owner has put away.'),
});

/**
 * What the owner should know, in order of weight.
 * @see reference/abilities-and-oauth.md section 5.2
 */
export const readFindings: Ability = {
  slug: 'read-findings',
  label: 'What to do next',
  description:
    'Returns the short list of what the owner of this site should deal with, in order of weight, each with the reason ' +
    'and the evidence: gaps of the setup, pages that need work, measurements that were never made. Use it to answer ' +
    '"what should I do next?". It brings together what read-readiness and read-content-issues tell in full and looks ' +
    'at nothing else. Findings in "hidden" were put away by the owner: do not press them.',
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
    scope: () => askCheckScope(hooks, ctx.settings, countedTypes(ctx)),
    isMeasured: async () =>
      ((await grading.score(await askRows())) as { readonly measured: boolean }).measured,
  };
  return collectFindings(facts, {
    dismissed: ctx.settings.findings_dismissed,
    onFailed: (source, error) => services.logError(error, `findings of ${source}`),
  });
}
