import { rungOf } from '../groups.js';
import type { ReadinessRow } from '../readiness-row.js';
import type { Cited } from './cited.js';
import type { IssueGroup } from './content.js';
import { type RungKey, WEIGHTS } from './rungs.js';

/** A way to a better score. */
export interface ScoreAction {
  readonly id: string;
  readonly pillar: RungKey;
  readonly title: string;
  readonly why: string;
  readonly severity: Severity;
  readonly action: Readonly<Record<string, string>> | null;
}

export type Severity = 'fail' | 'warn' | 'content' | 'info';

const MAX_ACTIONS = 8;
const MAX_ISSUES = 2;
const RANK: Readonly<Record<Severity, number>> = { fail: 0, warn: 1, content: 2, info: 3 };

/** The actions, the most urgent first, then those with the most weight; at most eight. */
export function rankedActions(
  rows: readonly ReadinessRow[],
  issues: readonly IssueGroup[],
  cited: Cited | undefined,
): readonly ScoreAction[] {
  const all = [
    ...rows.flatMap(rowAction),
    ...issues.slice(0, MAX_ISSUES).map(issueAction),
    ...(cited === undefined ? [] : citedAction(cited)),
  ];
  // Sorting is stable: equal ones stay in the order of the report.
  return all
    .sort((a, b) => RANK[a.severity] - RANK[b.severity] || WEIGHTS[b.pillar] - WEIGHTS[a.pillar])
    .slice(0, MAX_ACTIONS);
}

function rowAction({ id, label, status, detail, fix, action }: ReadinessRow): readonly ScoreAction[] {
  if (status === 'pass') return [];
  const pillar = rungOf(id) ?? 'findable';
  return [
    { id, pillar, title: label, why: fix || detail, severity: status, action: action && { ...action } },
  ];
}

function issueAction({ id, label, countLabel, pages }: IssueGroup): ScoreAction {
  const [first] = pages;
  return {
    id: `content_${id}`,
    pillar: 'optimized',
    title: label,
    why: `${countLabel}: ${label.charAt(0).toLowerCase()}${label.slice(1)}.`,
    severity: 'content',
    action: first === undefined ? null : { label: 'Open the first page', href: first.url },
  };
}

function citedAction({ state }: Cited): readonly ScoreAction[] {
  const pillar = 'cited';
  const action = { label: 'Open citation checks', tab: 'visibility' };
  if (state === 'failed') {
    const why = 'Every check of the last run failed. Check the answer engine and its key.';
    return [
      { id: 'visibility_failing', pillar, title: 'Citation checks fail', why, severity: 'warn', action },
    ];
  }
  if (state !== 'unset' && state !== 'never') return [];
  const why = 'Ask answer engines whether they name the site.';
  return [{ id: 'measure_setup', pillar, title: 'Measure citations', why, severity: 'info', action }];
}
