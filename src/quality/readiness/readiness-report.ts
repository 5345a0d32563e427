/** The readiness report: the rows of all checks, and the rung that a site has reached. */

import type { Hooks } from '../../config/hooks/hooks.js';
import type { Registration } from '../../config/hooks/registrations.js';
import { isObject, textOf } from '../../core/json.js';
import type { Notice } from '../../site/registry/notice.js';
import {
  type ReadinessAction,
  type ReadinessCheck,
  type ReadinessRow,
  RUNGS,
  type Rung,
  STATUSES,
  type Status,
} from './check.js';
import { readinessChecks } from './checks/table.js';
import type { ReadinessFacts } from './facts.js';

/** The plugins' additions to a report. */
interface ReadinessExtensions {
  /** For `svc_readiness_checks`. */
  readonly hooks?: Pick<Hooks, 'apply'>;
  /** Of the kind `readinessCheck`: a row, a list of rows, or a function of the facts that returns such. */
  readonly registrations?: readonly Registration[];
}

/** The report, and the faults of the plugins' additions. */
interface ReadinessReport {
  /** In the order of the checks, then in that of registration. */
  readonly rows: readonly ReadinessRow[];
  readonly notices: readonly Notice[];
}

/**
 * Runs every check. Rows of plugins pass the same normaliser as all others, and one that throws costs its own rows
 * only.
 */
export async function readinessReport(
  facts: ReadinessFacts,
  { hooks, registrations = [] }: ReadinessExtensions = {},
): Promise<ReadinessReport> {
  const rows: unknown[] = readinessChecks.flatMap((check) => readinessRow(check, facts) ?? []);
  const notices: Notice[] = [];
  for (const registration of registrations) {
    try {
      rows.push(...(await registeredRows(registration, facts)));
    } catch (error) {
      notices.push(failed(registration, error));
    }
  }
  const normalised = rows.flatMap((row) => normaliseRow(row) ?? []);
  const filtered = await hooks?.apply('svc_readiness_checks', normalised.map(asJson));
  return { rows: filtered?.flatMap((row) => normaliseRow(row) ?? []) ?? normalised, notices };
}

/** The row of one check; undefined where it does not apply. */
export function readinessRow(check: ReadinessCheck, facts: ReadinessFacts): ReadinessRow | undefined {
  const finding = check.evaluate(facts);
  if (finding === undefined) return undefined;
  const { status, detail, fix, action } = finding;
  return { id: check.id, label: check.label, status, detail, fix, action };
}

async function registeredRows(
  { definition }: Registration,
  facts: ReadinessFacts,
): Promise<readonly unknown[]> {
  // A copy: a plugin that changes its argument changes nothing for the next one.
  const made: unknown =
    typeof definition === 'function' ? await definition(structuredClone(facts)) : definition;
  return Array.isArray(made) ? made : [made];
}

function failed({ origin }: Registration, error: unknown): Notice {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : "something that isn't an error";
  const message = `a readiness check of ${origin} threw ${what}`;
  const fix = 'Correct the plugin that registers it; its row is left out.';
  return { level: 'error', code: 'hook_failed', message, fix, origin, hook: 'readinessCheck' };
}

function asJson(row: ReadinessRow): Readonly<Record<string, unknown>> {
  return { ...row };
}

/**
 * A row of the report from a plugin's value. Only an explicit pass becomes a pass.
 * @returns undefined for anything that isn't a row, and for one without an id
 */
export function normaliseRow(given: unknown): ReadinessRow | undefined {
  if (!isObject(given)) return undefined;
  const id = textOf(given['id']);
  if (id === '') return undefined;
  return {
    id,
    label: textOf(given['label']) || id,
    status: statusOf(given),
    detail: textOf(given['detail']),
    fix: textOf(given['fix']),
    action: actionOf(given['action']),
  };
}

function statusOf({ status, pass, ok }: Readonly<Record<string, unknown>>): Status {
  const known = STATUSES.find((one) => one === status);
  if (known !== undefined) return known;
  if (pass === undefined && ok === undefined) return 'warn';
  return pass === true || ok === true ? 'pass' : 'fail';
}

function actionOf(given: unknown): ReadinessAction | null {
  if (!isObject(given)) return null;
  const label = textOf(given['label']);
  const [tab, anchor, href] = [textOf(given['tab']), textOf(given['anchor']), textOf(given['href'])];
  // Web addresses only: the site's owner clicks this link.
  if (/^https?:\/\//i.test(href)) return { label: label || href, href };
  return tab === '' ? null : { label: label || tab, tab, anchor };
}

/** Rows as they are shown together. */
export interface RowGroup {
  readonly key: Rung | 'more';
  /** The worst first. */
  readonly rows: readonly ReadinessRow[];
  /** The status of the worst row. */
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
interface LadderPosition {
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
