import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CheckReport } from '../../api/check/report.js';
import type { BuildReport } from '../../build/report.js';
import { SvcError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';

/** The reports that a check is compared with. */
export interface EarlierReports {
  /** Of `svc build --json`. */
  readonly build: BuildReport | undefined;
  /** Of `svc check --json` before the change. */
  readonly before: CheckReport | undefined;
}

/**
 * Reads the files of `--build-report` and `--before`.
 * @throws SvcError `SVC_USAGE` for a file that isn't such a report
 */
export function readReports(
  files: { readonly buildReport: string | undefined; readonly before: string | undefined },
  cwd: string,
): EarlierReports {
  const { buildReport, before } = files;
  return {
    build: buildReport === undefined ? undefined : readReport<BuildReport>(buildReport, 'fidelity', cwd),
    before: before === undefined ? undefined : readReport<CheckReport>(before, 'score', cwd),
  };
}

function readReport<T>(file: string, member: string, cwd: string): T {
  try {
    const value: unknown = JSON.parse(readFileSync(resolve(cwd, file), 'utf8'));
    if (isObject(value) && isObject(value[member])) return value as T;
  } catch (cause) {
    const fix = 'Name a file written with --json.';
    throw new SvcError('SVC_USAGE', "the report can't be read", { file, fix, cause });
  }
  throw new SvcError('SVC_USAGE', `this isn't a report with "${member}"`, {
    file,
    fix: member === 'score' ? 'Write it with: svc check --json' : 'Write it with: svc build --json',
  });
}
