import type { Settings } from '../../../config/settings.js';
import { isIdentified } from '../../../site/site.js';
import type { ReadinessRow } from '../check.js';
import type { CheckScope } from '../pages/scope.js';
import { checkProblem } from '../pages/table.js';
import type { Verdict, VerdictStore } from '../verdicts/store.js';
import {
  countPopulation,
  type IssueGroup,
  issueGroups,
  type Population,
  rankedActions,
  type ScoreAction,
  shownTitle,
} from './population.js';
import {
  bandOf,
  blend,
  type CitationFacts,
  checkRungs,
  citedOf,
  citedRung,
  optimizedRung,
  type RungReport,
} from './rungs.js';

/** The score of a site, with all its parts. */
export interface ScoreReport {
  readonly score: number;
  readonly band: string;
  /** Search engines are shut out. */
  readonly blocked: boolean;
  /** Findable, readable and trusted without any open task. */
  readonly ready: boolean;
  /** Whether citations have been measured. */
  readonly measured: boolean;
  readonly rungs: readonly RungReport[];
  readonly actions: readonly ScoreAction[];
  readonly next: ScoreAction | null;
  readonly content: readonly IssueGroup[];
  /** Pages that count for the rung Optimized, and those that do not pass some check. */
  readonly graded: number;
  readonly flagged: number;
  /** Pages that pass every check and do not answer their search. */
  readonly unanswered: number;
  /** Pages that have never been read, and those whose verdict is out of date. */
  readonly grading: number;
  readonly rechecking: number;
  readonly ignored: readonly IgnoredPage[];
  readonly scope: {
    readonly graded: readonly string[];
    readonly notGraded: readonly string[];
    readonly off: boolean;
  };
  readonly cron: { readonly lastRun: number; readonly due: number; readonly overdue: boolean };
}

/** A page that its owner has excluded. `url` is where it is edited. */
type IgnoredPage = Pick<Verdict, 'id' | 'title' | 'url' | 'flags'>;

/** The inputs of the score. */
export interface ScoreSources {
  readonly rows: readonly ReadinessRow[];
  readonly store: VerdictStore;
  readonly settings: Pick<Settings, 'enable_visibility' | 'optimize_ignored'> &
    Partial<Pick<Settings, 'identity'>>;
  readonly scope: CheckScope;
  /** The current rules; undefined before the first build. */
  readonly ruleset: string | undefined;
  readonly citations: CitationFacts;
  /** Unix seconds, and the time of the last reading of pages; 0 before the first. */
  readonly now: number;
  readonly lastRun: number;
  /** Where the caller edits a page; undefined if they may not edit it. */
  editUrl(page: Pick<Verdict, 'id' | 'type' | 'url'>): string | undefined;
  /** A public page that has never been read. */
  findPage?(id: number): Pick<Verdict, 'id' | 'type' | 'url' | 'title'> | undefined;
}

/** The maximum for a site that shuts all crawlers out. */
const BLOCKED_MAX = 10;
/** Work that has waited longer than this many seconds needs attention. */
const OVERDUE = 2 * 3600;

/** Computes the score from readiness rows and stored verdicts without reading any page. */
export function scoreSite(sources: ScoreSources): ScoreReport {
  const { store, settings, scope, ruleset } = sources;
  const types = scope.off ? scope.checkable : scope.graded;
  const aside = store.byIds(settings.optimize_ignored);
  const slugs = types.map(({ slug }) => slug);
  const count = { types: slugs, aside, ruleset };
  const groups = store.groups();
  const population = countPopulation(groups, { ...count, gradeableOnly: true });
  const read = countPopulation(groups, { ...count, gradeableOnly: false, aside: [] }).pages;
  const published = types.reduce((sum, type) => sum + type.count, 0);
  const content = issueGroups(population, {
    store,
    types,
    aside: settings.optimize_ignored,
    ruleset,
    editUrl: sources.editUrl,
  });
  const grading = scope.off ? 0 : Math.max(0, published - read);
  const rechecking = scope.off ? 0 : population.rechecking;
  const due = grading + rechecking;
  return {
    ...headOf(sources, population, content),
    content,
    graded: population.pages,
    flagged: population.flagged,
    unanswered: population.unanswered,
    grading,
    rechecking,
    ignored: ignoredPages(sources, aside),
    scope: scopeOf(scope),
    cron: { lastRun: sources.lastRun, due, overdue: due > 0 && sources.now - sources.lastRun > OVERDUE },
  };
}

type Head = Pick<
  ScoreReport,
  'score' | 'band' | 'blocked' | 'ready' | 'measured' | 'rungs' | 'actions' | 'next'
>;

/** The numbers and the actions. */
function headOf(
  { rows, settings, citations, now }: ScoreSources,
  population: Population,
  content: readonly IssueGroup[],
): Head {
  const cited = settings.enable_visibility ? citedOf(citations, now) : undefined;
  const checks = checkRungs(rows);
  const rungs = [...checks, optimizedRung(population), ...(cited === undefined ? [] : [citedRung(cited)])];
  const blocked = rows.some(({ id, status }) => id === 'public' && status === 'fail');
  const blended = blend(rungs);
  const actions = rankedActions(rows, content, cited);
  return {
    score: blocked ? Math.min(blended, BLOCKED_MAX) : blended,
    band: bandOf(blocked ? 0 : blended, canExcel(settings, population)),
    blocked,
    ready: !blocked && checks.every(({ score }) => score === 100),
    measured: (cited?.score ?? null) !== null,
    rungs,
    actions,
    next: actions[0] ?? null,
  };
}

/** Not while no page passes every check, nor while nothing says who is behind the site. */
function canExcel({ identity }: ScoreSources['settings'], { pages, flagged }: Population): boolean {
  return (pages === 0 || flagged < pages) && (identity === undefined || isIdentified(identity));
}

/** In stored order; ids that aren't public pages of the caller's are left out. */
function ignoredPages(sources: ScoreSources, aside: readonly Verdict[]): readonly IgnoredPage[] {
  const byId = new Map(aside.map((verdict) => [verdict.id, verdict]));
  return sources.settings.optimize_ignored.flatMap((id): IgnoredPage[] => {
    const verdict = byId.get(id);
    const page = verdict ?? sources.findPage?.(id);
    const url = page && sources.editUrl(page);
    if (page === undefined || url === undefined || url === '') return [];
    return [{ id, title: shownTitle(page.title), url, flags: (verdict?.flags ?? []).map(checkProblem) }];
  });
}

function scopeOf({ checkable, graded, off }: CheckScope): ScoreReport['scope'] {
  const isGraded = (slug: string) => graded.some((type) => type.slug === slug);
  return {
    graded: off ? [] : graded.map(({ plural }) => plural),
    notGraded: checkable.filter(({ slug }) => off || !isGraded(slug)).map(({ plural }) => plural),
    off,
  };
}
