import type { CheckRow, PageFacts } from './check.js';
import { pageChecks } from './table.js';

/** Rows by status. */
export interface Tally {
  readonly pass: number;
  readonly warn: number;
  readonly fail: number;
}

/** The rows of a page, in the order of the table; a check that does not apply has none. */
export function judgePage(facts: PageFacts): readonly CheckRow[] {
  return pageChecks.flatMap((check) => {
    const finding = check.run(facts);
    return finding === undefined ? [] : [{ id: check.id, label: check.label, ...finding }];
  });
}

/** How many rows pass, warn and fail. */
export function tallyOf(rows: readonly Pick<CheckRow, 'status'>[]): Tally {
  const count = (status: CheckRow['status']) => rows.filter((row) => row.status === status).length;
  return { pass: count('pass'), warn: count('warn'), fail: count('fail') };
}

/**
 * The score of a list of rows: 1 for a pass, 0.5 for a warning, 0 for a failure, as a percentage of the
 * maximum.
 * @returns a whole number from 0 to 100; undefined for no rows
 */
export function pointsOf(rows: readonly Pick<CheckRow, 'status'>[]): number | undefined {
  if (rows.length === 0) return undefined;
  const { pass, warn } = tallyOf(rows);
  // In whole numbers, so that half of a percentage point is never lost to rounding.
  return Math.round(((2 * pass + warn) * 50) / rows.length);
}

/** The checks that a page does not pass, each once. */
export function flagsOf(rows: readonly Pick<CheckRow, 'id' | 'status'>[]): readonly string[] {
  return [...new Set(rows.filter(({ status }) => status !== 'pass').map(({ id }) => id))];
}

/** Whole days between two Unix times; 0 when the first is unknown or in the future. */
export function ageInDays(modified: number | undefined, now: number): number {
  return modified === undefined ? 0 : Math.max(0, Math.floor((now - modified) / 86_400));
}
