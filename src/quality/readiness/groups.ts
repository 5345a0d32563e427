import { type ReadinessRow, RUNGS, type Rung, type Status } from './check.js';
import { readinessChecks } from './checks/table.js';

/** Rows as they are shown together. */
export interface RowGroup {
  readonly key: Rung | 'more';
  /** The worst first. */
  readonly rows: readonly ReadinessRow[];
  /** That of the worst row. */
  readonly status: Status;
  readonly pass: number;
  readonly total: number;
}

const SEVERITY: Readonly<Record<Status, number>> = { fail: 0, warn: 1, pass: 2 };

const rungs = new Map(readinessChecks.map(({ id, rung }) => [id, rung]));

/** The rung that a row counts for; undefined for further advice. */
export function rungOf(id: string): Rung | undefined {
  return rungs.get(id);
}

/**
 * Rows by rung, in each the worst first and otherwise in the order of the report. Groups without rows are left out.
 */
export function groupRows(rows: readonly ReadinessRow[]): readonly RowGroup[] {
  return [...RUNGS, 'more' as const].flatMap((key) => {
    const own = rows.filter(({ id }) => (rungOf(id) ?? 'more') === key);
    const sorted = own.sort((a, b) => SEVERITY[a.status] - SEVERITY[b.status]);
    const [worst] = sorted;
    if (worst === undefined) return [];
    const passed = sorted.filter(({ status }) => status === 'pass').length;
    return [{ key, rows: sorted, status: worst.status, pass: passed, total: sorted.length }];
  });
}

/** The position of a site on the ladder. */
export interface LadderPosition {
  /** Search engines are shut out: the site isn't on the ladder at all. */
  readonly isUnreachable: boolean;
  /** The highest rung that is complete together with all below it. */
  readonly achieved: Rung | undefined;
  /** The first incomplete one, and what it lacks. */
  readonly next:
    | { readonly rung: Rung; readonly open: readonly Pick<ReadinessRow, 'id' | 'label'>[] }
    | undefined;
}

/** The highest rung that a site has reached, and the requirements of the next one. */
export function ladderPosition(rows: readonly ReadinessRow[]): LadderPosition {
  const isUnreachable = rows.some(({ id, status }) => id === 'public' && status === 'fail');
  const groups = groupRows(rows);
  const groupOf = (rung: Rung) => groups.find(({ key }) => key === rung);
  const isComplete = (rung: Rung) => groupOf(rung)?.status === 'pass';
  const first = RUNGS.findIndex((rung) => !isComplete(rung));
  const rung = RUNGS[first];
  const open =
    rung === undefined ? [] : (groupOf(rung)?.rows.filter(({ status }) => status !== 'pass') ?? []);
  return {
    isUnreachable,
    achieved: isUnreachable ? undefined : RUNGS[first === -1 ? RUNGS.length - 1 : first - 1],
    next: rung && { rung, open: open.map(({ id, label }) => ({ id, label })) },
  };
}
