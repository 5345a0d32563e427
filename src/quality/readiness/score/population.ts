import { compareText } from '../../../core/compare.js';
import type { ReadinessRow } from '../check.js';
import type { CountedType } from '../pages/scope.js';
import { checkProblem, pageChecks, whyOf } from '../pages/table.js';
import { rungOf } from '../readiness-report.js';
import {
  groupOf,
  isStale,
  needsWork,
  type Verdict,
  type VerdictGroup,
  type VerdictStore,
} from '../verdicts/store.js';
import type { WorklistItem } from '../worklist.js';
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

/** Pages that do not pass a check. */
export interface IssueGroup {
  readonly id: string;
  readonly label: string;
  readonly why: string;
  /** All pages; `countLabel` names them by type. */
  readonly count: number;
  readonly countLabel: string;
  /** At most six, the highest stake first. */
  readonly pages: readonly IssuePage[];
}

/** A page as lists name it. `url` is where it is edited. */
type IssuePage = Pick<WorklistItem, 'id' | 'title' | 'url' | 'stale'>;

/** The inputs of listing issues. */
interface IssueContext {
  readonly store: Pick<VerdictStore, 'list'>;
  readonly types: readonly CountedType[];
  /** Ids of excluded pages. */
  readonly aside: readonly number[];
  readonly ruleset: string | undefined;
  /** Where the caller edits a page; undefined if they may not edit it. */
  editUrl(page: Verdict): string | undefined;
}

const MAX_PAGES = 6;
/** The caller may not edit some of the pages. */
const LOOK_AT = 24;

/** The worklist by issue: the most common first. */
export function issueGroups(population: Population, context: IssueContext): readonly IssueGroup[] {
  const groups: IssueGroup[] = [];
  for (const [id, byType] of population.issues) {
    const pages = pagesOf(id, context);
    if (pages.length === 0) continue;
    const count = [...byType.values()].reduce((sum, one) => sum + one, 0);
    const countLabel = labelOf(byType, context.types);
    groups.push({ id, label: checkProblem(id), why: whyOf(id), count, countLabel, pages });
  }
  return groups.sort((a, b) => b.count - a.count || orderOf(a.id) - orderOf(b.id) || compareText(a.id, b.id));
}

/** A title for lists. */
export function shownTitle(title: string): string {
  return title.trim() === '' ? '(untitled)' : title;
}

function pagesOf(issue: string, context: IssueContext): readonly IssuePage[] {
  const { store, types, aside, ruleset, editUrl } = context;
  const slugs = types.map(({ slug }) => slug);
  const query = { types: slugs, gradeable: true, issue, without: aside, offset: 0, limit: LOOK_AT };
  const verdicts = store.list(query);
  const pages = verdicts.flatMap((verdict): IssuePage[] => {
    const url = editUrl(verdict);
    if (url === undefined || url === '') return [];
    const stale = ruleset === undefined ? verdict.contentHash === '' : isStale(verdict, ruleset);
    return [{ id: verdict.id, title: shownTitle(verdict.title), url, stale }];
  });
  return pages.slice(0, MAX_PAGES);
}

/** `3 Posts, 1 Page`. */
function labelOf(byType: ReadonlyMap<string, number>, types: readonly CountedType[]): string {
  const named = types.flatMap(({ slug, label, plural }) => {
    const count = byType.get(slug);
    return count === undefined ? [] : [`${count} ${count === 1 ? label : plural}`];
  });
  if (named.length > 0) return named.join(', ');
  const count = [...byType.values()].reduce((sum, one) => sum + one, 0);
  return count === 1 ? '1 item' : `${count} items`;
}

function orderOf(id: string): number {
  const place = pageChecks.findIndex((check) => check.id === id);
  return place === -1 ? pageChecks.length : place;
}
