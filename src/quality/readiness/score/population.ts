import { groupOf } from '../verdicts/memory.js';
import type { VerdictGroup } from '../verdicts/port.js';
import { needsWork, type Verdict } from '../verdicts/verdict.js';

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
export interface PopulationOptions {
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
