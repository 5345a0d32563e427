import type { Hooks } from '../../../config/hooks/hooks.js';
import { shortHash } from '../../../core/hash.js';
import { STATUSES } from '../readiness-row.js';
import { isCoverageState, stakeOf, type Verdict } from '../verdicts/verdict.js';
import type { CheckRow } from './check.js';
import { ageInDays, flagsOf, judgePage, pointsOf } from './judge.js';
import type { Coverage } from './measure/coverage.js';
import type { PageMetrics } from './page-metrics.js';
import type { CheckRules } from './rules.js';

/** The site's facts about a page, in addition to those from reading it. */
export interface GradedPage {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  /** Absolute. */
  readonly url: string;
  /** Unix seconds; undefined when unknown. */
  readonly modified: number | undefined;
  /** Of title and body as readers get them. */
  readonly hash: string;
  /** Slugs of its categories. */
  readonly categories: readonly string[];
  /** Whether pages of its type have images of their own on this site. */
  readonly expectsImage: boolean;
}

/** The inputs of grading besides the page. */
export interface GradeContext {
  readonly rules: CheckRules;
  readonly hooks: Pick<Hooks, 'apply'>;
  /** Unix seconds. */
  readonly now: number;
}

/** A verdict with its rows. */
export interface Grade {
  readonly verdict: Verdict;
  readonly rows: readonly CheckRow[];
  readonly coverage: Coverage | undefined;
}

/** Grades a page that has been read, including the checks of plugins. */
export async function gradePage(
  page: GradedPage,
  checkup: PageMetrics,
  context: GradeContext,
): Promise<Grade> {
  const { rules, hooks, now } = context;
  const { id, type, title, url, modified } = page;
  const gradeable = await hooks.apply('svc_gradeable_post', isGradeable(page, checkup, rules), id);
  const facts = {
    ...checkup,
    gradeable,
    expectsImage: page.expectsImage,
    evergreen: checkup.evergreen || isEvergreen(page.categories, rules.evergreen),
    ageDays: ageInDays(modified, now),
  };
  const own = judgePage(facts).map((row) => ({ ...row }));
  const rows = readCheckRows(await hooks.apply('svc_page_checks', own, id));
  const coverage = await filterCoverage(checkup.coverage, id, hooks);
  const state = coverage?.state ?? '';
  const verdict: Verdict = {
    id,
    type,
    title,
    url,
    modified: modified ?? 0,
    flags: flagsOf(rows),
    points: pointsOf(rows) ?? 0,
    focus: checkup.focus,
    coverage: state,
    stake: stakeOf(state, 0),
    gradeable,
    ruleset: rules.ruleset,
    contentHash: contentHash(page.hash, checkup.focus),
    gradedAt: now,
    images: checkup.measures.images.keys,
  };
  return { verdict, rows, coverage };
}

/**
 * Of title, body and focus.
 * @param hash of title and body
 */
export function contentHash(hash: string, focus: string): string {
  return focus === '' ? hash : shortHash(`${hash}\u0000${focus}`);
}

function isGradeable({ type }: GradedPage, checkup: PageMetrics, { commerceTypes }: CheckRules): boolean {
  const { graded, containerOnly, measures } = checkup;
  return graded && !containerOnly && measures.words > 0 && !commerceTypes.includes(type);
}

function isEvergreen(categories: readonly string[], evergreen: CheckRules['evergreen']): boolean {
  return evergreen.length > 0 && categories.some((slug) => evergreen.some((one) => String(one) === slug));
}

/** A plugin may replace the answer to the focus search; an invalid state is ignored. */
async function filterCoverage(
  coverage: Coverage | undefined,
  id: number,
  hooks: Pick<Hooks, 'apply'>,
): Promise<Coverage | undefined> {
  if (coverage === undefined) return undefined;
  const asked = await hooks.apply('svc_coverage', { ...coverage }, id);
  const { state } = asked;
  return isCoverageState(state) ? { ...coverage, ...asked, state } : coverage;
}

/**
 * Rows of page checks after plugins: rows without an id are dropped, an unknown status is a warning unless `pass` or
 * `ok` is set, and other members are removed.
 */
export function readCheckRows(rows: readonly Readonly<Record<string, unknown>>[]): readonly CheckRow[] {
  return rows.flatMap((row) => {
    const { label, detail } = row;
    // Ids are stored in one list, separated by commas.
    const id = typeof row['id'] === 'string' ? row['id'].replaceAll(',', '-') : '';
    if (id === '') return [];
    return [
      {
        id,
        label: typeof label === 'string' && label !== '' ? label : id,
        status: statusOf(row),
        detail: typeof detail === 'string' ? detail : '',
      },
    ];
  });
}

function statusOf({ status, pass, ok }: Readonly<Record<string, unknown>>): CheckRow['status'] {
  const known = STATUSES.find((one) => one === status);
  if (known !== undefined) return known;
  if (typeof pass !== 'boolean' && typeof ok !== 'boolean') return 'warn';
  return pass === true || ok === true ? 'pass' : 'fail';
}
