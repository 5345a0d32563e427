import type { Hooks } from '../../config/hooks/hooks.js';
import type { Registration } from '../../config/hooks/registrations.js';
import type { Notice } from '../../site/registry/notice.js';
import type { ReadinessCheck } from './check.js';
import { readinessChecks } from './checks/table.js';
import type { ReadinessFacts } from './facts.js';
import { normaliseRow } from './normalise-row.js';
import type { ReadinessRow } from './readiness-row.js';

/** The plugins' additions to a report. */
export interface ReadinessExtensions {
  /** For `svc_readiness_checks`. */
  readonly hooks?: Pick<Hooks, 'apply'>;
  /** Of the kind `readinessCheck`: a row, a list of rows, or a function of the facts that returns such. */
  readonly registrations?: readonly Registration[];
}

/** The report, and the faults of the plugins' additions. */
export interface ReadinessReport {
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
  const rows: unknown[] = readinessChecks.flatMap((check) => rowOf(check, facts) ?? []);
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
export function rowOf(check: ReadinessCheck, facts: ReadinessFacts): ReadinessRow | undefined {
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
  return {
    level: 'error',
    code: 'hook_failed',
    message: `a readiness check of ${origin} threw ${what}`,
    fix: 'Correct the plugin that registers it; its row is left out.',
    origin,
    hook: 'readinessCheck',
  };
}

function asJson(row: ReadinessRow): Readonly<Record<string, unknown>> {
  return { ...row };
}
