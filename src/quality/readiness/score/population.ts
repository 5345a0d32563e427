import type { ReadinessRow } from '../check.js';
import { rungOf } from '../groups.js';
import { groupOf } from '../verdicts/store.js';
import { needsWork, type Verdict, type VerdictGroup } from '../verdicts/verdict.js';
import type { IssueGroup } from './content.js';
import { type Cited, type RungKey, WEIGHTS } from './rungs.js';

/** The counts of a set of pages. */
export interface Population {
  readonly pages: number;
  /** Sum of the points of all pages. */
  readonly points: number;
  /** Pages that do not pass some check. */
  readonly flagged: number;
  /** Pages that pass every check and do not answer their search. */
  readonly unanswered: number;
  /** Pages whose verdict is out of date. */
  readonly rechecking: number;
  /** Pages by check that they do not pass, and by type. */
  readonly issues: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** A filter for pages. */
interface PopulationOptions {
  readonly types: readonly string[];
  /** Pages that are meant to be quoted, or all. */
  readonly gradeableOnly: boolean;
  /** Verdicts of excluded pages. */
  readonly aside: readonly Verdict[];
  /** The current rules; undefined where they are unknown, and only changed pages are out of date. */
  readonly ruleset: string | undefined;
}

/** Counts pages by their groups, so that the time does not depend on the number of pages. */
export function countPopulation(groups: readonly VerdictGroup[], options: PopulationOptions): Population {
  const counter = new Counter(options);
  for (const group of groups) counter.add(group, 1);
  for (const verdict of options.aside) counter.add(groupOf(verdict), -1);
  return counter.result();
}

class Counter {
  readonly #issues = new Map<string, Map<string, number>>();
  readonly #sums = { pages: 0, points: 0, flagged: 0, unanswered: 0, rechecking: 0 };

  constructor(private readonly options: PopulationOptions) {}

  /** @param sign -1 subtracts pages */
  add(group: VerdictGroup, sign: 1 | -1): void {
    const { types, gradeableOnly, ruleset } = this.options;
    if (!types.includes(group.type) || (gradeableOnly && !group.gradeable)) return;
    const pages = sign * group.pages;
    const isStale = !group.isCurrent || (ruleset !== undefined && group.ruleset !== ruleset);
    this.#sums.pages += pages;
    this.#sums.points += sign * group.points;
    if (group.flags.length > 0) this.#sums.flagged += pages;
    else if (needsWork(group)) this.#sums.unanswered += pages;
    if (isStale) this.#sums.rechecking += pages;
    for (const flag of group.flags) this.#addIssue(flag, group.type, pages);
  }

  result(): Population {
    const issues = [...this.#issues].map(([flag, byType]): [string, ReadonlyMap<string, number>] => [
      flag,
      new Map([...byType].filter(([, pages]) => pages > 0)),
    ]);
    return { ...this.#sums, issues: new Map(issues.filter(([, byType]) => byType.size > 0)) };
  }

  #addIssue(flag: string, type: string, pages: number): void {
    const byType = this.#issues.get(flag) ?? new Map<string, number>();
    byType.set(type, (byType.get(type) ?? 0) + pages);
    this.#issues.set(flag, byType);
  }
}

/** A way to a better score. */
export interface ScoreAction {
  readonly id: string;
  readonly pillar: RungKey;
  readonly title: string;
  readonly why: string;
  readonly severity: Severity;
  readonly action: Readonly<Record<string, string>> | null;
}

type Severity = 'fail' | 'warn' | 'content' | 'info';

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
