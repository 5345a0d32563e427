import { compareText } from '../../../core/compare.js';
import type { CountedType } from '../pages/scope.js';
import { pageChecks, problemOf, whyOf } from '../pages/table.js';
import type { VerdictStore } from '../verdicts/store.js';
import { isStale, type Verdict } from '../verdicts/verdict.js';
import type { WorklistItem } from '../worklist.js';
import type { Population } from './population.js';

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
export type IssuePage = Pick<WorklistItem, 'id' | 'title' | 'url' | 'stale'>;

/** The inputs of listing issues. */
export interface IssueContext {
  readonly store: Pick<VerdictStore, 'list'>;
  readonly types: readonly CountedType[];
  /** Ids of excluded pages. */
  readonly aside: readonly number[];
  readonly ruleset: string | undefined;
  /** Where the caller edits a page; undefined for one that they may not edit. */
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
    groups.push({ id, label: problemOf(id), why: whyOf(id), count, countLabel, pages });
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
