import { formatUtcZ } from '../../core/dates.js';
import type { CheckScope } from './pages/scope.js';
import { checkProblem } from './pages/table.js';
import { countPopulation, type Population, shownTitle } from './score/population.js';
import { isStale, needsWork, type Verdict, type VerdictGroup, type VerdictStore } from './verdicts/store.js';

/** The buckets of the worklist: every checked page is in exactly one. */
export const FILTERS = ['fixable', 'clear', 'setAside'] as const;

type WorklistFilter = (typeof FILTERS)[number];

/** The query, unchecked. */
export interface WorklistInput {
  readonly filter?: string;
  /** From 1. */
  readonly page?: number;
  /** At most 30; by default or for 0, 20. */
  readonly per?: number;
  /** Id of a check; an unknown one matches nothing. */
  readonly issue?: string;
}

/** The inputs of the worklist. */
interface WorklistSources {
  readonly store: VerdictStore;
  readonly scope: CheckScope;
  /** Ids of excluded pages. */
  readonly aside: readonly number[];
  readonly ruleset: string | undefined;
  editUrl(page: Pick<Verdict, 'id' | 'type' | 'url'>): string | undefined;
}

/** A page of the worklist. */
interface Worklist {
  readonly items: readonly WorklistItem[];
  readonly filter: WorklistFilter;
  readonly page: number;
  readonly per: number;
  /** Pages of this bucket, after narrowing. */
  readonly total: number;
  /** Of the whole site. */
  readonly counts: Readonly<Record<WorklistFilter, number>>;
  readonly issue: string;
  readonly issueLabel: string;
  readonly grading: number;
  readonly rechecking: number;
  /** Whether there are no data about searches. */
  readonly noSearchData: boolean;
  readonly engine: string;
  /** Plural names of the types that are checked. */
  readonly types: readonly string[];
}

export interface WorklistItem {
  readonly id: number;
  readonly title: string;
  readonly postType: string;
  readonly typeLabel: string;
  readonly url: string;
  readonly editUrl: string;
  /** UTC; empty when unknown. */
  readonly modified: string;
  readonly needsWork: boolean;
  readonly issues: readonly { readonly id: string; readonly label: string }[];
  readonly points: number;
  readonly coverage: Verdict['coverage'];
  readonly search: WorklistSearch | null;
  readonly stake: number;
  readonly setAside: boolean;
  readonly stale: boolean;
  /** UTC. */
  readonly readAt: string;
}

/** The search that a page should answer. Without search data its owner has chosen it and there are no numbers. */
interface WorklistSearch {
  readonly query: string;
  readonly chosen: boolean;
  readonly engine: string;
  readonly position: number;
  readonly impressions: number;
  readonly clicks: number;
}

const DEFAULT_PER = 20;
const MAX_PER = 30;

/** Lists pages by the work they need, from stored verdicts. */
export function readWorklist(input: WorklistInput, sources: WorklistSources): Worklist {
  const { store, scope, aside, ruleset } = sources;
  const filter = FILTERS.find((one) => one === input.filter) ?? 'fixable';
  const page = Math.max(1, Math.trunc(input.page ?? 1) || 1);
  const per = Math.min(MAX_PER, Math.trunc(input.per ?? 0) > 0 ? Math.trunc(input.per ?? 0) : DEFAULT_PER);
  const issue = input.issue ?? '';
  const types = scope.checked.map(({ slug }) => slug);
  const setAside = store.byIds(aside).filter(({ type }) => types.includes(type));
  const groups = store.groups();
  const buckets = countBuckets(groups, { types, setAside });
  const all = countPopulation(groups, { types, gradeableOnly: false, aside: [], ruleset });
  const narrowed = issue === '' ? buckets : countBuckets(groups, { types, setAside, issue });
  const verdicts = store.list({
    types,
    ...bucketQuery(filter, aside),
    ...(issue !== '' && { issue }),
    offset: (page - 1) * per,
    limit: per,
  });
  const published = scope.checked.reduce((sum, type) => sum + type.count, 0);
  return {
    items: verdicts.map((verdict) => itemOf(verdict, sources)),
    filter,
    page,
    per,
    total: narrowed[filter],
    counts: buckets,
    issue,
    issueLabel: issue === '' ? '' : checkProblem(issue),
    grading: Math.max(0, published - all.pages),
    rechecking: countPopulation(groups, { types, gradeableOnly: false, aside: setAside, ruleset }).rechecking,
    noSearchData: true,
    engine: '',
    types: scope.checked.map(({ plural }) => plural),
  };
}

/** Only the numbers of the worklist, for findings. */
export function worklistTally(
  sources: Pick<WorklistSources, 'store' | 'scope' | 'aside' | 'ruleset'>,
): Pick<Population, 'flagged' | 'unanswered' | 'rechecking'> & { readonly grading: number } {
  const { store, scope, ruleset } = sources;
  const types = scope.checked.map(({ slug }) => slug);
  const [groups, aside] = [store.groups(), store.byIds(sources.aside)];
  const { pages } = countPopulation(groups, { types, gradeableOnly: false, aside: [], ruleset });
  const counted = countPopulation(groups, { types, gradeableOnly: false, aside, ruleset });
  const { flagged, unanswered, rechecking } = counted;
  const published = scope.checked.reduce((sum, type) => sum + type.count, 0);
  return { flagged, unanswered, rechecking, grading: Math.max(0, published - pages) };
}

function bucketQuery(
  filter: WorklistFilter,
  aside: readonly number[],
): { readonly needsWork?: boolean; readonly only?: readonly number[]; readonly without?: readonly number[] } {
  if (filter === 'setAside') return { only: aside };
  return { needsWork: filter === 'fixable', without: aside };
}

function countBuckets(
  groups: readonly VerdictGroup[],
  {
    types,
    setAside,
    issue,
  }: { readonly types: readonly string[]; readonly setAside: readonly Verdict[]; readonly issue?: string },
): Worklist['counts'] {
  const isMeant = ({ flags }: Pick<Verdict, 'flags'>) => issue === undefined || flags.includes(issue);
  const aside = setAside.filter(isMeant);
  const sums = { fixable: 0, clear: 0, setAside: aside.length };
  for (const group of groups) {
    if (types.includes(group.type) && isMeant(group)) sums[bucketOf(group)] += group.pages;
  }
  for (const verdict of aside) sums[bucketOf(verdict)] -= 1;
  return sums;
}

function bucketOf(verdict: Pick<Verdict, 'flags' | 'coverage'>): 'fixable' | 'clear' {
  return needsWork(verdict) ? 'fixable' : 'clear';
}

function itemOf(verdict: Verdict, { scope, aside, ruleset, editUrl }: WorklistSources): WorklistItem {
  const { id, type, url, modified, points, coverage, stake, focus } = verdict;
  return {
    id,
    title: shownTitle(verdict.title),
    postType: type,
    typeLabel: scope.checked.find(({ slug }) => slug === type)?.label ?? type,
    url,
    editUrl: editUrl(verdict) ?? '',
    modified: modified === 0 ? '' : formatUtcZ(modified),
    needsWork: needsWork(verdict),
    issues: verdict.flags.map((flag) => ({ id: flag, label: checkProblem(flag) })),
    points,
    coverage,
    search:
      focus === ''
        ? null
        : { query: focus, chosen: true, engine: '', position: 0, impressions: 0, clicks: 0 },
    stake,
    setAside: aside.includes(id),
    stale: ruleset === undefined ? verdict.contentHash === '' : isStale(verdict, ruleset),
    readAt: formatUtcZ(verdict.gradedAt),
  };
}
